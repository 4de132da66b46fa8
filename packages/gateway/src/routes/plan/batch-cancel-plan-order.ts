import {
  type AccountId,
  CommandKind,
  EVERY_INSTRUMENT,
  type InstrumentId,
  wireId,
} from '@halcyon/domain';
import { specs } from '@halcyon/protocol';
import type { PlanView } from '@halcyon/views';
import { instrumentOf, type RestContext, signedRoute } from '../../http/context.ts';
import { rejectError } from '../../translate/rejects.ts';

/** Cancels the waiting plans of the named instruments, or of all. */
export const batchCancelPlanOrder = signedRoute(
  specs.trade.batchCancelPlanOrder,
  async (context, { symbolList }, { account }) => {
    const { views } = context;
    const chosen =
      symbolList === undefined || symbolList.length === 0
        ? [EVERY_INSTRUMENT]
        : symbolList.map((symbol) => instrumentOf(views, symbol).id);
    const waiting = chosen.flatMap((instrument) =>
      views.plans(account, {
        instrument: instrument === EVERY_INSTRUMENT ? undefined : instrument,
      }),
    );
    await cancelPlans(context, account, chosen);
    return { successList: waiting.map(planNames), failureList: [] };
  },
);

async function cancelPlans(
  { commands }: RestContext,
  account: AccountId,
  instruments: readonly InstrumentId[],
): Promise<void> {
  const outcomes = await commands.submitAll(
    instruments.map((instrument) => ({ kind: CommandKind.cancelAllPlans, account, instrument })),
  );
  const refused = outcomes.find(({ code }) => code !== 0);
  if (refused !== undefined) throw rejectError(refused, {});
}

/** How answers name a plan. */
export function planNames({ plan, clientId }: PlanView): { orderId: string; clientOid: string } {
  return { orderId: wireId(plan), clientOid: clientId };
}
