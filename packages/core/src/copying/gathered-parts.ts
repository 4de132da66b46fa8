/** Parts in orders that wait for their followers: they become smaller, or the order ends before it trades (INV-39). */
import { assert, CopyLeftOut, EventKind, OrderType, onlyReduces, ownerOf } from '@halcyon/domain';
import type { Plan } from '../plans/plan.ts';
import { isOfPosition } from '../plans/plan-checks.ts';
import type { State } from '../state/state.ts';
import { loadOwner } from './batch-load.ts';
import { type BatchOwner, leftOf } from './copy-batch.ts';
import type { EndReason, GatheredOrder } from './gathered-order.ts';

/**
 * The order to go on with: of those that only close, and those that a due plan of their trader that only closes waits
 * for, the first; else the first of all. So no stop waits for what others open.
 */
export function nextGathered({ copies, plans }: State): GatheredOrder | null {
  const { gathered, fired } = copies;
  const stopped = new Set<number>();
  for (const id of fired) {
    const plan = plans.get(id);
    if (plan !== undefined && onlyCloses(plan)) stopped.add(ownerOf(plan.account));
  }
  const urgent = gathered.find(({ reduceOnly, trader }) => reduceOnly || stopped.has(trader));
  return urgent ?? gathered[0] ?? null;
}

function onlyCloses({ planType, side, options = 0 }: Plan): boolean {
  return isOfPosition(planType) || onlyReduces(side, options);
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
  emitGathered(state, gathered, 1, why);
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
export function emitGathered(
  { seq, time, log }: State,
  { id, trader, instrument, leg, side, own, followers, request }: GatheredOrder,
  ended: 0 | 1,
  why: EndReason,
): void {
  const { type, timeInForce } = request;
  const price = type === OrderType.market ? 0 : request.price;
  const terms = { type, timeInForce, price, lots: own.lots };
  const about = { batch: id, trader, instrument, leg, side, ...terms };
  const kind = EventKind.copyOrderGathered;
  log.push({ kind, seq, time, ...about, followers: followers.length, ended, ...why });
}
