/**
 * How an owner checks that a root of reserves counts what it is owed, with nothing but the root. Every form
 * that a field may have is held here, so that one proof has one reading; what does not fit proves nothing.
 */
import {
  type HashText,
  type LiabilityTree,
  liabilityLeaf,
  type NodeText,
  nodeAbove,
  nodeOfText,
  SUM_MAX,
  type SumNode,
  sumOfText,
  TREE_HEIGHTS,
  type TreeLeaf,
  type TreePlace,
  textOfNode,
} from './liability-tree.ts';

/** What is known of a tree to everyone. Sums are texts of units, the hash hexadecimal digits. */
export interface LiabilityRoot {
  readonly height: number;
  readonly hash: string;
  readonly owed: string;
  readonly owing: string;
}

/** Leads from what an owner is owed to the root of the asset's tree. */
export interface LiabilityProof {
  readonly owner: string;
  readonly owed: string;
  readonly owing: string;
  readonly index: number;
  readonly salt: string;
  /** From the leaf up. */
  readonly path: readonly NodeText[];
}

/** Why a proof is none. 'form' = a field is not what it must be; 'sum' = a sum leaves its range. */
export type LiabilityFault = 'form' | 'sum' | 'root';

/** The way that was gone, from the leaf up to the root; or why it leads nowhere. */
export type LiabilityCheck =
  | { readonly way: readonly SumNode[] }
  | { readonly fault: LiabilityFault };

const OWNER_TEXT = /^[1-9][0-9]{9,15}$/;
const SALT_TEXT = /^[0-9a-f]{32}$/;

/** What everyone is told of a tree. */
export function rootOfTree({ height, root }: LiabilityTree): LiabilityRoot {
  const [hash, owed, owing] = textOfNode(root);
  return { height, hash, owed, owing };
}

/** The proof of an owner; null = it has no leaf. */
export function liabilityProof(tree: LiabilityTree, owner: string): LiabilityProof | null {
  const leaf = tree.leafOf(owner);
  if (leaf === undefined) return null;
  const { index, salt, owed, owing } = leaf;
  const path = tree.neighbours(index).map(textOfNode);
  return { owner, owed: `${owed}`, owing: `${owing}`, index, salt, path };
}

/** Goes the way from a leaf to the root and holds what comes out against it. */
export function checkLiability(
  hash: HashText,
  place: TreePlace,
  root: LiabilityRoot,
  proof: LiabilityProof,
): LiabilityCheck {
  const leaf = leafOfProof(proof, root.height);
  const path = leaf === null ? null : nodesOf(proof.path, root.height);
  if (leaf === null || path === null) return { fault: 'form' };
  let node = liabilityLeaf(hash, place, leaf);
  const way = [node];
  for (const [below, neighbour] of path.entries()) {
    if (node.owed + neighbour.owed > SUM_MAX || node.owing + neighbour.owing > SUM_MAX) {
      return { fault: 'sum' };
    }
    const isLeft = Math.floor(leaf.index / 2 ** below) % 2 === 0;
    const [left, right] = isLeft ? [node, neighbour] : [neighbour, node];
    node = nodeAbove(hash, below + 1, left, right);
    way.push(node);
  }
  const [digits, owed, owing] = textOfNode(node);
  const isRoot = digits === root.hash && owed === root.owed && owing === root.owing;
  return isRoot ? { way } : { fault: 'root' };
}

function leafOfProof(proof: LiabilityProof, height: number): TreeLeaf | null {
  const { owner, salt, index } = proof;
  const [owed, owing] = [sumOfText(proof.owed), sumOfText(proof.owing)];
  if (!TREE_HEIGHTS.includes(height)) return null;
  if (typeof owner !== 'string' || !OWNER_TEXT.test(owner)) return null;
  if (typeof salt !== 'string' || !SALT_TEXT.test(salt)) return null;
  if (!Number.isInteger(index) || index < 0 || index >= 2 ** height) return null;
  if (owed === null || owing === null) return null;
  return { owner, owed, owing, index, salt };
}

/** As many nodes as the tree has levels; null = they are not. */
function nodesOf(path: readonly NodeText[], height: number): SumNode[] | null {
  if (!Array.isArray(path) || path.length !== height) return null;
  const nodes = path.map(nodeOfText);
  return nodes.every((node) => node !== null) ? nodes : null;
}
