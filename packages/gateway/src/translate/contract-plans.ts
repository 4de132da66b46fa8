/** Requests for plan orders of contracts to commands: trigger orders, trailing stops, TP/SL. */
import {
  type AccountId,
  type AmendPlanCommand,
  type AttachedPrices,
  CONTRACT_PLAN_WORDS,
  CommandKind,
  isTrailing,
  OrderOption,
  type PlacePlanCommand,
  type PlanType,
  Side,
  TriggerBy,
} from '@halcyon/domain';
import {
  type AskedAt,
  type HoldSideWord,
  type StpWord,
  type TriggerWord,
  WireError,
} from '@halcyon/protocol';
import type { PlanView, Views } from '@halcyon/views';
import { type ContractInstrument, orderRefusal } from '../http/context.ts';
import type { FieldNames } from '../refusals/rejects.ts';
import type { BatchItem } from './batch.ts';
import { checkMarginMode, directionOf, heldLeg, legOptions } from './contract-requests.ts';
import { isLong } from './contract-words.ts';
import { type AttachedFields, attachedOf, executeTicks, planCommand } from './orders.ts';
import { lotsOf, ppmOfPercent, ticksOf } from './scaled.ts';
import { selfTradeOf, triggerByOf } from './words.ts';

/** A trigger order or a trailing stop. */
export type ContractPlanRequest = Omit<
  AskedAt<'POST /api/v2/mix/order/place-plan-order'>,
  'symbol' | 'productType'
>;

/** Fields that attach a take profit and a stop loss to the order that a plan becomes. */
const ATTACHED_FIELDS = {
  takeProfitTrigger: 'stopSurplusTriggerPrice',
  takeProfitPrice: 'stopSurplusExecutePrice',
  stopLossTrigger: 'stopLossTriggerPrice',
  stopLossPrice: 'stopLossExecutePrice',
} as const satisfies AttachedFields;

/** The command of a trigger order or a trailing stop. */
export function contractPlan(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  request: ContractPlanRequest,
): BatchItem {
  const { side, options } = directionOf(request);
  if ((options & OrderOption.reduceOnly) === 0) {
    checkMarginMode(views, account, contract, request.marginMode);
  }
  const { places, required } = CONTRACT_PLAN_WORDS[request.planType ?? 'normal_plan'];
  const trailing = isTrailing(places);
  const { callbackRatio, executePrice, price } = request;
  for (const field of required) {
    if (request[field] === undefined) throw new WireError('fieldMissing', { field });
  }
  const refused = orderRefusal(views, contract, side);
  const executeField = executePrice === undefined && price !== undefined ? 'price' : 'executePrice';
  const command = planCommand(
    {
      side: request.side,
      orderType: request.orderType ?? 'market',
      executePrice: executePrice ?? price,
      triggerPrice: request.triggerPrice,
      size: request.size,
      planType: 'amount',
      triggerType: request.triggerType,
      callbackPpm:
        trailing && callbackRatio !== undefined ? ppmOfPercent('callbackRatio', callbackRatio) : 0,
      clientOid: request.clientOid,
      stpMode: request.stpMode,
    },
    places,
    { account, instrument: contract, quote: refused.quote, executeField },
  );
  return {
    command: { ...command, side, options, ...attachedTo(contract, request) },
    refused: { ...refused, fields: ATTACHED_FIELDS },
  };
}

/** What a request attaches to the order of its plan; none where it attaches nothing. */
function attachedTo(
  contract: ContractInstrument,
  request: ContractPlanRequest,
): { attached?: AttachedPrices } {
  const prices = attachedOf(request, ATTACHED_FIELDS, contract);
  if (prices.takeProfitTrigger === 0 && prices.stopLossTrigger === 0) return {};
  const takeProfitBy = triggerByOf(request.stopSurplusTriggerType);
  const stopLossBy = triggerByOf(request.stopLossTriggerType);
  return { attached: { ...prices, takeProfitBy, stopLossBy } };
}

/** Names of the fields that say what a take profit or a stop loss is. */
export interface TpslFields<F extends string> {
  readonly triggerPrice: F;
  readonly price: F;
  readonly quantity: F;
}

/** As place-tpsl-order names them. */
export const TPSL_FIELDS = {
  triggerPrice: 'triggerPrice',
  price: 'executePrice',
  quantity: 'size',
} as const satisfies TpslFields<string>;

/** What a take profit or a stop loss is beside its prices and size. */
export interface TpslTerms {
  readonly holdSide: HoldSideWord;
  readonly planType: PlanType;
  readonly triggerType: TriggerWord | undefined;
  readonly callbackPpm: number;
  readonly clientOid: string | undefined;
  readonly stpMode: StpWord | undefined;
}

/** A plan of a position and how its refusal is explained. */
export interface TpslItem extends BatchItem {
  readonly command: Omit<PlacePlanCommand, 'seq' | 'time'>;
}

/** The command of a plan that closes a position; without a size it is for all of it. */
export function positionPlan<F extends string>(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  terms: TpslTerms,
  request: Readonly<Partial<Record<F, string>>>,
  fields: TpslFields<F>,
): TpslItem {
  const { planType } = terms;
  const side = isLong(terms.holdSide) ? Side.sell : Side.buy;
  const trigger = request[fields.triggerPrice];
  const [price, size] = [request[fields.price], request[fields.quantity]];
  if (trigger === undefined && !isTrailing(planType)) {
    throw new WireError('fieldMissing', { field: fields.triggerPrice });
  }
  const command: TpslItem['command'] = {
    kind: CommandKind.placePlan,
    account,
    instrument: contract.id,
    side,
    planType,
    triggerBy: triggerByOf(terms.triggerType),
    selfTrade: selfTradeOf(terms.stpMode),
    triggerPrice: trigger === undefined ? 0 : ticksOf(fields.triggerPrice, trigger, contract),
    price: price === undefined ? 0 : executeTicks(fields.price, price, contract),
    quantity: size === undefined ? 0 : lotsOf(fields.quantity, size, contract),
    quoteAmount: 0,
    callbackPpm: terms.callbackPpm,
    clientId: terms.clientOid ?? '',
    options: legOptions(heldLeg(views, account, terms.holdSide)) | OrderOption.reduceOnly,
  };
  return { command, refused: { ...orderRefusal(views, contract, side), fields: { ...fields } } };
}

/** What a request changes of a plan, and how its fields are named. */
export interface PlanChange {
  readonly triggerPrice: string | undefined;
  readonly triggerType: TriggerWord | undefined;
  readonly price: string | undefined;
  readonly size: string | undefined;
  readonly callback: string | undefined;
  /** What is attached to its order, as a whole. */
  readonly attached?: AttachedPrices | undefined;
}

/** The command that changes a waiting plan; what the request leaves out stays. */
export function contractPlanChange(
  views: Views,
  contract: ContractInstrument,
  plan: PlanView,
  change: PlanChange,
  fields: FieldNames & Record<Exclude<keyof PlanChange, 'attached'>, string>,
): BatchItem {
  const { triggerPrice, triggerType, price, size, callback, attached } = change;
  if (Object.values(change).every((value) => value === undefined)) {
    throw new WireError('needOneOf', { fields: [...new Set(Object.values(fields))].join(', ') });
  }
  if (callback !== undefined && !isTrailing(plan.planType)) {
    const expected = 'absent, as the order is no trailing stop';
    throw new WireError('fieldValue', { field: fields.callback, expected, value: callback });
  }
  const command: Omit<AmendPlanCommand, 'seq' | 'time'> = {
    kind: CommandKind.amendPlan,
    account: plan.account,
    order: plan.plan,
    clientId: '',
    triggerPrice:
      triggerPrice === undefined ? 0 : ticksOf(fields.triggerPrice, triggerPrice, contract),
    price: price === undefined ? -1 : executeTicks(fields.price, price, contract),
    quantity: size === undefined ? 0 : lotsOf(fields.size, size, contract),
    quoteAmount: 0,
    ...(triggerType === undefined ? {} : { triggerBy: triggerByOf(triggerType) }),
    ...(callback === undefined ? {} : { callbackPpm: ppmOfPercent(fields.callback, callback) }),
    ...(attached === undefined ? {} : { attached }),
  };
  const refused = { ...orderRefusal(views, contract, plan.side), fields };
  return { command, refused };
}

/** Fields that change what is attached to the order of a plan. */
export const ATTACHED_CHANGES = {
  takeProfitTrigger: 'newStopSurplusTriggerPrice',
  takeProfitPrice: 'newStopSurplusExecutePrice',
  stopLossTrigger: 'newStopLossTriggerPrice',
  stopLossPrice: 'newStopLossExecutePrice',
} as const satisfies AttachedFields;

type AttachedChange = Pick<
  AskedAt<'POST /api/v2/mix/order/modify-plan-order'>,
  | (typeof ATTACHED_CHANGES)[keyof typeof ATTACHED_CHANGES]
  | 'newStopSurplusTriggerType'
  | 'newStopLossTriggerType'
>;

/** What is attached to the order of a plan after a change; undefined where nothing of it changes. */
export function changedAttached(
  contract: ContractInstrument,
  before: AttachedPrices | null,
  request: AttachedChange,
): AttachedPrices | undefined {
  const { newStopSurplusTriggerType: profitType, newStopLossTriggerType: lossType } = request;
  const prices = Object.values(ATTACHED_CHANGES).map((field) => request[field]);
  if ([...prices, profitType, lossType].every((value) => value === undefined)) return undefined;
  const ticks = (name: keyof typeof ATTACHED_CHANGES): number => {
    const given = request[ATTACHED_CHANGES[name]];
    return given === undefined
      ? (before?.[name] ?? 0)
      : executeTicks(ATTACHED_CHANGES[name], given, contract);
  };
  const by = (word: TriggerWord | undefined, was: TriggerBy | undefined): TriggerBy =>
    word === undefined ? (was ?? TriggerBy.last) : triggerByOf(word);
  const priceOf = (name: 'takeProfitPrice' | 'stopLossPrice', trigger: number): number => {
    const price = ticks(name);
    if (trigger > 0) return price;
    if (price === 0 || request[ATTACHED_CHANGES[name]] === undefined) return 0;
    const field = name === 'takeProfitPrice' ? 'takeProfitTrigger' : 'stopLossTrigger';
    throw new WireError('fieldMissing', { field: ATTACHED_CHANGES[field] });
  };
  const takeProfitTrigger = ticks('takeProfitTrigger');
  const stopLossTrigger = ticks('stopLossTrigger');
  return {
    takeProfitTrigger,
    takeProfitPrice: priceOf('takeProfitPrice', takeProfitTrigger),
    takeProfitBy: by(profitType, before?.takeProfitBy),
    stopLossTrigger,
    stopLossPrice: priceOf('stopLossPrice', stopLossTrigger),
    stopLossBy: by(lossType, before?.stopLossBy),
  };
}
