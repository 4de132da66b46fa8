/**
 * The trees of liabilities of a root in a file (`tree-….leaves`), so that the proof of an owner is a few
 * short reads. Of each asset, one behind the other:
 *
 *     0 magic "HALCYONL"   8 f64 leaves   16 f64 kept nodes
 *    24 leaves by place, 64 bytes each: f64 owner, u128 owed, u128 owing, u32 index, 4 bytes 0, salt (16)
 *       ranks of the leaves by owner, u32 each, and 4 bytes 0 where their number is odd
 *       kept nodes by key, 72 bytes each: f64 key, hash (32), u128 owed, u128 owing
 *
 * All numbers little-endian. A file says nothing that is not held against the root before it is told.
 */
import {
  hexOfBytes,
  type KeptNodes,
  type LeafList,
  LiabilityTree,
  type NodeMap,
  nodeKey,
  type SumNode,
  type TreeLeaf,
  type TreeLeaves,
  type TreeSource,
} from '@halcyon/domain';
import {
  type FileHandle,
  type JournalDamageError,
  joinPath,
  piecesOf,
  replaceFile,
  type Storage,
} from '@halcyon/journal';
import { damage, namesIn, readBytes } from '../seals/seal-record.ts';
import { reservesFolder } from './root-file.ts';

const MAGIC = new TextEncoder().encode('HALCYONL');
const HEAD_BYTES = 24;
const LEAF_BYTES = 64;
const NODE_BYTES = 72;
const RANK_BYTES = 4;
/** Written in one piece. */
const LEAVES_AT_ONCE = 8_192;
const NAME = /^tree-(\d{16})\.leaves$/;
const LOW_64 = 2n ** 64n - 1n;

/** A tree as it is made: its leaves, and the nodes that are kept. */
export interface MadeTree {
  readonly leaves: LeafList;
  readonly kept: NodeMap;
}

/** Where in a leaf and in a node its fields are. */
const At = { owed: 8, owing: 24, index: 40, salt: 48, nodeHash: 8, nodeOwed: 40, nodeOwing: 56 };

function nameOf(seq: number): string {
  return `tree-${String(seq).padStart(16, '0')}.leaves`;
}

/** Writes the trees of a root durably. @param trees by asset as in the root; each is written when it is made */
export function writeTrees(
  storage: Storage,
  journal: string,
  seq: number,
  trees: Iterable<MadeTree>,
): void {
  replaceFile(storage, reservesFolder(journal), nameOf(seq), bytesOfTrees(trees));
}

function* bytesOfTrees(trees: Iterable<MadeTree>): Generator<Uint8Array> {
  for (const { leaves, kept } of trees) {
    const nodes = kept.entries();
    const head = new Uint8Array(HEAD_BYTES);
    head.set(MAGIC);
    const view = new DataView(head.buffer);
    view.setFloat64(8, leaves.count, true);
    view.setFloat64(16, nodes.length, true);
    yield head;
    for (let from = 0; from < leaves.count; from += LEAVES_AT_ONCE) {
      yield leafBytes(leaves, from, Math.min(from + LEAVES_AT_ONCE, leaves.count));
    }
    for (const bytes of [rankBytes(leaves), nodeBytes(nodes)]) yield* piecesOf(bytes);
  }
}

/** Removes the trees of all roots but some. */
export function removeTrees(storage: Storage, journal: string, kept: ReadonlySet<number>): void {
  for (const name of namesIn(storage, reservesFolder(journal))) {
    const match = NAME.exec(name);
    if (match === null || kept.has(Number(match[1]))) continue;
    storage.unlink(joinPath(reservesFolder(journal), name));
  }
}

function leafBytes(leaves: LeafList, from: number, end: number): Uint8Array {
  const bytes = Buffer.alloc((end - from) * LEAF_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let rank = from; rank < end; rank++) {
    const { owner, owed, owing, index, salt } = leaves.leafAt(rank);
    const at = (rank - from) * LEAF_BYTES;
    view.setFloat64(at, Number(owner), true);
    setSum(view, at + At.owed, owed);
    setSum(view, at + At.owing, owing);
    view.setUint32(at + At.index, index, true);
    bytes.write(salt, at + At.salt, 'hex');
  }
  return bytes;
}

function rankBytes({ byOwner }: LeafList): Uint8Array {
  const ranks = new Uint32Array(ranksRoom(byOwner.length) / RANK_BYTES);
  ranks.set(byOwner);
  return new Uint8Array(ranks.buffer);
}

/** Bytes of the ranks, a multiple of 8. */
function ranksRoom(count: number): number {
  return Math.ceil(count / 2) * 2 * RANK_BYTES;
}

function nodeBytes(nodes: readonly (readonly [key: number, node: SumNode])[]): Uint8Array {
  const bytes = Buffer.alloc(nodes.length * NODE_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (const [n, [key, { hash, owed, owing }]] of nodes.entries()) {
    const at = n * NODE_BYTES;
    view.setFloat64(at, key, true);
    bytes.write(hash, at + At.nodeHash, 'hex');
    setSum(view, at + At.nodeOwed, owed);
    setSum(view, at + At.nodeOwing, owing);
  }
  return bytes;
}

function setSum(view: DataView, at: number, sum: bigint): void {
  view.setBigUint64(at, sum & LOW_64, true);
  view.setBigUint64(at + 8, sum >> 64n, true);
}

function sumAt(view: DataView, at: number): bigint {
  return view.getBigUint64(at, true) | (view.getBigUint64(at + 8, true) << 64n);
}

/** An open file of trees. Close it. */
export class TreesFile {
  readonly #storage: Storage;
  readonly #handle: FileHandle;
  readonly #path: string;

  constructor(storage: Storage, journal: string, seq: number) {
    this.#storage = storage;
    this.#path = joinPath(reservesFolder(journal), nameOf(seq));
    this.#handle = storage.open(this.#path, 'read');
  }

  /** The trees in their order. @throws JournalDamageError, or what the storage throws */
  *trees(count: number): Generator<TreeInFile> {
    let at = 0;
    for (let n = 0; n < count; n++) {
      const tree = new TreeInFile((position, length) => this.#read(position, length), at);
      if (tree.end > this.#storage.size(this.#handle)) throw this.#damage(at);
      yield tree;
      at = tree.end;
    }
  }

  close(): void {
    this.#storage.close(this.#handle);
  }

  #read(position: number, length: number): DataView {
    const file = { handle: this.#handle, path: this.#path };
    return new DataView(readBytes(this.#storage, file, position, length).buffer);
  }

  #damage(at: number): JournalDamageError {
    return damage(this.#path, at, 'a tree of liabilities', 'something else');
  }
}

/** The leaves and nodes of one asset, read as they are needed. */
class TreeInFile implements TreeLeaves, KeptNodes {
  readonly count: number;
  /** Where the next tree begins. */
  readonly end: number;
  readonly #at: number;
  readonly #nodes: number;
  readonly #ranksAt: number;
  readonly #nodesAt: number;
  readonly #bytes: (position: number, length: number) => DataView;

  constructor(bytes: (position: number, length: number) => DataView, at: number) {
    this.#bytes = bytes;
    const head = bytes(at, HEAD_BYTES);
    const isOurs = MAGIC.every((byte, n) => head.getUint8(n) === byte);
    [this.count, this.#nodes] = [head.getFloat64(8, true), head.getFloat64(16, true)];
    const isCounted = [this.count, this.#nodes].every((n) => Number.isSafeInteger(n) && n >= 0);
    this.#at = at + HEAD_BYTES;
    this.#ranksAt = this.#at + this.count * LEAF_BYTES;
    this.#nodesAt = this.#ranksAt + ranksRoom(this.count);
    this.end = isOurs && isCounted ? this.#nodesAt + this.#nodes * NODE_BYTES : Infinity;
  }

  /** The tree, read as it is needed. */
  tree(source: TreeSource): LiabilityTree {
    return new LiabilityTree(source, this, this);
  }

  indexAt(rank: number): number {
    return this.#bytes(this.#at + rank * LEAF_BYTES + At.index, 4).getUint32(0, true);
  }

  leafAt(rank: number): TreeLeaf {
    const view = this.#bytes(this.#at + rank * LEAF_BYTES, LEAF_BYTES);
    return {
      owner: `${view.getFloat64(0, true)}`,
      owed: sumAt(view, At.owed),
      owing: sumAt(view, At.owing),
      index: view.getUint32(At.index, true),
      salt: hexOfBytes(new Uint8Array(view.buffer, At.salt)),
    };
  }

  rankOf(owner: string): number {
    const wanted = Number(owner);
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const rank = this.#rankAt(middle);
      const found = this.#bytes(this.#at + rank * LEAF_BYTES, 8).getFloat64(0, true);
      if (found === wanted) return rank;
      if (found < wanted) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  find(level: number, index: number): SumNode | undefined {
    const wanted = nodeKey(level, index);
    let [low, high] = [0, this.#nodes];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const view = this.#bytes(this.#nodesAt + middle * NODE_BYTES, NODE_BYTES);
      const key = view.getFloat64(0, true);
      if (key === wanted) return nodeIn(view);
      if (key < wanted) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  /** The file has them all. */
  keep(): void {}

  #rankAt(place: number): number {
    return this.#bytes(this.#ranksAt + place * RANK_BYTES, RANK_BYTES).getUint32(0, true);
  }
}

function nodeIn(view: DataView): SumNode {
  return {
    hash: hexOfBytes(new Uint8Array(view.buffer, At.nodeHash, 32)),
    owed: sumAt(view, At.nodeOwed),
    owing: sumAt(view, At.nodeOwing),
  };
}
