import {
  type AccountId,
  CONTRACT_PLAN_WORDS,
  CommandKind,
  isTrailing,
  type PlanTerms,
  PlanType,
  wireId,
} from '@halcyon/domain';
import { type RequestOf, specs, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import {
  type ContractInstrument,
  type RestContext,
  signedRoute,
  signedTextRoute,
  submit,
} from '../../../http/context.ts';
import { rejectError } from '../../../refusals/rejects.ts';
import type { BatchItem } from '../../../translate/batch.ts';
import {
  contractPlan,
  positionPlan,
  TPSL_FIELDS,
  type TpslItem,
} from '../../../translate/contract-plans.ts';
import { futuresAccount, requestedContract } from '../../../translate/contract-requests.ts';
import { ppmOfPercent } from '../../../translate/scaled.ts';
import { placeCopiedPlan } from '../../copy/plans.ts';
import { namedText } from '../../trade/place-order.ts';

type TpslRequest = RequestOf<typeof specs.mix.placeTpslOrder>;
type BothRequest = RequestOf<typeof specs.mix.placePositionTpsl>;

/** Places a trigger order or a trailing stop. */
export const placePlanOrder = signedTextRoute(
  specs.mix.placePlanOrder,
  async (context, request, caller) => {
    const { views } = context;
    const contract = requestedContract(views, request);
    const item = contractPlan(views, futuresAccount(caller), contract, request);
    if (caller.portfolio !== undefined) {
      return namedText(await placeCopiedPlan(context, request, item, caller), '');
    }
    const { id } = await submit(context, item.command, item.refused);
    return namedText(id, request.clientOid ?? '');
  },
);

/** Places a take profit, a stop loss, or a trailing stop of a position. */
export const placeTpslOrder = signedTextRoute(
  specs.mix.placeTpslOrder,
  async (context, request, caller) => {
    const contract = requestedContract(context.views, request);
    const item = tpslItem(context.views, futuresAccount(caller), contract, request);
    if (caller.portfolio !== undefined) {
      return namedText(await placeCopiedPlan(context, request, item, caller), '');
    }
    const { id } = await submit(context, item.command, item.refused);
    return namedText(id, request.clientOid ?? '');
  },
);

function tpslItem(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  request: TpslRequest,
): BatchItem {
  const { planType, rangeRate } = request;
  for (const field of CONTRACT_PLAN_WORDS[planType].required) {
    if (request[field] === undefined) throw new WireError('fieldMissing', { field });
  }
  const moving = isTrailing(CONTRACT_PLAN_WORDS[planType].places);
  const callbackPpm = moving && rangeRate !== undefined ? ppmOfPercent('rangeRate', rangeRate) : 0;
  const { holdSide, triggerType, clientOid, stpMode } = request;
  const type = CONTRACT_PLAN_WORDS[planType].places;
  const terms = { holdSide, planType: type, triggerType, callbackPpm, clientOid, stpMode };
  return positionPlan(views, account, contract, terms, request, TPSL_FIELDS);
}

const PROFIT_FIELDS = {
  triggerPrice: 'stopSurplusTriggerPrice',
  price: 'stopSurplusExecutePrice',
  quantity: 'stopSurplusSize',
} as const;
const LOSS_FIELDS = {
  triggerPrice: 'stopLossTriggerPrice',
  price: 'stopLossExecutePrice',
  quantity: 'stopLossSize',
} as const;

/** Places a take profit and a stop loss of a position, or one of them. */
export const placePositionTpsl = signedRoute(
  specs.mix.placePositionTpsl,
  async (context, request, caller) => {
    const contract = requestedContract(context.views, request);
    const account = futuresAccount(caller);
    const { profit, loss } = bothItems(context.views, account, contract, request);
    const items = [profit, loss].filter((item) => item !== null);
    const ids = await placeAll(context, items);
    return ids.map((id, i) => {
      const isProfit = items[i] === profit;
      return {
        orderId: wireId(id),
        stopSurplusClientOid: isProfit ? (request.stopSurplusClientOid ?? '') : '',
        stopLossClientOid: isProfit ? '' : (request.stopLossClientOid ?? ''),
      };
    });
  },
);

function bothItems(
  views: Views,
  account: AccountId,
  contract: ContractInstrument,
  request: BothRequest,
) {
  const { holdSide, stpMode, stopSurplusTriggerPrice, stopLossTriggerPrice } = request;
  if (stopSurplusTriggerPrice === undefined && stopLossTriggerPrice === undefined) {
    throw new WireError('needOneOf', { fields: 'stopSurplusTriggerPrice, stopLossTriggerPrice' });
  }
  const common = { holdSide, stpMode, callbackPpm: 0 };
  const profitTerms = {
    ...common,
    planType: PlanType.positionProfit,
    triggerType: request.stopSurplusTriggerType,
    clientOid: request.stopSurplusClientOid,
  };
  const lossTerms = {
    ...common,
    planType: PlanType.positionLoss,
    triggerType: request.stopLossTriggerType,
    clientOid: request.stopLossClientOid,
  };
  return {
    profit:
      stopSurplusTriggerPrice === undefined
        ? null
        : positionPlan(views, account, contract, profitTerms, request, PROFIT_FIELDS),
    loss:
      stopLossTriggerPrice === undefined
        ? null
        : positionPlan(views, account, contract, lossTerms, request, LOSS_FIELDS),
  };
}

/** Places one plan, or both of two by one command; their ids. */
async function placeAll(context: RestContext, items: readonly TpslItem[]): Promise<number[]> {
  const [first, second] = items;
  if (first === undefined) return [];
  if (second === undefined) return [(await submit(context, first.command, first.refused)).id];
  const { account, instrument } = first.command;
  const plans = [termsOf(first), termsOf(second)] as const;
  const pair = { kind: CommandKind.placePlanPair, account, instrument, plans };
  const outcome = await context.commands.submit(pair);
  const { code, id, otherId } = outcome;
  if (code === 0) return [id, otherId];
  const { command, refused } = otherId === 2 ? second : first;
  throw rejectError(outcome, refused, command, context.views);
}

function termsOf({ command }: TpslItem): PlanTerms {
  const { kind: _kind, account: _account, instrument: _instrument, ...terms } = command;
  return terms;
}
