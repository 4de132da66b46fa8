/**
 * What one run of the browser tests looks at, of all that there is to look at: a part that another run
 * takes up. HALCYON_EVERY_LOOK=1 takes all of it, HALCYON_LOOK_TURN repeats the choice of a run.
 */

const ALL = process.env['HALCYON_EVERY_LOOK'] === '1';
const FIRST = Number(process.env['HALCYON_LOOK_TURN'] ?? Date.now() % 1_000);
if (!ALL) console.log(`turn ${FIRST}`);

let turn = FIRST;

/** Whether to look closer this time: at every third call, or every n-th. */
export function isTurn(each = 3): boolean {
  return someOf([each], each).length > 0;
}

/** Every third of a list, or every n-th; each call begins elsewhere than the last. */
export function someOf<T>(all: readonly T[], each = 3): readonly T[] {
  const begin = turn % each;
  turn += 1;
  return ALL ? all : all.filter((_item, index) => index % each === begin);
}
