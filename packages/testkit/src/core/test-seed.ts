/** Where the seeds of random tests come from. */

/** Any number does; it is the same in every ordinary run, so that a run is red by a fault alone. */
const FIXED_SEED = 20_261_126;

// The tests of the domain are checked without the types of Node.
declare const process: { readonly env: Record<string, string | undefined>; readonly pid: number };

/** HALCYON_TEST_SEED: a seed, or `random` for one by chance, as the soak has it; otherwise a fixed one. */
export function seedOf(): number {
  const given = process.env['HALCYON_TEST_SEED'];
  if (given === undefined) return FIXED_SEED;
  return given === 'random' ? (Date.now() ^ (process.pid << 8)) >>> 0 : Number(given);
}
