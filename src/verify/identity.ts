/**
 * Which question a task asks, whatever else is asked beside it: of one program, tasks of the same identity
 * have the same answer. The events that its file defines, and properties that it builds on, belong to it.
 */
import { type PropertyFile, parseProperties, type StatedProperty } from '../property/index.js';
import type { Task } from './task.js';

export function identityOf({ question, asked }: Task): string {
  const { name, text, span, ask } = question;
  const source = asked.properties?.find(({ file }) => file === span?.file);
  const reading = source && parseProperties(source);
  return JSON.stringify([
    name,
    text,
    ask.kind,
    asked.fair === true,
    reading?.ok && context(reading.value, name),
  ]);
}

function context({ source, definitions, properties }: PropertyFile, name: string): unknown {
  const events = definitions.map((event) => [event.name, event.pattern]);
  const whole = ({ range }: StatedProperty) => source.text.slice(range.start, range.end);
  const own = properties.find((property) => property.name === name);
  if (own && !own.premises) return [events, whole(own)];
  const premises = ({ premises: given }: StatedProperty) =>
    given?.map(({ role, name: other }) => [role, other]);
  return [events, properties.map((one) => [one.name, one.assumed, premises(one), whole(one)])];
}
