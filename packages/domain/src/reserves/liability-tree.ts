/**
 * What the exchange owes its owners of one asset, as the leaves of a Merkle sum tree: its nodes carry sums. A
 * leaf has two numbers, neither below zero: owed to the owner, and owed by the owner. A node's hash covers
 * the hash and the sums of each of its children, so nobody can give a child other numbers than those that
 * were added up; and every sum is held against its range, so none can be made small by going around.
 *
 * Owners stand at places drawn for this one tree, among far more places than there are owners. What is
 * empty looks like a node of nothing: hashes and salts are drawn so that nobody can guess them.
 */
import { assert } from '../assert.ts';
import { hexOfBytes } from '../receipts/receipt-proof.ts';
import type { Sha256 } from '../sha256.ts';

/** Hexadecimal digits of a hash, lower case; all that is hashed is text of ASCII. */
export type HashText = (text: string) => string;

/** Digits of a hash, and of a leaf's salt. */
const HASH_DIGITS = 64;
export const SALT_DIGITS = 32;
/** Largest sum: 2^32 owners of a balance each have room. */
export const SUM_MAX = 2n ** 96n - 1n;
/** Levels above the leaves that a tree may have: few, as the height tells how many owners there may be. */
export const TREE_HEIGHTS: readonly number[] = [16, 22, 28];

/** A node of a tree, and what is below it, units of the asset. */
export interface SumNode {
  /** Hexadecimal digits. */
  readonly hash: string;
  readonly owed: bigint;
  readonly owing: bigint;
}

/** What an owner is owed of an asset, and owes of it, units. */
export interface Liability {
  /** Number on the wire: ten digits or more. */
  readonly owner: string;
  readonly owed: bigint;
  readonly owing: bigint;
}

/** Which tree a leaf is of: it stands in no other one. */
export interface TreePlace {
  /** Id of the exchange. */
  readonly exchange: string;
  /** The last command that counts. */
  readonly seq: number;
  /** Code of the asset. */
  readonly asset: string;
}

/** A leaf with where it stands. */
export interface TreeLeaf extends Liability {
  /** From the left, 0 = the first. */
  readonly index: number;
  /** Hexadecimal digits. */
  readonly salt: string;
}

/** Of a drawn number of 32 bits. */
const DRAWN_DIGITS = 8;
/** Subtrees of at least so many leaves are kept: proofs work out smaller ones again. */
const KEPT_FROM = 64;

/** The same of any SHA-256. */
export function hashText(sha256: Sha256): HashText {
  return (text) => hexOfBytes(sha256(text));
}

/** A leaf as a node. @param leaf its sums within their range */
export function liabilityLeaf(hash: HashText, place: TreePlace, leaf: TreeLeaf): SumNode {
  const { owner, salt, owed, owing } = leaf;
  assertSums(leaf);
  const { exchange, seq, asset } = place;
  const head = `halcyon liability 1\n${JSON.stringify(exchange)}\n${seq}\n${asset}`;
  return { hash: hash(`${head}\n${owner}\n${salt}\n${owed}\n${owing}`), owed, owing };
}

/** The node above two. @param level of the node, 1 = above leaves. @throws InvariantError beyond the range */
export function nodeAbove(hash: HashText, level: number, left: SumNode, right: SumNode): SumNode {
  const owed = left.owed + right.owed;
  const owing = left.owing + right.owing;
  const children = `${linesOf(left)}\n${linesOf(right)}`;
  const node = { hash: hash(`halcyon sum 1\n${level}\n${children}`), owed, owing };
  assertSums(node);
  return node;
}

function linesOf({ hash, owed, owing }: SumNode): string {
  return `${hash}\n${owed}\n${owing}`;
}

function assertSums({ owed, owing }: Pick<SumNode, 'owed' | 'owing'>): void {
  assert(owed >= 0n && owing >= 0n, 'a sum of liabilities is below zero');
  assert(owed <= SUM_MAX && owing <= SUM_MAX, 'a sum of liabilities leaves its range');
}

/** How high the tree of so many owners is: at most half of its places are taken. */
export function treeHeight(owners: number): number {
  const height = TREE_HEIGHTS.find((levels) => owners <= 2 ** (levels - 1));
  assert(height !== undefined, `${owners} owners are more than a tree has places for`);
  return height;
}

/** The secrets of one tree: the same ones and the same owners give the same tree, and nobody can guess them. */
export interface TreeDraws {
  /** Numbers of 32 bits that places are drawn by, the first ones first; without end. */
  numbers(): Iterable<number>;
  /** Digits of the salt of the n-th owner. */
  salt(n: number): string;
  /** Digits of the hash of a node that nobody is below. */
  empty(level: number, index: number): string;
}

/** What a tree is made with. */
export interface TreeSource {
  readonly hash: HashText;
  readonly place: TreePlace;
  readonly draws: TreeDraws;
}

/** The leaves of a tree in the order of their places: in memory, or in a file. */
export interface TreeLeaves {
  readonly count: number;
  /** Where a leaf stands in the tree. @param rank 0 = the first leaf */
  indexAt(rank: number): number;
  leafAt(rank: number): TreeLeaf;
  /** Rank of the leaf of an owner; -1 = there is none. */
  rankOf(owner: string): number;
}

/** Nodes of large subtrees, worked out once. */
export interface KeptNodes {
  find(level: number, index: number): SumNode | undefined;
  keep(level: number, index: number, node: SumNode): void;
}

/** A tree of liabilities. Nodes are worked out from the leaves; large subtrees once. */
export class LiabilityTree {
  readonly height: number;
  readonly root: SumNode;
  readonly #leaves: TreeLeaves;
  readonly #kept: KeptNodes;
  readonly #source: TreeSource;

  constructor(source: TreeSource, leaves: TreeLeaves, kept: KeptNodes) {
    this.#source = source;
    this.#leaves = leaves;
    this.#kept = kept;
    this.height = treeHeight(leaves.count);
    this.root = this.#node(this.height, 0, 0, leaves.count);
  }

  /** The leaf of an owner; undefined = there is none. */
  leafOf(owner: string): TreeLeaf | undefined {
    const rank = this.#leaves.rankOf(owner);
    return rank < 0 ? undefined : this.#leaves.leafAt(rank);
  }

  /** The neighbours on the way from a leaf to the root, the lowest first. */
  neighbours(index: number): SumNode[] {
    const path: SumNode[] = [];
    let [from, end] = [0, this.#leaves.count];
    for (let level = this.height; level > 0; level--) {
      const below = level - 1;
      const middle = this.#split(Math.floor(index / 2 ** level) * 2 + 1, below, from, end);
      const child = Math.floor(index / 2 ** below);
      const isLeft = child % 2 === 0;
      path.push(
        isLeft
          ? this.#node(below, child + 1, middle, end)
          : this.#node(below, child - 1, from, middle),
      );
      if (isLeft) end = middle;
      else from = middle;
    }
    return path.reverse();
  }

  /** A node, of the leaves from one up to another. */
  #node(level: number, index: number, from: number, end: number): SumNode {
    const { hash, place, draws } = this.#source;
    // Nothing, and it looks like any other node of nothing.
    if (from === end) return { hash: draws.empty(level, index), owed: 0n, owing: 0n };
    if (level === 0) return liabilityLeaf(hash, place, this.#leaves.leafAt(from));
    const isKept = end - from >= KEPT_FROM;
    const known = isKept ? this.#kept.find(level, index) : undefined;
    if (known !== undefined) return known;
    const middle = this.#split(2 * index + 1, level - 1, from, end);
    const left = this.#node(level - 1, 2 * index, from, middle);
    const right = this.#node(level - 1, 2 * index + 1, middle, end);
    const node = nodeAbove(hash, level, left, right);
    if (isKept) this.#kept.keep(level, index, node);
    return node;
  }

  /** The first of some leaves that stands in a node or right of it. */
  #split(node: number, level: number, from: number, end: number): number {
    const first = node * 2 ** level;
    let [low, high] = [from, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#leaves.indexAt(middle) < first) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Owners in the order of their numbers, each once. */
export interface LiabilityList extends Iterable<Liability> {
  readonly length: number;
}

/** Leaves in memory, as columns: a million objects are half a gigabyte. */
export class LeafList implements TreeLeaves {
  readonly count: number;
  /** Ranks of the leaves in the order of their owners. */
  readonly byOwner: Uint32Array;
  readonly #draws: TreeDraws;
  readonly #owners: Float64Array;
  /** Four words of 64 bits an owner: owed, low and high, then owing. */
  readonly #sums: BigUint64Array;
  /** By rank: where a leaf stands, and which owner has it. */
  readonly #indexes: Uint32Array;
  readonly #ofRank: Uint32Array;

  constructor(draws: TreeDraws, liabilities: LiabilityList) {
    const count = liabilities.length;
    this.count = count;
    this.#draws = draws;
    this.#owners = new Float64Array(count);
    this.#sums = new BigUint64Array(count * 4);
    this.#fill(liabilities);
    const places = drawnPlaces(draws, count);
    const [byOwner, indexes, ofRank] = [0, 1, 2].map(() => new Uint32Array(count));
    for (const [rank, place] of places.entries()) {
      const n = place % COUNT_MAX;
      indexes![rank] = Math.floor(place / COUNT_MAX);
      ofRank![rank] = n;
      byOwner![n] = rank;
    }
    this.byOwner = byOwner!;
    this.#indexes = indexes!;
    this.#ofRank = ofRank!;
  }

  indexAt(rank: number): number {
    return this.#indexes[rank]!;
  }

  leafAt(rank: number): TreeLeaf {
    const n = this.#ofRank[rank]!;
    const [owner, salt] = [`${this.#owners[n]!}`, this.#draws.salt(n)];
    const [owed, owing] = [this.#sum(n * 4), this.#sum(n * 4 + 2)];
    return { owner, owed, owing, index: this.#indexes[rank]!, salt };
  }

  rankOf(owner: string): number {
    const n = this.#owners.indexOf(Number(owner));
    return n < 0 ? -1 : this.byOwner[n]!;
  }

  #fill(liabilities: LiabilityList): void {
    let [n, before] = [0, 0];
    for (const { owner, owed, owing } of liabilities) {
      const number = Number(owner);
      assert(number > before, `owner ${owner} has two leaves, or is out of order`);
      assertSums({ owed, owing });
      this.#owners[n] = number;
      this.#setSum(n * 4, owed);
      this.#setSum(n * 4 + 2, owing);
      [n, before] = [n + 1, number];
    }
  }

  #setSum(at: number, sum: bigint): void {
    if (sum === 0n) return;
    this.#sums[at] = sum;
    this.#sums[at + 1] = sum >> 64n;
  }

  #sum(at: number): bigint {
    const [low, high] = [this.#sums[at]!, this.#sums[at + 1]!];
    return high === 0n ? low : low | (high << 64n);
  }
}

/** Nodes in memory. */
export class NodeMap implements KeptNodes {
  readonly #nodes = new Map<number, SumNode>();

  find(level: number, index: number): SumNode | undefined {
    return this.#nodes.get(nodeKey(level, index));
  }

  keep(level: number, index: number, node: SumNode): void {
    this.#nodes.set(nodeKey(level, index), node);
  }

  /** In the order of their keys. */
  entries(): (readonly [key: number, node: SumNode])[] {
    return [...this.#nodes].sort(([a], [b]) => a - b);
  }
}

/** One number for a place in a tree: the level, and what 32 bits can say of the index. */
export function nodeKey(level: number, index: number): number {
  return level * 2 ** 32 + index;
}

/** Of owners in a tree; a place and the number of its owner in the list make one number. */
const COUNT_MAX = 2 ** 24;

/** So many places, no two the same, from the left: `index * COUNT_MAX + n`. */
function drawnPlaces(draws: TreeDraws, count: number): Float64Array {
  assert(count <= COUNT_MAX, `${count} owners are more than a tree is made for`);
  const height = treeHeight(count);
  const isTaken = new Uint8Array(2 ** height);
  const places = new Float64Array(count);
  let n = 0;
  if (count === 0) return places;
  for (const number of draws.numbers()) {
    const index = number >>> (32 - height);
    if (isTaken[index] === 1) continue;
    isTaken[index] = 1;
    places[n] = index * COUNT_MAX + n;
    n += 1;
    if (n === count) break;
  }
  return places.sort();
}

/** Draws of a tree by its hash. @param seed digits of 32 bytes that are told to nobody */
export function hashDraws(hash: HashText, asset: string, seed: string): TreeDraws {
  const drawn = (what: string, n: number, at: number) =>
    hash(`${seed}\n${asset}\n${what}\n${n}\n${at}`);
  return {
    *numbers() {
      for (let round = 0; ; round++) {
        const digits = drawn('place', round, 0);
        for (let at = 0; at < HASH_DIGITS; at += DRAWN_DIGITS) {
          yield Number.parseInt(digits.slice(at, at + DRAWN_DIGITS), 16);
        }
      }
    },
    salt: (n) => drawn('salt', n, 0).slice(0, SALT_DIGITS),
    empty: (level, index) => drawn('empty', level, index),
  };
}

/** A node of text: as it is told in a proof. */
export type NodeText = readonly [hash: string, owed: string, owing: string];

/** @param node as a proof tells it */
export function textOfNode({ hash, owed, owing }: SumNode): NodeText {
  return [hash, `${owed}`, `${owing}`];
}

const HASH_TEXT = new RegExp(`^[0-9a-f]{${HASH_DIGITS}}$`);
const SUM_TEXT = /^(0|[1-9][0-9]{0,28})$/;

/** The node of a text that is exactly one; null = it is not. */
export function nodeOfText(text: unknown): SumNode | null {
  if (!Array.isArray(text) || text.length !== 3) return null;
  const [hash, ...sums] = text as readonly unknown[];
  const [owed, owing] = sums.map(sumOfText);
  if (typeof hash !== 'string' || !HASH_TEXT.test(hash)) return null;
  if (owed === undefined || owing === undefined || owed === null || owing === null) return null;
  return { hash, owed, owing };
}

/** A sum in its range from its one text; null = it is none. */
export function sumOfText(text: unknown): bigint | null {
  if (typeof text !== 'string' || !SUM_TEXT.test(text)) return null;
  const sum = BigInt(text);
  return sum <= SUM_MAX ? sum : null;
}
