/** fast-check with the seed of random tests: the same cases in every ordinary run. */
import fc from 'fast-check';
import { seedOf } from './test-seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf() | 0 });

export { fc };
