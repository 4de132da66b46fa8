/** Cancelling what was listed: what is placed while the cancels run stays. */
import { type AccountId, CommandKind, type OrderId, Reject, wireId } from '@halcyon/domain';
import type { WireError } from '@halcyon/protocol';
import type { PlanView } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import type { Nameable } from '../refusals/order-name.ts';
import { rejectError } from '../refusals/rejects.ts';
import { type BatchAnswer, failure, type NamedItem } from './batch.ts';

/** Cancels of one turn of the engine: others come between. */
const CANCELS_AT_ONCE = 500;
/** It ended before its cancel came. */
const GONE: readonly number[] = [Reject.orderNotFound, Reject.planNotFound];

/** What became of a list: what had ended before its cancel came is in neither. */
interface Cancelled<T> {
  readonly cancelled: T[];
  readonly refused: { readonly one: T; readonly error: WireError }[];
}

/** Cancels these orders or plans of an account, and no others. */
export async function cancelListed<T extends { readonly id: OrderId }>(
  { commands, views }: Pick<RestContext, 'commands' | 'views'>,
  account: AccountId,
  what: Nameable,
  listed: readonly T[],
): Promise<Cancelled<T>> {
  const kind = what === 'plan' ? CommandKind.cancelPlan : CommandKind.cancel;
  const answer: Cancelled<T> = { cancelled: [], refused: [] };
  for (let at = 0; at < listed.length; at += CANCELS_AT_ONCE) {
    const some = listed.slice(at, at + CANCELS_AT_ONCE);
    const cancels = some.map(({ id }) => ({ kind, account, order: id, clientId: '' }) as const);
    const outcomes = await commands.submitAll(cancels);
    some.forEach((one, i) => {
      const outcome = outcomes[i]!;
      if (outcome.code === 0) answer.cancelled.push(one);
      else if (!GONE.includes(outcome.code)) {
        answer.refused.push({ one, error: rejectError(outcome, {}, cancels[i], views) });
      }
    });
  }
  return answer;
}

/** An order or a plan of a list that is to be cancelled. */
export interface ListedOrder {
  readonly id: OrderId;
  readonly clientId: string;
}

/** A plan as such a list has it. */
export function listedPlan({ plan, clientId }: PlanView): ListedOrder {
  return { id: plan, clientId };
}

/** Cancels these; the answer names each. */
export async function cancelNamed(
  context: RestContext,
  account: AccountId,
  what: Nameable,
  listed: readonly ListedOrder[],
): Promise<BatchAnswer> {
  const { cancelled, refused } = await cancelListed(context, account, what, listed);
  return {
    successList: cancelled.map(named),
    failureList: refused.map(({ one, error }, i) => ({ ...named(one), ...failure(error, i) })),
  };
}

function named({ id, clientId }: ListedOrder): NamedItem {
  return { orderId: wireId(id), clientOid: clientId };
}
