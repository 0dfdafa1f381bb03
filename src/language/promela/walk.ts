/** Going through all statements of a body, whatever they are inside of. */
import type { Reference, Step, Unit } from './syntax.js';

export function walk(steps: Step[], visit: (step: Step) => void): void {
  for (const step of steps) {
    visit(step);
    switch (step.kind) {
      case 'label':
        walk([step.statement], visit);
        break;
      case 'if':
      case 'do':
        for (const option of step.options) walk(option, visit);
        break;
      case 'for':
      case 'each':
      case 'block':
      case 'atomic':
      case 'd_step':
        walk(step.body, visit);
        break;
      case 'unless':
        walk([step.main, step.escape], visit);
        break;
    }
  }
}

/** The names of all variables that some statement gives a value to. */
export function assignedNames(units: Unit[]): Set<string> {
  const names = new Set<string>();
  const add = (reference: Reference): void => {
    names.add(reference.parts[0].name);
  };
  for (const unit of units) {
    if (unit.kind !== 'proctype') continue;
    walk(unit.body, (step) => {
      if (step.kind === 'assign') add(step.target);
      else if (step.kind === 'for' || step.kind === 'each' || step.kind === 'select') add(step.variable);
      else if (step.kind === 'receive') {
        for (const argument of step.arguments) if (argument.kind === 'place') add(argument.reference);
      }
    });
  }
  return names;
}
