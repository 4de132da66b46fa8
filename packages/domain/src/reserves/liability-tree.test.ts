/** Trees of liabilities: every owner finds itself, sums are those of the owners, and forgeries prove nothing. */
import { describe, expect, test } from 'vitest';
import { fc } from '../../../testkit/src/core/properties.ts';
import { sha256 } from '../sha256.ts';
import {
  checkLiability,
  type LiabilityProof,
  type LiabilityRoot,
  liabilityProof,
  rootOfTree,
} from './liability-proof.ts';
import {
  hashDraws,
  hashText,
  LeafList,
  type Liability,
  LiabilityTree,
  liabilityLeaf,
  NodeMap,
  type NodeText,
  nodeAbove,
  SUM_MAX,
  type SumNode,
  textOfNode,
  treeHeight,
} from './liability-tree.ts';

const PLACE = { exchange: 'x', seq: 9, asset: 'USDT' };
const hash = hashText(sha256);
const SEED = hash('seed');
const EMPTY: SumNode = { hash: hash('nobody'), owed: 0n, owing: 0n };

const units = fc.bigInt(0n, 2n ** 63n);
const owners = fc
  .array(fc.tuple(units, units), { minLength: 0, maxLength: 12 })
  .map((sums) => sums.map(([owed, owing], n) => ({ owner: ownerAt(n), owed, owing })));

function ownerAt(n: number): string {
  return `${1_000_000_016 + n}`;
}

function treeOf(liabilities: readonly Liability[], seed = SEED): LiabilityTree {
  const draws = hashDraws(hash, PLACE.asset, seed);
  const leaves = new LeafList(draws, liabilities);
  return new LiabilityTree({ hash, place: PLACE, draws }, leaves, new NodeMap());
}

function isProved(root: LiabilityRoot, proof: LiabilityProof, place = PLACE): boolean {
  return 'way' in checkLiability(hash, place, root, proof);
}

describe('a tree of liabilities', () => {
  test('INV-32 has the sums of its owners at the root, and a way there from each', () => {
    fc.assert(
      fc.property(owners, (liabilities) => {
        const tree = treeOf(liabilities);
        expect(tree.root.owed).toBe(liabilities.reduce((sum, { owed }) => sum + owed, 0n));
        expect(tree.root.owing).toBe(liabilities.reduce((sum, { owing }) => sum + owing, 0n));
        for (const { owner, owed, owing } of liabilities) {
          const proof = liabilityProof(tree, owner)!;
          expect([proof.owed, proof.owing]).toEqual([`${owed}`, `${owing}`]);
          expect(isProved(rootOfTree(tree), proof)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a proof takes less than 4 KB, however many owners there are', () => {
    const sum = `${SUM_MAX}`;
    const step: NodeText = ['f'.repeat(64), sum, sum];
    const path = Array.from({ length: 28 }, () => step);
    const proof = {
      owner: ownerAt(0),
      owed: sum,
      owing: sum,
      index: 2 ** 27,
      salt: 'f'.repeat(32),
    };
    expect(JSON.stringify({ ...proof, path }).length).toBeLessThan(4_096);
  });

  test('the same owners stand elsewhere under another seed, and alike under the same', () => {
    const liabilities = Array.from({ length: 40 }, (_, n) => {
      return { owner: ownerAt(n), owed: BigInt(n), owing: 0n };
    });
    const [one, again, other] = [SEED, SEED, hash('other')].map((seed) =>
      treeOf(liabilities, seed),
    );
    expect(rootOfTree(again!)).toEqual(rootOfTree(one!));
    expect(rootOfTree(other!).hash).not.toBe(rootOfTree(one!).hash);
    const placesOf = (tree: LiabilityTree) =>
      liabilities.map(({ owner }) => tree.leafOf(owner)!.index);
    const stayed = placesOf(one!).filter((index, n) => placesOf(other!)[n] === index);
    expect(stayed).toHaveLength(0);
    expect(new Set(placesOf(one!)).size).toBe(40);
  });

  test('its height is the same for all small exchanges, and at most half of the places are taken', () => {
    expect([0, 1, 1_000, 2 ** 15].map(treeHeight)).toEqual([16, 16, 16, 16]);
    expect([2 ** 15 + 1, 2 ** 21].map(treeHeight)).toEqual([22, 22]);
    expect(treeHeight(2 ** 21 + 1)).toBe(28);
    expect(() => treeHeight(2 ** 28)).toThrow(/more than a tree has places for/);
  });

  test('what is below zero, beyond the range or there twice makes no tree', () => {
    const of = (owed: bigint, owing = 0n): Liability => ({ owner: ownerAt(0), owed, owing });
    expect(() => treeOf([of(-1n)])).toThrow(/below zero/);
    expect(() => treeOf([of(1n, -1n)])).toThrow(/below zero/);
    expect(() => treeOf([of(SUM_MAX + 1n)])).toThrow(/leaves its range/);
    expect(() => treeOf([of(SUM_MAX), { ...of(1n), owner: ownerAt(1) }])).toThrow(
      /leaves its range/,
    );
    expect(() => treeOf([of(1n), of(2n)])).toThrow(/has two leaves/);
  });

  test('a tree of nobody has a root of nothing', () => {
    expect(rootOfTree(treeOf([]))).toMatchObject({ height: 16, owed: '0', owing: '0' });
    expect(liabilityProof(treeOf([]), ownerAt(0))).toBeNull();
  });
});

/** A way up from a leaf that stands first, with one neighbour of a forger's choice at the bottom. */
function forgedRoot(leaf: SumNode, neighbour: SumNode): [SumNode, NodeText[]] {
  let node = nodeAbove(hash, 1, leaf, neighbour);
  const path = [textOfNode(neighbour)];
  for (let level = 2; level <= 16; level++) {
    node = nodeAbove(hash, level, node, EMPTY);
    path.push(textOfNode(EMPTY));
  }
  return [node, path];
}

describe('forged proofs', () => {
  const salt = '0f'.repeat(16);
  const liability = { owner: ownerAt(0), owed: 100n, owing: 7n };
  const leaf = liabilityLeaf(hash, PLACE, { ...liability, index: 0, salt });
  const [node, path] = forgedRoot(leaf, { hash: hash('b'), owed: 50n, owing: 0n });
  const [digits, owed, owing] = textOfNode(node);
  const root = { height: 16, hash: digits, owed, owing };
  const proof = { owner: ownerAt(0), owed: '100', owing: '7', index: 0, salt, path };

  test('the proof that is forged below is one', () => {
    expect(isProved(root, proof)).toBe(true);
  });

  const first = path[0]!;
  const withFirst = (step: unknown) => ({ path: [step as NodeText, ...path.slice(1)] });
  const forgeries: [string, Partial<Record<keyof LiabilityProof, unknown>>][] = [
    ['a neighbour below zero', withFirst([first[0], '-50', '0'])],
    ['a neighbour whose sum goes around', withFirst([first[0], `${SUM_MAX}`, '0'])],
    ['a neighbour beyond the range', withFirst([first[0], `${SUM_MAX + 1n}`, '0'])],
    ['a neighbour with its sums swapped', withFirst([first[0], '0', '50'])],
    ['a hash cut short', withFirst([first[0].slice(0, 16), '50', '0'])],
    ['a hash in capitals', withFirst([first[0].toUpperCase(), '50', '0'])],
    ['a sum written otherwise', withFirst([first[0], '050', '0'])],
    ['a sum that is a number', withFirst([first[0], 50, 0])],
    ['a step more', { path: [...path, textOfNode(EMPTY)] }],
    ['a step less', { path: path.slice(1) }],
    ['no way at all', { path: [] }],
    ['its own sums swapped', { owed: '7', owing: '100' }],
    ['less owed', { owed: '99' }],
    ['more owing', { owing: '8' }],
    ['another owner', { owner: ownerAt(1) }],
    ['an owner of two lines', { owner: `${ownerAt(0)}\n` }],
    ['another salt', { salt: '0e'.repeat(16) }],
    ['the neighbour’s place', { index: 1 }],
    ['a place outside', { index: 2 ** 16 }],
    ['a place between', { index: 0.5 }],
  ];
  test.each(forgeries)('%s', (_what, change) => {
    expect(isProved(root, { ...proof, ...change } as LiabilityProof)).toBe(false);
  });

  test('a leaf of another root, another asset or another exchange', () => {
    for (const other of [{ seq: 10 }, { asset: 'BTC' }, { exchange: 'y' }]) {
      expect(isProved(root, proof, { ...PLACE, ...other })).toBe(false);
    }
  });

  test('a root that says less than what is below it', () => {
    expect(isProved({ ...root, owed: '149' }, proof)).toBe(false);
    expect(isProved({ ...root, owing: '6' }, proof)).toBe(false);
  });

  test('a short tree, and an inner node that is told of as a leaf', () => {
    const short = nodeAbove(hash, 1, leaf, EMPTY);
    const [shortHash, shortOwed, shortOwing] = textOfNode(short);
    const shortRoot = { height: 1, hash: shortHash, owed: shortOwed, owing: shortOwing };
    expect(isProved(shortRoot, { ...proof, path: [textOfNode(EMPTY)] })).toBe(false);
    const inner = { ...proof, path: path.slice(1) };
    expect(isProved({ ...root, height: 15 }, inner)).toBe(false);
  });

  test('the leaf of an owner is no proof for another who is owed as much', () => {
    const tree = treeOf([liability, { ...liability, owner: ownerAt(1) }]);
    const mine = liabilityProof(tree, ownerAt(0))!;
    expect(isProved(rootOfTree(tree), { ...mine, owner: ownerAt(1) })).toBe(false);
  });
});
