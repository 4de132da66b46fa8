/**
 * Plans of a copy portfolio's key: triggers, trailing stops, take profit and stop loss of the trader's position. When one is
 * due it is an order of all who follow.
 */
import { legOf, OrderOption, type PlacePlanCommand, wireId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { Caller } from '../../auth/authenticate.ts';
import { cancelTraderPlan, placeTraderPlan } from '../../copying/trader-orders.ts';
import type { RestContext } from '../../http/context.ts';
import { type BatchAnswer, type BatchItem, failure } from '../../translate/batch.ts';
import { refuseGiven, refuseOwnTrades } from './orders.ts';
import { traderOf } from './who.ts';

/** Fields of plans that those of portfolios have not. */
const NOT_COPIED = [
  ...(['clientOid', 'stopSurplusTriggerPrice', 'stopSurplusExecutePrice'] as const),
  ...(['stopLossTriggerPrice', 'stopLossExecutePrice'] as const),
];

type PlanRequest = Parameters<typeof refuseOwnTrades>[0] extends infer Stp
  ? { readonly [name in (typeof NOT_COPIED)[number]]?: string } & { readonly stpMode?: Stp }
  : never;

/** Places the plan of a request for all who follow: its id. @throws WireError */
export async function placeCopiedPlan(
  context: RestContext,
  request: PlanRequest,
  { command, refused }: BatchItem,
  caller: Caller,
): Promise<number> {
  refuseGiven(request, NOT_COPIED);
  refuseOwnTrades(request.stpMode ?? 'none');
  const trader = await traderOf(context, caller, {});
  const {
    instrument,
    side,
    planType,
    triggerBy,
    triggerPrice,
    price,
    quantity,
    callbackPpm,
    options,
  } = command as Omit<PlacePlanCommand, 'seq' | 'time'>;
  const terms = {
    instrument,
    side,
    planType,
    triggerBy,
    triggerPrice,
    price,
    quantity,
    callbackPpm,
  };
  const reduceOnly = ((options ?? 0) & OrderOption.reduceOnly) === 0 ? 0 : 1;
  const plan = { ...terms, reduceOnly, leg: legOf(options ?? 0) } as const;
  return placeTraderPlan(context, trader, plan, refused);
}

/** A plan that a request names, which is known to wait. */
interface Named {
  readonly id: number;
}

/** Cancels plans, one after the other; the answer names each. */
export async function cancelCopiedPlans(
  context: RestContext,
  listed: readonly (Named | WireError)[],
  caller: Caller,
): Promise<BatchAnswer> {
  const trader = await traderOf(context, caller, {});
  const answer: BatchAnswer = { successList: [], failureList: [] };
  for (const [i, one] of listed.entries()) {
    const named = { orderId: one instanceof WireError ? '' : wireId(one.id), clientOid: '' };
    try {
      if (one instanceof WireError) throw one;
      await cancelTraderPlan(context, trader, one.id);
      answer.successList.push(named);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      answer.failureList.push({ ...named, ...failure(error, i) });
    }
  }
  return answer;
}
