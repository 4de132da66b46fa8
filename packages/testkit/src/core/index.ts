export { eventDifference, outcomeDifference, text } from './compare.ts';
export { CommandGenerator } from './generator.ts';
export { ALL_WEIGHTS, BOOK_WEIGHTS, type Weights } from './generator-weights.ts';
export { checkInvariants } from './invariants.ts';
export { Lockstep } from './lockstep.ts';
export { NaiveExchange } from './naive-exchange.ts';
export { BrokenInvariant } from './position-invariants.ts';
export { TestRandom } from './random.ts';
