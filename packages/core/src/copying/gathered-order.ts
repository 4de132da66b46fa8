/**
 * A trader's order before it trades: which followers have been asked, what each would have in it, and who is yet to be asked.
 * Those who were asked hold the margin for their parts, so what they have free cannot be used twice meanwhile.
 */
import {
  assert,
  type CopiedOrder,
  CopyLeftOut,
  EventKind,
  type InstrumentId,
  type Side,
} from '@halcyon/domain';
import type { OrderRequest } from '../spot/order-request.ts';
import type { State } from '../state/state.ts';
import type { BatchOrder } from './batch-admission.ts';
import { loadOwner } from './batch-load.ts';
import { type BatchOwner, leftOf, ownerAt } from './copy-batch.ts';

export interface GatheredOrder {
  /** The batch that it will be. */
  readonly id: number;
  /** The trader's portfolio. */
  readonly trader: number;
  readonly instrument: InstrumentId;
  readonly side: Side;
  /** What was ordered, and what its checks made of it. */
  readonly asked: BatchOrder;
  readonly planned: boolean;
  readonly request: OrderRequest;
  /** As followers see it, from when it was ordered. */
  readonly order: CopiedOrder;
  readonly reduceOnly: boolean;
  /** Ticks at which margin is held for the parts, 0 = none is. */
  readonly held: number;
  readonly own: BatchOwner;
  /** Those who were asked, in the order of users. */
  readonly owners: BatchOwner[];
  /** Of each what it had when it was asked, units, and its limit of slippage. */
  readonly free: bigint[];
  readonly backing: bigint[];
  readonly slippagePpm: number[];
  /** Followers to be asked, in the order of users, and the next of them. */
  readonly followers: readonly number[];
  next: number;
}

/** Why an order that was waiting for its followers ends without a trade; 0 = it was cancelled. */
export interface EndReason {
  readonly code: number;
  readonly limit: number;
  readonly value: number;
}

export const CANCELLED: EndReason = { code: 0, limit: 0, value: 0 };

/** The part of a portfolio in an order; null = it has none. */
export function askedPart(gathered: GatheredOrder, user: number): BatchOwner | null {
  if (user === gathered.trader) return gathered.own;
  const at = ownerAt(gathered, user);
  return at === -1 ? null : gathered.owners[at]!;
}

/** Leaves a follower who was asked less. @param lots that may stay */
export function shrinkAsked(
  state: State,
  gathered: GatheredOrder,
  owner: BatchOwner,
  lots: number,
  why: CopyLeftOut = CopyLeftOut.gone,
): void {
  assert(lots >= 0, 'INV-39: a part that has not traded is less than nothing');
  const cut = leftOf(owner) - Math.min(leftOf(owner), lots);
  if (cut === 0) return;
  loadOwner(state, gathered, owner, -cut);
  owner.lots -= cut;
  owner.closes = Math.min(owner.closes, owner.lots);
  owner.open -= cut;
  owner.leftOut = why;
  assert(owner.open === owner.lots, 'INV-39: a part that has not traded is not whole');
}

/** An order ends before it trades: nobody holds anything for it. */
export function endGathered(state: State, gathered: GatheredOrder, why: EndReason): void {
  release(state, gathered);
  tellGathered(state, gathered, 1, why);
}

/** It is waiting for followers no more. What is held stays with the batch. */
export function removeGathered({ copies }: State, gathered: GatheredOrder): void {
  copies.gathered = copies.gathered.filter((one) => one !== gathered);
}

function release(state: State, gathered: GatheredOrder): void {
  for (const owner of [gathered.own, ...gathered.owners]) {
    loadOwner(state, gathered, owner, -leftOf(owner));
  }
  removeGathered(state, gathered);
}

/** Says that an order waits until followers are asked, or has ended before it traded. */
export function tellGathered(
  { seq, time, log }: State,
  { id, trader, instrument, side, own, followers }: GatheredOrder,
  ended: 0 | 1,
  why: EndReason,
): void {
  const about = { batch: id, trader, instrument, side, lots: own.lots };
  const kind = EventKind.copyOrderGathered;
  log.push({ kind, seq, time, ...about, followers: followers.length, ended, ...why });
}

/** As a snapshot has it. */
export type GatheredImage = Omit<GatheredOrder, 'order' | 'free' | 'backing'> & {
  readonly order: Omit<CopiedOrder, 'equity'> & { readonly equity: string };
  readonly free: readonly string[];
  readonly backing: readonly string[];
};

export function imageOfGathered(gathered: GatheredOrder): GatheredImage {
  const { order, free, backing } = gathered;
  return {
    ...ownCopy(gathered),
    order: { ...order, equity: `${order.equity}` },
    free: free.map(String),
    backing: backing.map(String),
  };
}

export function gatheredOf(image: GatheredImage): GatheredOrder {
  const { order, free, backing } = image;
  return {
    ...ownCopy(image),
    order: { ...order, equity: BigInt(order.equity) },
    free: free.map(BigInt),
    backing: backing.map(BigInt),
  };
}

/** A copy that shares nothing that changes. */
function ownCopy<Of extends GatheredOrder | GatheredImage>(gathered: Of): Of {
  const { own, owners, slippagePpm } = gathered;
  const copies = owners.map((owner) => ({ ...owner }));
  return { ...gathered, own: { ...own }, owners: copies, slippagePpm: [...slippagePpm] };
}
