/**
 * What an ordinary run of the browser tests looks at besides the look that it takes of every page: the same
 * in each run. HALCYON_EVERY_LOOK=1 takes all of it, as the soak does; HALCYON_LOOK_TURN=1, 2, … another part.
 */

const ALL = process.env['HALCYON_EVERY_LOOK'] === '1';
const TURN = Number(process.env['HALCYON_LOOK_TURN'] ?? 0);

/** Whether what has this place in its list is looked at closer: every third is, or every n-th. */
export function isTurn(place: number, each = 3): boolean {
  return ALL || place % each === TURN % each;
}

/** Every third of a list, or every n-th. @param from other lists begin elsewhere with it */
export function someOf<T>(all: readonly T[], each = 3, from = 0): readonly T[] {
  return all.filter((_item, place) => isTurn(place + from, each));
}
