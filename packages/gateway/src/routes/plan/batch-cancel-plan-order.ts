import { specs } from '@halcyon/protocol';
import { instrumentOf, signedRoute } from '../../http/context.ts';
import { cancelNamed, listedPlan } from '../../translate/cancel-listed.ts';

/** Cancels the plans of the named instruments, or of all, that wait when it is asked. */
export const batchCancelPlanOrder = signedRoute(
  specs.trade.batchCancelPlanOrder,
  (context, { symbolList = [] }, { account }) => {
    const { views } = context;
    const chosen = new Set(symbolList.map((symbol) => instrumentOf(views, symbol).id));
    const waiting = views
      .plans(account)
      .filter(({ instrument }) => chosen.size === 0 || chosen.has(instrument));
    return cancelNamed(context, account, 'plan', waiting.map(listedPlan));
  },
);
