/**
 * Called now and then by work that may take long and is done in one piece, as reading a large program is: throws where
 * whoever asked for it waits no longer.
 */
export type Watch = () => void;

export const unwatched: Watch = () => {};

/** What a watch of the time for reading a program throws. */
export class OutOfTime extends Error {
  constructor() {
    super('the time limit was reached');
  }
}
