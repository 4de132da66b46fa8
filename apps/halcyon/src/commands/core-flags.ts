/**
 * How the compiler is told to treat the core. An order passes through some forty small functions; with
 * V8's usual allowance the compiler leaves a dozen of them as calls, each of which looks again at every
 * table it reads. With a larger one an order is a few long functions: measured 15 % less time for the
 * whole core, none for matching alone, which fits the usual allowance.
 */
import { setFlagsFromString } from 'node:v8';

/** Arguments for a process of its own. */
export const CORE_FLAGS: readonly string[] = ['--max-inlined-bytecode-size-cumulative=4000'];

/** Sets them in this process and its threads; before the core has run. */
export function useCoreFlags(): void {
  for (const flag of CORE_FLAGS) setFlagsFromString(flag);
}
