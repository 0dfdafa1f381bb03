import { describeAgainstSpin } from './random-against-spin.js';

describeAgainstSpin(0);
