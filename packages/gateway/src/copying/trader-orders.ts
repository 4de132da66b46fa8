/** Orders of a trader for all who follow: what pages and the trading API place, change and cancel alike. */
import {
  CommandKind,
  type Instrument,
  type MarginMode,
  OrderType,
  type PlaceCopyPlanCommand,
  type PositionLeg,
  Side,
  type UserId,
} from '@halcyon/domain';
import { type ForceWord, type OrderTypeWord, WireError } from '@halcyon/protocol';
import {
  type ContractInstrument,
  orderRefusal,
  type RestContext,
  submit,
} from '../http/context.ts';
import type { RefusedContext } from '../refusals/rejects.ts';
import { choose, type LegLeverage } from '../translate/contract-settings.ts';
import { rowInstrument } from '../translate/order-rows.ts';
import { lotsOf, ticksOf } from '../translate/scaled.ts';
import { forceOf } from '../translate/words.ts';

/** A trader's portfolio. */
export interface TraderReference {
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
  { root: user, id: portfolio }: TraderReference,
  contract: ContractInstrument,
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
  { root: user, id: portfolio }: TraderReference,
  order: number,
): Promise<void> {
  const command = { kind: CommandKind.cancelCopyOrder, user, portfolio, order } as const;
  await submit(context, command, {});
}

/** Gives an order another price or size. @throws WireError */
export async function amendTraderOrder(
  context: RestContext,
  { root: user, id: portfolio }: TraderReference,
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

/** Closes all of a position at the market, of a trader for all who have one: the order's id. @throws WireError */
export async function closeTraderPosition(
  context: RestContext,
  { root: user, id: portfolio }: TraderReference,
  contract: ContractInstrument,
  { leg, reverses = false }: { readonly leg: PositionLeg; readonly reverses?: boolean },
): Promise<number> {
  const command = {
    ...{ kind: CommandKind.closeCopyPosition, user, portfolio, instrument: contract.id, leg },
    reverses: reverses ? 1 : 0,
  } as const;
  return (await submit(context, command, orderRefusal(context.views, contract, Side.sell))).id;
}

/** What a plan of a trader is. */
export type TraderPlan = Omit<PlaceCopyPlanCommand, 'kind' | 'user' | 'portfolio' | 'seq' | 'time'>;

/** Places a plan that becomes an order of all who follow: its id. @throws WireError */
export async function placeTraderPlan(
  context: RestContext,
  { root: user, id: portfolio }: TraderReference,
  plan: TraderPlan,
  refused: RefusedContext,
): Promise<number> {
  const command = { kind: CommandKind.placeCopyPlan, user, portfolio, ...plan } as const;
  return (await submit(context, command, refused)).id;
}

/** Takes a plan back. @throws WireError */
export async function cancelTraderPlan(
  context: RestContext,
  { root: user, id: portfolio }: TraderReference,
  plan: number,
): Promise<void> {
  const command = { kind: CommandKind.cancelCopyPlan, user, portfolio, plan } as const;
  await submit(context, command, {});
}

/** Prices of the stops of a position, ticks; 0 = there is none any more, absent = it stays as it is. */
export interface TraderStops {
  readonly takeProfit?: number;
  readonly stopLoss?: number;
}

/** The fields that stops come in. */
const STOP_NAMES = { takeProfitTrigger: 'stopSurplusPrice', stopLossTrigger: 'stopLossPrice' };

/** Take profit and stop loss of a whole position: both as asked, or both as they were. @throws WireError */
export async function setTraderStops(
  context: RestContext,
  { root: user, id: portfolio }: TraderReference,
  contract: ContractInstrument,
  { side, takeProfit = -1, stopLoss = -1 }: TraderStops & { readonly side: Side },
): Promise<void> {
  const command = {
    ...{ kind: CommandKind.setCopyStops, user, portfolio, instrument: contract.id, side },
    ...{ takeProfitTrigger: takeProfit, stopLossTrigger: stopLoss },
  } as const;
  const refused = { ...orderRefusal(context.views, contract, side), fields: STOP_NAMES };
  await submit(context, command, refused);
}

/** @throws WireError */
export async function setTraderLeverage(
  context: RestContext,
  { root: user, id: portfolio }: TraderReference,
  { id: instrument }: ContractInstrument,
  asked: LegLeverage,
): Promise<void> {
  const kind = CommandKind.setCopyLeverage;
  await choose(context, { kind, user, portfolio, instrument, ...asked });
}

/** @throws WireError */
export async function setTraderMarginMode(
  context: RestContext,
  { root: user, id: portfolio }: TraderReference,
  { id: instrument }: ContractInstrument,
  mode: MarginMode,
): Promise<void> {
  const kind = CommandKind.setCopyMarginMode;
  await choose(context, { kind, user, portfolio, instrument, mode });
}

/** Lets a follower go. @throws WireError copyPortfolioNotFound for one of another trader, too */
export async function removeFollower(
  context: RestContext,
  { root: user, id: portfolio }: TraderReference,
  follower: UserId,
): Promise<void> {
  const command = { kind: CommandKind.removeCopyFollower, user, portfolio, follower } as const;
  await submit(context, command, {});
}
