/** Orders of a trader for all who follow: what pages and the trading API place, change and cancel alike. */
import {
  CommandKind,
  type Instrument,
  OrderType,
  type PlanType,
  type PositionLeg,
  Side,
  TriggerBy,
  type UserId,
} from '@halcyon/domain';
import { type ForceWord, type OrderTypeWord, WireError } from '@halcyon/protocol';
import { type Contract, orderRefusal, type RestContext, submit } from '../http/context.ts';
import { rowInstrument } from '../translate/order-rows.ts';
import { lotsOf, ticksOf } from '../translate/scaled.ts';
import { forceOf } from '../translate/words.ts';

/** A trader's portfolio. */
export interface TraderName {
  readonly root: UserId;
  readonly id: UserId;
}

/** The terms of an order, as requests say them. */
export interface TraderOrder {
  readonly side: Side;
  /** Of which position in hedge mode. */
  readonly leg: PositionLeg;
  readonly orderType: OrderTypeWord;
  readonly size: string;
  readonly price?: string;
  readonly force?: ForceWord;
  readonly reduceOnly: boolean;
}

/** Places an order: its id. @throws WireError */
export async function placeTraderOrder(
  context: RestContext,
  { root: user, id: portfolio }: TraderName,
  contract: Contract,
  { side, leg, orderType, size, price, force, reduceOnly }: TraderOrder,
): Promise<number> {
  const isMarket = orderType === 'market';
  if (!isMarket && price === undefined) throw new WireError('fieldMissing', { field: 'price' });
  const command = {
    ...{ kind: CommandKind.placeCopyOrder, user, portfolio, instrument: contract.id, side, leg },
    type: isMarket ? OrderType.market : OrderType.limit,
    timeInForce: forceOf(force),
    price: isMarket ? 0 : ticksOf('price', price!, contract),
    quantity: lotsOf('size', size, contract),
    reduceOnly: reduceOnly ? 1 : 0,
  } as const;
  return (await submit(context, command, orderRefusal(context.views, contract, side))).id;
}

/** Takes an order out of the book. @throws WireError */
export async function cancelTraderOrder(
  context: RestContext,
  { root: user, id: portfolio }: TraderName,
  order: number,
): Promise<void> {
  const command = { kind: CommandKind.cancelCopyOrder, user, portfolio, order } as const;
  await submit(context, command, {});
}

/** Gives an order another price or size. @throws WireError */
export async function amendTraderOrder(
  context: RestContext,
  { root: user, id: portfolio }: TraderName,
  order: number,
  { price, size }: { readonly price?: string; readonly size?: string },
): Promise<void> {
  if (price === undefined && size === undefined) {
    throw new WireError('needOneOf', { fields: 'price, size' });
  }
  const contract = await contractOfOrder(context, portfolio, order);
  const command = {
    ...{ kind: CommandKind.amendCopyOrder, user, portfolio, order },
    price: price === undefined ? 0 : ticksOf('price', price, contract),
    quantity: size === undefined ? 0 : lotsOf('size', size, contract),
  } as const;
  await submit(context, command, orderRefusal(context.views, contract, Side.buy));
}

/** The contract of an order of this very portfolio. @throws WireError orderNotFound */
async function contractOfOrder(
  { views, history }: RestContext,
  trader: UserId,
  order: number,
): Promise<Instrument> {
  const query = { trader, ids: [order], limit: 1 };
  const [batch] = await history.copyBatches(query, { minSeq: views.seq });
  if (batch === undefined) throw new WireError('orderNotFound');
  return rowInstrument(views, batch.instrument);
}

/** Closes all of a position at the market, for all who have one: the order's id. @throws WireError */
export async function closeTraderPosition(
  context: RestContext,
  { root: user, id: portfolio }: TraderName,
  contract: Contract,
  { leg, reverses = false }: { readonly leg: PositionLeg; readonly reverses?: boolean },
): Promise<number> {
  const command = {
    ...{ kind: CommandKind.closeCopyPosition, user, portfolio, instrument: contract.id, leg },
    reverses: reverses ? 1 : 0,
  } as const;
  return (await submit(context, command, orderRefusal(context.views, contract, Side.sell))).id;
}

/** A take profit or stop loss of a whole position: the plan's id. @throws WireError */
export async function placeTraderStop(
  context: RestContext,
  { root: user, id: portfolio }: TraderName,
  contract: Contract,
  stop: {
    readonly planType: PlanType;
    readonly leg: PositionLeg;
    readonly side: Side;
    readonly triggerPrice: number;
  },
): Promise<number> {
  const command = {
    ...{ kind: CommandKind.placeCopyPlan, user, portfolio, instrument: contract.id, ...stop },
    ...{ triggerBy: TriggerBy.mark, price: 0, quantity: 0, callbackPpm: 0, reduceOnly: 1 },
  } as const;
  return (await submit(context, command, orderRefusal(context.views, contract, stop.side))).id;
}

/** @throws WireError */
export async function cancelTraderPlan(
  context: RestContext,
  { root: user, id: portfolio }: TraderName,
  plan: number,
): Promise<void> {
  const command = { kind: CommandKind.cancelCopyPlan, user, portfolio, plan } as const;
  await submit(context, command, {});
}
