/** Where the text that a program signed leaves the one that the exchange expects. */

/** The first difference of two texts. */
export interface Difference {
  /** Number of the byte (UTF-8), from 1. */
  readonly byte: number;
  /** What is there, in ours and in theirs; '' = the text ends before it. */
  readonly ours: string;
  readonly theirs: string;
}

/** Characters shown from a difference on. */
const SHOWN = 16;

/**
 * The first difference; null when the texts are the same, as far as ours is known.
 * @param cut whether ours goes on
 */
export function firstDifference(ours: string, theirs: string, cut: boolean): Difference | null {
  const [one, other] = [Array.from(ours), Array.from(theirs)];
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  if (at === one.length && (cut || at === other.length)) return null;
  const before = one.slice(0, at).join('');
  return {
    byte: new TextEncoder().encode(before).length + 1,
    ours: one.slice(at, at + SHOWN).join(''),
    theirs: other.slice(at, at + SHOWN).join(''),
  };
}
