/**
 * What an owner learns of others from own proofs: the sums of the subtrees beside its way, and nothing of who is
 * in them. On small trees, where a subtree is often one owner, guesses over many roots are right as often as chance.
 */
import {
  LeafList,
  type Liability,
  LiabilityTree,
  liabilityLeaf,
  liabilityProof,
  NodeMap,
  type TreePlace,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { hashText, RESERVES_FORM } from '../../../engine/src/reserves/root-file.ts';
import { treeDraws } from '../../../engine/src/reserves/tree-draws.ts';

const ROOTS = Number(process.env['HALCYON_PRIVATE_ROOTS'] ?? 300);
/** Of which guesses are made from one proof each. */
const GUESSED = Math.ceil(ROOTS / 10);
/** Four standard deviations of a fair coin that is thrown so often: one run in 16,000 is beyond, and seeds are fixed. */
const BEYOND = 4 * Math.sqrt(0.25 / ROOTS);
const ME = '1000000016';
const [ANN, BEN] = ['1000000017', '1000000018'];

const owners: readonly Liability[] = [
  { owner: ME, owed: 5n, owing: 0n },
  { owner: ANN!, owed: 70n, owing: 0n },
  { owner: BEN!, owed: 900n, owing: 0n },
];

function placeOf(n: number): TreePlace {
  return { exchange: 'one', seq: n, asset: 'USDT' };
}

function treeOf(n: number, liabilities: readonly Liability[] = owners): LiabilityTree {
  const place = placeOf(n);
  const draws = treeDraws(RESERVES_FORM, place.asset, hashText(`secret ${n}`));
  const leaves = new LeafList(draws, liabilities);
  return new LiabilityTree({ hash: hashText, place, draws }, leaves, new NodeMap());
}

/** Levels at which the own way meets others, and what they are owed together. */
function seenBy(owner: string, tree: LiabilityTree): (readonly [level: number, owed: bigint])[] {
  const { path } = liabilityProof(tree, owner)!;
  return path.flatMap(([, owed], level) => (owed === '0' ? [] : [[level, BigInt(owed)] as const]));
}

/** Whether Ann is met before Ben; null = they are met together. */
function annIsNearer(tree: LiabilityTree): boolean | null {
  const [[, first] = [0, 0n]] = seenBy(ME, tree);
  return first === 970n ? null : first === 70n;
}

describe('proofs of small trees', () => {
  const seen = Array.from({ length: ROOTS }, (_, n) => annIsNearer(treeOf(n)));

  test('who is nearer is a fair coin, whatever the numbers of the owners are', () => {
    const told = seen.filter((one) => one !== null);
    expect(told.length).toBeGreaterThan(ROOTS / 2);
    const rate = told.filter((one) => one).length / told.length;
    expect(Math.abs(rate - 0.5)).toBeLessThan(BEYOND * Math.sqrt(ROOTS / told.length));
  });

  test('where somebody was in the last root says nothing of where it is in the next', () => {
    const pairs = seen.slice(1).map((one, n) => [seen[n], one] as const);
    const both = pairs.filter(([before, after]) => before !== null && after !== null);
    const same = both.filter(([before, after]) => before === after).length / both.length;
    expect(Math.abs(same - 0.5)).toBeLessThan(BEYOND * Math.sqrt(ROOTS / both.length));
  });

  test('a leaf cannot be told by who knows its owner, its amounts and its place', () => {
    for (let n = 0; n < 200; n++) {
      const tree = treeOf(n);
      const { index } = tree.leafOf(ANN!)!;
      const { salt } = tree.leafOf(ME)!;
      const { hash } = treeLeafHash(tree, ANN!);
      const known = { ...owners[1]!, index };
      const guesses = [salt, '0'.repeat(32), hashText(salt).slice(0, 32), ...previousSalts(n)];
      for (const guess of guesses) {
        expect(liabilityLeaf(hashText, placeOf(n), { ...known, salt: guess }).hash).not.toBe(hash);
      }
    }
  });

  test('what is empty looks like what is not: each neighbour has a hash of its own', () => {
    const { path } = liabilityProof(treeOf(1), ME)!;
    const again = liabilityProof(treeOf(2), ME)!.path;
    const hashes = [...path, ...again].map(([hash]) => hash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(path.filter(([, owed]) => owed === '0').length).toBeGreaterThan(10);
  });

  test('the number of owners shows in nothing but the sums', () => {
    const few = treeOf(1);
    const many = treeOf(
      1,
      Array.from({ length: 900 }, (_, n) => ({
        owner: `${1_000_000_016 + n}`,
        owed: 1n,
        owing: 0n,
      })),
    );
    expect(many.height).toBe(few.height);
    const lengthOf = (tree: LiabilityTree) => liabilityProof(tree, ME)!.path.length;
    expect(lengthOf(many)).toBe(lengthOf(few));
  });
});

function ownersOf(count: number): Liability[] {
  return Array.from({ length: count }, (_, n) => {
    return { owner: `${1_000_000_016 + n}`, owed: 1n, owing: 0n };
  });
}

/** Neighbours on the way of an owner that are more than nothing. */
function metBy(owner: string, tree: LiabilityTree): number {
  return seenBy(owner, tree).length;
}

describe('the number of owners', () => {
  /** Where each neighbour that is more than nothing counts half, the ways of all owners come to one (0153). */
  test('shows in the mean of all ways, wherever the owners stand', () => {
    for (let count = 1; count <= 40; count++) {
      const tree = treeOf(count, ownersOf(count));
      const parts = ownersOf(count).map(({ owner }) => 2 ** -metBy(owner, tree));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(1);
    }
  });

  /** Levels met in a proof of each of many roots, by the number of owners. */
  const levels = new Map<number, readonly number[]>();
  function levelsMet(count: number, roots: number): readonly number[] {
    const known = levels.get(count) ?? [];
    const owners = ownersOf(count);
    const more = Array.from({ length: Math.max(0, roots - known.length) }, (_, n) =>
      metBy(ME, treeOf(known.length + n, owners)),
    );
    levels.set(count, [...known, ...more]);
    return levels.get(count)!.slice(0, roots);
  }

  /** How often the better of two guesses is right, of who knows both numbers and sees a proof of each of many roots. */
  function rightGuesses(few: number, many: number, roots = GUESSED): number {
    const [a, b] = [few, many].map((count) => levelsMet(count, roots));
    const seen = new Set([...a!, ...b!]);
    const timesIn = (list: readonly number[], met: number) =>
      list.filter((one) => one === met).length;
    const right = [...seen].map((met) => Math.max(timesIn(a!, met), timesIn(b!, met)));
    return right.reduce((sum, times) => sum + times, 0) / (2 * roots);
  }

  test('is guessed from one proof to a factor of two or so, and no better', () => {
    // A guess without a proof is right half the time.
    expect(rightGuesses(100, 110)).toBeLessThan(0.6);
    const doubled = rightGuesses(100, 200);
    expect(doubled).toBeLessThan(0.78);
    expect(doubled).toBeGreaterThan(0.6);
    // So far apart, few roots show it, and those of 1,600 owners take long.
    expect(rightGuesses(100, 1_600, Math.ceil(GUESSED / 5))).toBeGreaterThan(0.95);
  });

  test('is met with two levels more or one less in nine of ten proofs', () => {
    const met = Array.from({ length: GUESSED }, (_, n) => metBy(ME, treeOf(n, ownersOf(256))));
    const near = met.filter((levels) => levels >= 7 && levels <= 10);
    expect(near.length / met.length).toBeGreaterThan(0.9);
  });
});

/** What the owner of the neighbouring leaf would see of it. */
function treeLeafHash(tree: LiabilityTree, owner: string): { readonly hash: string } {
  const leaf = tree.leafOf(owner)!;
  return tree.neighbours(leaf.index ^ 1)[0]!;
}

/** What somebody keeps who was that owner's confidant for a while. */
function previousSalts(n: number): string[] {
  return n === 0 ? [] : [treeOf(n - 1).leafOf(ANN!)!.salt];
}
