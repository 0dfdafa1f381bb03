/** Aldebaran's `.aut` format, in and out: one labelled transition system as a list of transitions. */
export { readAut } from './read.js';
export { writeAut } from './write.js';
