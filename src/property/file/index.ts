/** Property files: reading them, and binding what they ask to a model. */
export { bindProperties } from './bind.js';
export { builtInQuestion } from './builtin.js';
export { type DeclaredQuestion, declaredQuestions } from './declared.js';
export type { EventDefinition } from './definition.js';
export { parseProperties } from './parse.js';
export type { PropertyBody, PropertyFile, StatedProperty } from './property.js';
export { type Locate, resolvePattern } from './resolve.js';
export { eventNames } from './vocabulary.js';
