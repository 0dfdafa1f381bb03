/**
 * Names of columns and rows as the file formats of solvers take them: no spaces, no operators, not like
 * a number, and each different from the others.
 */
const LONGEST = 120;

export function solverNames(names: readonly string[]): string[] {
  const taken = new Map<string, number>();
  return names.map((name) => {
    const plain = plainName(name);
    const times = taken.get(plain) ?? 0;
    taken.set(plain, times + 1);
    if (times === 0) return plain;
    // Another name could look like this one with a number, so the number is part of what is remembered.
    let numbered = `${plain}~${times + 1}`;
    while (taken.has(numbered)) numbered += '~';
    taken.set(numbered, 1);
    return numbered;
  });
}

function plainName(name: string): string {
  const plain = name
    .replace(/\s*->\s*/g, '_to_')
    .replace(/\s*=\s*/g, '_is_')
    .replace(/:\s*/g, '.')
    .replace(/[^A-Za-z0-9_.]/g, '_')
    .replace(/_+/g, '_')
    .slice(0, LONGEST);
  // A leading digit, point or `e` could be read as a number.
  return /^[0-9.eE]|^$/.test(plain) ? `x${plain}` : plain;
}
