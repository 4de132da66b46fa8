/** Order requests to commands. */
import {
  type AccountId,
  type AmendCommand,
  type Asset,
  type Attached,
  type CancelCommand,
  CommandKind,
  type Instrument,
  isTrailing,
  OrderType,
  type PlaceCommand,
  type PlacePlanCommand,
  PlanType,
  QUOTE_PLAN_WORD,
  type ReplaceCommand,
  Side,
  type SpotPlanRequestType,
} from '@halcyon/domain';
import {
  type AskedAt,
  type SideWord,
  type StpWord,
  type TriggerWord,
  WireError,
} from '@halcyon/protocol';
import { type NamedOrder, orderName } from '../refusals/order-name.ts';
import { lotsOf, ticksOf, unitsOf } from './scaled.ts';
import { forceOf, selfTradeOf, sideOf, triggerByOf } from './words.ts';

type Input<T> = Omit<T, 'seq' | 'time'>;

/** Fields that every request for a new order has. */
export type WireOrderRequest = Omit<
  AskedAt<'POST /api/v2/spot/trade/place-order'>,
  'symbol' | 'requestTime' | 'receiveWindow' | keyof SpotPresets
>;

/** Which field of a request has which part of what is attached to an order. */
export type AttachedFields<F extends string = string> = Readonly<Record<keyof Attached, F>>;

/** A request that may have them. */
export type PresetsIn<F extends string> = Readonly<Partial<Record<F, string>>>;

/** As spot orders name them. */
export const SPOT_PRESETS = {
  takeProfitTrigger: 'presetTakeProfitPrice',
  takeProfitPrice: 'executeTakeProfitPrice',
  stopLossTrigger: 'presetStopLossPrice',
  stopLossPrice: 'executeStopLossPrice',
} as const satisfies AttachedFields;
/** A request that may have spot's. */
export type SpotPresets = PresetsIn<(typeof SPOT_PRESETS)[keyof Attached]>;

/** Where an order goes: whose, and in which instrument. */
export interface OrderTarget {
  readonly account: AccountId;
  readonly instrument: Instrument;
  readonly quote: Asset;
  /** Field that a refusal of its size names; `size` when not given. */
  readonly sizeField?: string;
  /** The same of the price of a plan's order; `executePrice` when not given. */
  readonly executeField?: string;
}

/**
 * A normal order. Throws WireError naming the field that does not fit.
 * @param presets names of the fields that attach a take profit and a stop loss
 */
export function placeCommand<F extends string>(
  request: WireOrderRequest & PresetsIn<F>,
  place: OrderTarget,
  presets: AttachedFields<F>,
): Input<PlaceCommand> {
  const { instrument, quote, sizeField = 'size' } = place;
  const market = request.orderType === 'market';
  const side = sideOf(request.side);
  const byQuote = market && side === Side.buy && instrument.contract === null;
  if (!market && request.price === undefined)
    throw new WireError('fieldMissing', { field: 'price' });
  return {
    kind: CommandKind.place,
    account: place.account,
    instrument: instrument.id,
    side,
    type: market ? OrderType.market : OrderType.limit,
    timeInForce: market ? 0 : forceOf(request.force),
    selfTrade: selfTradeOf(request.stpMode),
    price: market ? 0 : ticksOf('price', request.price ?? '', instrument),
    quantity: byQuote ? 0 : lotsOf(sizeField, request.size, instrument),
    quoteAmount: byQuote ? unitsOf(sizeField, request.size, quote) : 0,
    clientId: request.clientOid ?? '',
    ...attachedOf(request, presets, instrument),
  };
}

/** Take profit and stop loss that a request attaches to its order. */
export function attachedOf<F extends string>(
  request: PresetsIn<F>,
  fields: AttachedFields<F>,
  instrument: Instrument,
): Attached {
  const part = (trigger: F, execute: F): [trigger: number, price: number] => {
    const [at, price] = [request[trigger], request[execute]];
    if (at === undefined) {
      if (price !== undefined) throw new WireError('fieldMissing', { field: trigger });
      return [0, 0];
    }
    const ticks = ticksOf(trigger, at, instrument);
    return [ticks, price === undefined ? 0 : executeTicks(execute, price, instrument)];
  };
  const [takeProfitTrigger, takeProfitPrice] = part(
    fields.takeProfitTrigger,
    fields.takeProfitPrice,
  );
  const [stopLossTrigger, stopLossPrice] = part(fields.stopLossTrigger, fields.stopLossPrice);
  return { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice };
}

/** An execute price: `0` means market, as on the mix side. */
export function executeTicks(field: string, text: string, instrument: Instrument): number {
  return /^0(\.0+)?$/.test(text) ? 0 : ticksOf(field, text, instrument);
}

/** A request that waits for a price. */
export interface WirePlanRequest {
  readonly side: SideWord;
  readonly orderType: 'limit' | 'market';
  /** Limit price of the order it becomes. */
  readonly executePrice: string | undefined;
  readonly triggerPrice: string | undefined;
  readonly size: string;
  /** total: size is a quote amount. */
  readonly planType: SpotPlanRequestType;
  readonly triggerType: TriggerWord | undefined;
  readonly callbackPpm: number;
  readonly clientOid: string | undefined;
  readonly stpMode: StpWord | undefined;
}

/** A plan order of the given kind. Throws WireError naming the field that does not fit. */
export function planCommand(
  request: WirePlanRequest,
  planType: PlanType,
  place: OrderTarget,
): Input<PlacePlanCommand> {
  const { instrument, quote, executeField = 'executePrice' } = place;
  const limit = request.orderType === 'limit';
  if (limit && request.executePrice === undefined) {
    throw new WireError('fieldMissing', { field: executeField });
  }
  if (request.triggerPrice === undefined && !isTrailing(planType)) {
    throw new WireError('fieldMissing', { field: 'triggerPrice' });
  }
  const side = sideOf(request.side);
  const byQuote = planByQuote(request.planType, limit, side);
  return {
    kind: CommandKind.placePlan,
    account: place.account,
    instrument: instrument.id,
    side,
    planType,
    triggerBy: triggerByOf(request.triggerType),
    selfTrade: selfTradeOf(request.stpMode),
    triggerPrice: activation(request.triggerPrice, planType, instrument),
    price: limit ? ticksOf(executeField, request.executePrice ?? '', instrument) : 0,
    quantity: byQuote ? 0 : lotsOf('size', request.size, instrument),
    quoteAmount: byQuote ? unitsOf('size', request.size, quote) : 0,
    callbackPpm: request.callbackPpm,
    clientId: request.clientOid ?? '',
  };
}

function activation(text: string | undefined, planType: PlanType, instrument: Instrument): number {
  if (text === undefined) return 0;
  return isTrailing(planType)
    ? executeTicks('triggerPrice', text, instrument)
    : ticksOf('triggerPrice', text, instrument);
}

/** Whether a plan's size is a quote amount: only a market buy can spend one. */
function planByQuote(planType: WirePlanRequest['planType'], limit: boolean, side: Side): boolean {
  if (planType !== QUOTE_PLAN_WORD) return false;
  if (!limit && side === Side.buy) return true;
  throw new WireError('fieldValue', {
    field: 'planType',
    expected: 'amount, except for market buys',
    value: QUOTE_PLAN_WORD,
  });
}

/** Cancels the named order. */
export function cancelCommand(request: NamedOrder, account: AccountId): Input<CancelCommand> {
  return { kind: CommandKind.cancel, account, ...orderName(request, account) };
}

/** Amends the named order in place. */
export function amendCommand(
  request: NamedOrder & { readonly newPrice?: string; readonly newSize?: string },
  account: AccountId,
  instrument: Instrument,
): Input<AmendCommand> {
  const { newPrice, newSize } = request;
  if (newPrice === undefined && newSize === undefined) {
    throw new WireError('needOneOf', { fields: 'newPrice, newSize' });
  }
  return {
    kind: CommandKind.amend,
    account,
    ...orderName(request, account),
    price: newPrice === undefined ? 0 : ticksOf('newPrice', newPrice, instrument),
    quantity: newSize === undefined ? 0 : lotsOf('newSize', newSize, instrument),
  };
}

/** Cancels the named order and places another. */
export function replaceCommand(
  request: NamedOrder &
    SpotPresets & {
      readonly price: string;
      readonly size: string;
      readonly newClientOid?: string;
    },
  account: AccountId,
  instrument: Instrument,
): Input<ReplaceCommand> {
  return {
    kind: CommandKind.replace,
    account,
    ...orderName(request, account),
    price: ticksOf('price', request.price, instrument),
    quantity: lotsOf('size', request.size, instrument),
    newClientId: request.newClientOid ?? '',
    ...attachedOf(request, SPOT_PRESETS, instrument),
  };
}

/** Whether a TP/SL at `trigger` waits for the price to rise. */
export function tpslType(side: Side, trigger: number, reference: number): PlanType {
  const rising = trigger >= reference;
  const profit = side === Side.sell ? rising : !rising;
  return profit ? PlanType.takeProfit : PlanType.stopLoss;
}
