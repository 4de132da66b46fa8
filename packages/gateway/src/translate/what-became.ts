/** Changes of what is no longer there: the refusal says what became of it, as far as anybody knows. */
import { DoneReason } from '@halcyon/domain';
import { type ErrorName, WireError } from '@halcyon/protocol';
import type { RestContext } from '../http/context.ts';
import { Missing } from '../refusals/missing.ts';
import { tradesContracts } from '../refusals/order-name.ts';
import { findOrder } from './order-facts.ts';
import { findPlan } from './plan-facts.ts';
import { cancelReasonWord } from './words.ts';

/** The refusal to answer with; whatever is not Missing stays as it is. */
export async function whatBecame(context: RestContext, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Missing)) return thrown;
  const { what } = thrown;
  try {
    const end = await (what === 'plan' ? planEnd : orderEnd)(context, thrown);
    if (end === null) return thrown;
    return new WireError(endedName(thrown), { limit: end });
  } catch (fault) {
    // Records that do not answer at present take nothing from the refusal.
    return fault instanceof Error && fault.name === 'RecordsError' ? thrown : fault;
  }
}

function endedName({ what, account }: Missing): ErrorName {
  if (what === 'plan') return 'planEnded';
  return tradesContracts(account) ? 'contractOrderEnded' : 'orderEnded';
}

async function orderEnd(context: RestContext, { account, named }: Missing): Promise<string | null> {
  const found = await findOrder(context, account, named);
  if (found === null || found.doneReason === null) return null;
  if (found.status === 'filled') return 'filled';
  const reason = cancelReasonWord(found.doneReason);
  const plain = found.doneReason === DoneReason.cancelled || reason === '';
  return plain ? 'cancelled' : `cancelled (${reason})`;
}

async function planEnd(context: RestContext, { account, named }: Missing): Promise<string | null> {
  const found = await findPlan(context, account, named);
  if (found === null || found.status === 'live') return null;
  const { status } = found;
  return status === 'failed' ? 'set off, and its order was refused' : status;
}
