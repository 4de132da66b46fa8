/** Makes a root of reserves of the state that a core has, with the tree of every asset. */
import { randomBytes } from 'node:crypto';
import { type AssetLiabilities, liabilitiesOf, RULES_VERSION, type State } from '@halcyon/core';
import {
  type AssetReserves,
  assert,
  hexOfBytes,
  LeafList,
  type Liability,
  type LiabilityList,
  LiabilityTree,
  NodeMap,
  OWN_NAMES,
  type OwnReserves,
  reservesContents,
  reservesFault,
  reservesLink,
  rootOfTree,
  wireUserId,
} from '@halcyon/domain';
import type { Storage } from '@halcyon/journal';
import {
  hashText,
  makeReservesFolder,
  RESERVES_FORM,
  type RootRecord,
  writeRoot,
} from './root-file.ts';
import { treeDraws } from './tree-draws.ts';
import { type MadeTree, writeTrees } from './tree-file.ts';

const SEED_BYTES = 32;

/** What a root says besides what follows from the state. */
export interface RootPlace {
  readonly exchange: string;
  /** See `ReservesHead`. */
  readonly journal: string;
  readonly seal: string;
  readonly previous: string;
}

/** What places, salts and empty nodes are drawn from, and how. */
type RootDraws = Pick<RootRecord, 'seed' | 'form'>;

/**
 * Makes the root of a state, asset by asset. The same seed gives the same root.
 * @yields the tree of each asset of the root
 */
function* rootSteps(
  state: State,
  place: RootPlace,
  { seed, form }: RootDraws,
): Generator<MadeTree, RootRecord> {
  const { seq, time } = state;
  const assets: AssetReserves[] = [];
  const found = liabilitiesOf(state).filter(isAnything);
  const codeOf = ({ asset }: AssetLiabilities): string => state.assets[asset]!.code;
  for (const one of found.sort((a, b) => (codeOf(a) < codeOf(b) ? -1 : 1))) {
    const { code: asset, scale } = state.assets[one.asset]!;
    const draws = treeDraws(form, asset, seed);
    const source = { hash: hashText, place: { exchange: place.exchange, seq, asset }, draws };
    const made = { leaves: new LeafList(draws, listOf(one)), kept: new NodeMap() };
    const tree = rootOfTree(new LiabilityTree(source, made.leaves, made.kept));
    yield made;
    const [lent, reserves] = [`${one.lent}`, `${one.reserves}`];
    assets.push({ asset, scale, ...tree, lent, reserves, own: ownOf(one) });
  }
  const contents = reservesContents(hashText, assets);
  const head = { ...place, seq, time, rules: RULES_VERSION, contents };
  const link = reservesLink(hashText, head);
  return { ...head, link, assets, seed, form };
}

/** The owners of an asset as leaves name them, one at a time: there may be a million. */
function listOf({ owners }: AssetLiabilities): LiabilityList {
  const each = function* (): Generator<Liability> {
    for (const [owner, { owed, owing }] of owners) yield { owner: wireUserId(owner), owed, owing };
  };
  return { length: owners.length, [Symbol.iterator]: each };
}

/** What a root of a state is. @param drawn seed and form of the root that it is held against */
export function rootOf(state: State, place: RootPlace, drawn: RootDraws): RootRecord {
  const steps = rootSteps(state, place, drawn);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Writes the root of a state: the trees first, because what has a root alone would count as one. */
export function makeRoot(
  storage: Storage,
  journal: string,
  state: State,
  place: RootPlace,
): RootRecord {
  makeReservesFolder(storage, journal);
  const seed = hexOfBytes(randomBytes(SEED_BYTES));
  const steps = rootSteps(state, place, { seed, form: RESERVES_FORM });
  let root: RootRecord | null = null;
  const trees = function* (): Generator<MadeTree> {
    root = yield* steps;
  };
  writeTrees(storage, journal, state.seq, trees());
  assert(root !== null, 'a root of reserves was not finished');
  // What is written is told for ever, and no root could follow on one that is refused.
  assert(reservesFault(hashText, root) === null, 'a root of reserves does not add up');
  writeRoot(storage, journal, root);
  return root;
}

/** Nobody ever had anything of some assets. */
function isAnything({ owners, own, reserves }: AssetLiabilities): boolean {
  return owners.length > 0 || reserves !== 0n || OWN_NAMES.some((name) => own[name] !== 0n);
}

function ownOf({ own }: AssetLiabilities): OwnReserves {
  const texts = OWN_NAMES.map((name) => [name, `${own[name]}`] as const);
  return Object.fromEntries(texts) as unknown as OwnReserves;
}
