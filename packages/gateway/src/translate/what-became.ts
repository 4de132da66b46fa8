/** Changes of what is no longer there: the refusal says what became of it, as far as anybody knows. */
import { type AccountId, DoneReason } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import { PlanStatus as KeptStatus } from '@halcyon/records';
import type { PlanStatus } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import { Missing } from './missing.ts';
import { findOrder } from './order-facts.ts';
import type { OrderName } from './orders.ts';
import { cancelReasonWord } from './words.ts';

const ENDED = { order: 'orderEnded', plan: 'planEnded' } as const;

/** The refusal to answer with; whatever is not Missing stays as it is. */
export async function whatBecame(context: RestContext, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Missing)) return thrown;
  const { what } = thrown;
  try {
    const end = await (what === 'plan' ? planEnd : orderEnd)(context, thrown);
    return end === null ? thrown : new WireError(ENDED[what], { limit: end });
  } catch (fault) {
    // Records that do not answer at present take nothing from the refusal.
    return fault instanceof Error && fault.name === 'RecordsError' ? thrown : fault;
  }
}

async function orderEnd(context: RestContext, { account, named }: Missing): Promise<string | null> {
  const found = await findOrder(context, account, named);
  if (found === null || found.doneReason === null) return null;
  if (found.status === 'filled') return 'filled';
  const reason = cancelReasonWord(found.doneReason);
  const plain = found.doneReason === DoneReason.cancelled || reason === '';
  return plain ? 'cancelled' : `cancelled (${reason})`;
}

const KEPT_STATUS: Readonly<Record<KeptStatus, PlanStatus>> = {
  [KeptStatus.pending]: 'live',
  [KeptStatus.executed]: 'executed',
  [KeptStatus.cancelled]: 'cancelled',
  [KeptStatus.failed]: 'failed',
};

async function planEnd(context: RestContext, { account, named }: Missing): Promise<string | null> {
  const status = await planStatus(context, account, named);
  if (status === null || status === 'live') return null;
  return status === 'failed' ? 'set off, and its order was refused' : status;
}

async function planStatus(
  { views, history }: RestContext,
  account: AccountId,
  { order: plan, clientId }: OrderName,
): Promise<PlanStatus | null> {
  const known = plan === 0 ? views.planByClientId(account, clientId) : views.plan(plan);
  if (known !== undefined) return known.account === account ? known.status : null;
  const wait = { minSeq: views.lastAckSeq(account) };
  const kept = await (plan === 0
    ? history.planByClientId({ account, clientId }, wait)
    : history.planById({ account, plan }, wait));
  return kept === null ? null : KEPT_STATUS[kept.status];
}
