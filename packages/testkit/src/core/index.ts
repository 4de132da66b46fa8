export { eventDifference, outcomeDifference, text } from './compare.ts';
export { ALL_WEIGHTS, BOOK_WEIGHTS, CommandGenerator, type Weights } from './generator.ts';
export { checkInvariants } from './invariants.ts';
export { Lockstep } from './lockstep.ts';
export { NaiveExchange } from './naive-exchange.ts';
export { BrokenInvariant } from './position-invariants.ts';
export { Random } from './random.ts';
