/** Random sends and receives. */
import { matching, value } from './expressions.js';
import type { Channel, Kind, Scope, Writer } from './scope.js';

export function communication(w: Writer, scope: Scope): string {
  if (scope.channels.length === 0) return w.use('skip', 'skip');
  const channel = w.chance.pick(scope.channels);
  if (channel.fields.includes('link')) return throughLink(w, scope, channel);
  return w.chance.is(0.5) ? send(w, scope, channel) : receive(w, scope, channel);
}

function send(w: Writer, scope: Scope, channel: Channel): string {
  w.use(channel.capacity > 0 ? 'buffered channel' : 'rendezvous');
  const sign = channel.capacity > 1 && w.chance.is(0.3) ? w.use('sorted send', '!!') : w.use('send', '!');
  if (channel.record) return w.use('record field', `${channel.text}${sign}${scope.records[0]}`);
  return `${channel.text}${sign}${message(
    w,
    channel.fields.map((kind) => value(w, scope, kind)),
  )}`;
}

function receive(w: Writer, scope: Scope, channel: Channel): string {
  w.use(channel.capacity > 0 ? 'buffered channel' : 'rendezvous');
  const random = channel.capacity > 1 && w.chance.is(0.3);
  const sign = random ? '??' : '?';
  if (channel.record) return w.use('record field', `${channel.text}?${scope.records[0]}`);
  const taken = channel.fields.map((kind) => taking(w, scope, kind));
  // No variable can take two fields.
  const fields = taken.map((text, i) => (/^[a-z]/.test(text) && taken.indexOf(text) < i ? '_' : text));
  w.use(random ? 'random receive' : 'receive');
  if (channel.capacity > 0 && w.chance.is(0.2)) {
    return w.use(random ? 'random peek' : 'peek', `${channel.text}${sign}<${fields.join(', ')}>`);
  }
  return `${channel.text}${sign}${message(w, fields)}`;
}

/** Several fields; the first may stand before the others in parentheses. */
function message(w: Writer, fields: string[]): string {
  if (fields.length === 1) return fields[0];
  w.use('several fields');
  const plain = /^\w+$/.test(fields[0]);
  if (plain && fields[0] !== '_' && w.chance.is(0.3)) {
    return w.use('parenthesised message', `${fields[0]}(${fields.slice(1).join(', ')})`);
  }
  return fields.join(', ');
}

function taking(w: Writer, scope: Scope, kind: Kind): string {
  const places = w.placesOf(scope, kind).filter(({ wraps }) => !wraps);
  if (places.length > 0 && w.chance.is(0.6)) return w.chance.pick(places).text;
  return matching(w, scope, kind);
}

/** Gives a channel to others, or takes one and uses it at once: before that it refers to nothing. */
function throughLink(w: Writer, scope: Scope, channel: Channel): string {
  w.use('field chan');
  if (w.chance.is(0.5)) return send(w, scope, channel);
  const use = w.chance.is(0.5) ? `link!${w.chance.below(2)}` : 'link?_';
  return `atomic {\n${channel.text}?link;\n${use}\n}`;
}
