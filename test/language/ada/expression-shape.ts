/** An expression tree on one line, so that tests can say what it should be. */
import type {
  Association,
  Choice,
  DiscreteRange,
  Expression,
} from '../../../src/language/ada/syntax/index.js';

/** Binary operators as `<a + b>`, parentheses of the text as `{a}`, aggregates as `[a, b]`. */
export function shape(node: Expression | DiscreteRange | Choice): string {
  switch (node.kind) {
    case 'identifier':
    case 'character':
    case 'operator':
      return node.name;
    case 'integer':
      return String(node.value);
    case 'real':
      return `real ${node.value}`;
    case 'string':
      return JSON.stringify(node.value);
    case 'null':
    case 'others':
      return node.kind;
    case 'target':
      return '@';
    case 'selected':
      return `${shape(node.prefix)}.${node.selector.name}`;
    case 'dereference':
      return `${shape(node.prefix)}.all`;
    case 'apply':
      return `${shape(node.prefix)}(${list(node.arguments)})`;
    case 'attribute':
      return `${shape(node.prefix)}'${node.attribute.key}`;
    case 'qualified':
      return `${shape(node.mark)}'${shape(node.operand)}`;
    case 'binary':
      return `<${shape(node.left)} ${node.operator} ${shape(node.right)}>`;
    case 'unary':
      return `<${node.operator} ${shape(node.operand)}>`;
    case 'membership':
      return `<${shape(node.value)} ${node.negated ? 'not in' : 'in'} ${node.choices.map(shape).join(' | ')}>`;
    case 'parenthesized':
      return `{${shape(node.expression)}}`;
    case 'aggregate': {
      const ancestor = node.ancestor ? `${shape(node.ancestor)} with ${node.delta ? 'delta ' : ''}` : '';
      return `[${ancestor}${node.nullRecord ? 'null record' : list(node.associations)}]`;
    }
    case 'allocator':
      return `new ${node.value ? shape(node.value) : shape(node.subtype!)}`;
    case 'if-expression': {
      const branches = node.branches.map((each) => `${shape(each.condition)} ? ${shape(each.value)}`);
      return [...branches, ...(node.otherwise ? [shape(node.otherwise)] : [])].join(' : ');
    }
    case 'case-expression':
      return `case ${shape(node.selector)} ${node.alternatives.map((each) => `${each.choices.map(shape).join('|')}->${shape(each.value)}`).join(' ')}`;
    case 'quantified':
      return `${node.quantifier} ${node.iteration.name.name} ${node.iteration.over} ${shape(node.iteration.domain)} : ${shape(node.predicate)}`;
    case 'raise-expression':
      return `raise ${shape(node.exception)}`;
    case 'declare-expression':
      return `declare ${node.declarations.length} : ${shape(node.value)}`;
    case 'range':
      return `${shape(node.low)}..${shape(node.high)}`;
    case 'subtype': {
      const { constraint } = node;
      if (constraint === undefined) return shape(node.mark);
      if (constraint.kind === 'composite-constraint')
        return `${shape(node.mark)}(${list(constraint.arguments)})`;
      return `${shape(node.mark)} ${constraint.kind}`;
    }
  }
}

function list(associations: readonly Association[]): string {
  return associations
    .map(({ choices, iteration, value }) => {
      const shown = value === undefined ? '<>' : shape(value);
      if (iteration) return `for ${iteration.name.name}=>${shown}`;
      return choices.length > 0 ? `${choices.map(shape).join('|')}=>${shown}` : shown;
    })
    .join(', ');
}
