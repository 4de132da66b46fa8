/** How a batch is shared, as the rule tells it: lot by lot, in BigInt. An oracle for the fast way. */

/** Some owners of a batch that stand side by side, and what they have got. */
interface Part {
  /** Lots that they have in the batch. */
  readonly own: bigint;
  readonly first: number;
  /** Two parts, or one owner. */
  readonly halves: readonly [Part, Part] | null;
  got: bigint;
}

/** The lots of owners as they are filled, one after another. */
export class NaiveAllocation {
  readonly fills: bigint[];
  private readonly whole: Part;

  /** @param lots of each owner, in the order of their user numbers */
  constructor(lots: readonly number[]) {
    this.fills = lots.map(() => 0n);
    this.whole = partOf(lots.map(BigInt), 0);
  }

  /** Hands out the next lot. */
  next(): void {
    let part = this.whole;
    while (part.halves !== null) {
      const coming = part.got + 1n;
      part.got = coming;
      const [left, right] = part.halves;
      // What each half is below its share of the lots with the coming one, times all lots of both.
      const lack = (half: Part): bigint => coming * half.own - half.got * part.own;
      part = lack(left) >= lack(right) ? left : right;
    }
    part.got += 1n;
    this.fills[part.first]! += 1n;
  }
}

function partOf(lots: readonly bigint[], first: number): Part {
  const own = sum(lots);
  if (lots.length === 1) return { own, first, halves: null, got: 0n };
  let best = 1;
  const apart = (at: number): bigint => {
    const difference = 2n * sum(lots.slice(0, at)) - own;
    return difference < 0n ? -difference : difference;
  };
  for (let at = 2; at < lots.length; at++) if (apart(at) < apart(best)) best = at;
  const halves = [partOf(lots.slice(0, best), first), partOf(lots.slice(best), first + best)];
  return { own, first, halves: halves as [Part, Part], got: 0n };
}

function sum(lots: readonly bigint[]): bigint {
  return lots.reduce((all, one) => all + one, 0n);
}
