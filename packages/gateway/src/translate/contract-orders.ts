/** Requests for orders of contracts to commands. */
import {
  type AccountId,
  CommandKind,
  OrderOption,
  OrderType,
  type PlaceCommand,
  type PositionLeg,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { type AskedAt, type MarginModeWord, WireError } from '@halcyon/protocol';
import type { OrderView, Views } from '@halcyon/views';
import { type ContractInstrument, orderRefusal } from '../http/context.ts';
import { orderName } from '../refusals/order-name.ts';
import type { BatchItem } from './batch.ts';
import {
  checkMarginMode,
  type DirectionRequest,
  directionOf,
  legOptions,
} from './contract-requests.ts';
import { openOrder } from './open-order.ts';
import {
  type AttachedFields,
  executeTicks,
  type PresetsIn,
  placeCommand,
  type WireOrderRequest,
} from './orders.ts';
import { lotsOf, ticksOf } from './scaled.ts';

/** Fields that attach a take profit and a stop loss to an order. */
export const CONTRACT_PRESETS = {
  takeProfitTrigger: 'presetStopSurplusPrice',
  takeProfitPrice: 'presetStopSurplusExecutePrice',
  stopLossTrigger: 'presetStopLossPrice',
  stopLossPrice: 'presetStopLossExecutePrice',
} as const satisfies AttachedFields;

/** A request for an order of a contract. */
export type ContractOrderRequest = WireOrderRequest &
  DirectionRequest &
  PresetsIn<(typeof CONTRACT_PRESETS)[keyof AttachedFields]> & {
    readonly marginMode?: MarginModeWord | undefined;
  };

/** The command of a request for an order, and how its refusal is explained. */
export function contractOrder(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  request: ContractOrderRequest,
): BatchItem {
  const { side, options } = directionOf(request);
  if ((options & OrderOption.reduceOnly) === 0) {
    checkMarginMode(views, account, contract, request.marginMode);
  }
  const refused = orderRefusal(views, contract, side);
  const place = { account, instrument: contract, quote: refused.quote };
  const command = { ...placeCommand(request, place, CONTRACT_PRESETS), side, options };
  return { command, refused: { ...refused, fields: CONTRACT_PRESETS } };
}

/** An order at the market that closes a position, or turns it around. */
export function closeAll(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  { leg, lots }: { readonly leg: PositionLeg; readonly lots: number },
  change: Partial<Pick<PlaceCommand, 'clientId' | 'options'>> = {},
): BatchItem {
  const side = lots > 0 ? Side.sell : Side.buy;
  const { clientId = '', options = 0 } = change;
  return {
    command: {
      kind: CommandKind.place,
      account,
      instrument: contract.id,
      // Side and size are the position's when the order comes to the book.
      side,
      type: OrderType.market,
      timeInForce: TimeInForce.ioc,
      selfTrade: 0,
      price: 0,
      quantity: 0,
      quoteAmount: 0,
      clientId,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
      options: OrderOption.closeAll | legOptions(leg) | options,
    },
    refused: orderRefusal(views, contract, side),
  };
}

/** A request that changes an order. */
export type ModifyRequest = Omit<AskedAt<'POST /api/v2/mix/order/modify-order'>, 'productType'>;

const MODIFY_FIELDS = {
  price: 'newPrice',
  quantity: 'newSize',
  takeProfitTrigger: 'newPresetStopSurplusPrice',
  takeProfitPrice: 'newPresetStopSurplusPrice',
  stopLossTrigger: 'newPresetStopLossPrice',
  stopLossPrice: 'newPresetStopLossPrice',
} as const;

/** The command that replaces an open order; what the request leaves out stays. */
export function contractReplacement(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  request: ModifyRequest,
): BatchItem {
  const { order, refused } = openOrder(views, request, account);
  const { newPrice, newSize, newPresetStopSurplusPrice, newPresetStopLossPrice } = request;
  if ([newPrice, newSize, newPresetStopSurplusPrice, newPresetStopLossPrice].every(isMissing)) {
    const fields = 'newPrice, newSize, newPresetStopSurplusPrice, newPresetStopLossPrice';
    throw new WireError('needOneOf', { fields });
  }
  return {
    command: {
      kind: CommandKind.replace,
      account,
      ...orderName(request, account),
      price: newPrice === undefined ? order.price : ticksOf('newPrice', newPrice, contract),
      quantity: newSize === undefined ? 0 : lotsOf('newSize', newSize, contract),
      newClientId: request.newClientOid ?? '',
      ...keptPresets(contract, order, request),
    },
    refused: { ...refused, fields: MODIFY_FIELDS },
  };
}

function isMissing(value: string | undefined): boolean {
  return value === undefined;
}

/** A trigger that is changed keeps the price it executes at; one that is removed has none. */
function keptPresets(contract: ContractInstrument, order: OrderView, request: ModifyRequest) {
  const { newPresetStopSurplusPrice: profit, newPresetStopLossPrice: loss } = request;
  const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = order;
  const trigger = (field: string, given: string | undefined, before: number): number =>
    given === undefined ? before : executeTicks(field, given, contract);
  const profitAt = trigger('newPresetStopSurplusPrice', profit, takeProfitTrigger);
  const lossAt = trigger('newPresetStopLossPrice', loss, stopLossTrigger);
  return {
    takeProfitTrigger: profitAt,
    takeProfitPrice: profitAt === 0 ? 0 : takeProfitPrice,
    stopLossTrigger: lossAt,
    stopLossPrice: lossAt === 0 ? 0 : stopLossPrice,
  };
}
