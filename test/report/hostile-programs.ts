/** Programs whose names and texts try to be markup, commands and statements of the reports. */
const LONG = 'x'.repeat(5_000);
export const NAMES = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  `"'\`--><!--]]>&lt;&amp;`,
  '"); DROP TABLE; //',
  'end;\nP0->>P1: forged',
  '🧵👩‍👩‍👧 ünïcödé \u202eevil\u2066',
  '\u001b]0;owned\u0007\u0000\ufffe\ud800',
  '$x {{x}} %s #quot; %%{init}%%',
  '] -> n0_0; n9 [label="x',
  LONG,
];

const quote = (name: string) => `"${name.replace(/[\\"]/g, '\\$&').replace(/\n/g, ' ')}"`;
const aut = `des (0, ${NAMES.length}, ${NAMES.length + 1})\n${NAMES.map((name, i) => `(${i}, ${quote(name)}, ${i + 1})\n`).join('')}`;
const promela = `/* </script><script>alert(3)</script> \u202e */
mtype = { end_, script };
active proctype alert() { printf("</script><script>alert(4)</script> \\n\\t%e", script); assert(false) /* "'\`<!-- */ }
`;

/** A file name may have anything but a slash; this one has that too, as a folder. */
export const AUT = `"><svg onload=alert(5)>'\n\u202e🧵<${'/script>'}.aut`;
export const PROMELA = '&amp;<b>$(x)`y`;.pml';
export const files = {
  [AUT]: aut,
  [PROMELA]: promela,
  'p.prop': `property bad: invariant "</script>" == 1\n`,
};
