/** What an exchange could show that owes more than it says. */
import { describe, expect, test } from 'vitest';
import { sha256 } from '../sha256.ts';
import { liabilityProof, rootOfTree } from './liability-proof.ts';
import { hashDraws, hashText, LeafList, LiabilityTree, NodeMap } from './liability-tree.ts';
import { checkReserves, type ReservesProof } from './reserves-proof.ts';
import {
  type AssetReserves,
  reservesContents,
  reservesFault,
  reservesLink,
  reservesRatio,
} from './reserves-root.ts';

const hash = hashText(sha256);
const NONE = '0'.repeat(64);
const PLACE = { exchange: 'x', seq: 9, asset: 'USDT' };
const [ANN, BEN] = ['1000000016', '1000000017'] as const;
const OWN = { fees: '0', rounding: '0', fund: '0', pool: '0', settlement: '0', traders: '0' };

/** One leaf of 50, and what a root says beside it. */
function shown(said: Partial<AssetReserves>): ReservesProof {
  const draws = hashDraws(hash, PLACE.asset, NONE);
  const source = { hash, place: PLACE, draws };
  const leaves = new LeafList(draws, [{ owner: ANN, owed: 50n, owing: 0n }]);
  const tree = new LiabilityTree(source, leaves, new NodeMap());
  const sums = { lent: '0', reserves: '50', own: OWN };
  const assets = [{ asset: 'USDT', scale: 6, ...rootOfTree(tree), ...sums, ...said }];
  const contents = reservesContents(hash, assets);
  const known = { exchange: 'x', seq: 9, time: 1, rules: 13, journal: NONE, seal: NONE };
  const head = { ...known, previous: NONE, contents };
  const root = { ...head, link: reservesLink(hash, head), assets };
  return {
    halcyon: 'proof of reserves 1',
    root,
    proofs: { USDT: liabilityProof(tree, ANN)! },
  };
}

describe('an exchange that owes more than it says', () => {
  test('shows one leaf to two owners: it is of one of them', () => {
    const proof = shown({});
    expect(checkReserves(hash, proof).name).toBe('proved');
    expect(checkReserves(hash, proof, ANN).name).toBe('proved');
    const verdict = checkReserves(hash, proof, BEN);
    expect(verdict).toEqual({ name: 'leaf', asset: 'USDT', fault: 'owner' });
  });

  test('shows a sound root and no leaf: nothing is proved', () => {
    const verdict = checkReserves(hash, { ...shown({}), proofs: {} });
    expect(verdict).toEqual({ name: 'unreadable', field: 'proofs' });
  });

  test('says to have lent what nobody owes', () => {
    const { root } = shown({ lent: '50', reserves: '100' });
    expect(reservesFault(hash, root)).toBe('sum');
  });

  test('invents traders in debt: the ratio does not count what they owe', () => {
    const { root } = shown({ reserves: '20', own: { ...OWN, traders: '-30' } });
    expect(reservesFault(hash, root)).toBeNull();
    expect(reservesRatio(root.assets[0]!)).toBe(400_000n);
  });
});
