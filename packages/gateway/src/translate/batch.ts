/** Several commands in one request: each item has its own result, none hides another's. */
import type { CommandInput, Outcome } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { RestContext } from '../http/context.ts';
import { type RefusedContext, rejectError } from './rejects.ts';

/** A command and how its refusal is explained. */
export interface BatchItem {
  readonly command: CommandInput;
  readonly refused: RefusedContext;
}

/** What became of an item. */
export type BatchResult = { readonly outcome: Outcome } | { readonly error: WireError };

/**
 * Makes the commands of all items, submits those that could be made, in order, in one go, and gives
 * one result an item.
 */
export async function submitBatch<T>(
  context: RestContext,
  requests: readonly T[],
  make: (request: T) => BatchItem,
): Promise<BatchResult[]> {
  const made = requests.map((request) => attempt(() => make(request)));
  const commands = made.flatMap((item) => (item instanceof WireError ? [] : [item.command]));
  const outcomes = commands.length === 0 ? [] : await context.commands.submitAll(commands);
  let next = 0;
  return made.map((item) => {
    if (item instanceof WireError) return { error: item };
    const outcome = outcomes[next++];
    if (outcome === undefined) throw new Error('submitAll gave fewer outcomes than commands');
    return outcome.code === 0 ? { outcome } : { error: rejectError(outcome, item.refused) };
  });
}

function attempt<T>(make: () => T): T | WireError {
  try {
    return make();
  } catch (error) {
    if (error instanceof WireError) return error;
    throw error;
  }
}

/** The lists of a batch answer. */
export interface BatchAnswer {
  successList: { orderId: string; clientOid: string }[];
  failureList: { orderId: string; clientOid: string; errorMsg: string; errorCode: string }[];
}

/** Sorts results into the two lists; `name` says how an item that succeeded or failed is called. */
export function batchAnswer<T>(
  requests: readonly T[],
  results: readonly BatchResult[],
  name: (request: T, outcome: Outcome | null) => { orderId: string; clientOid: string },
): BatchAnswer {
  const answer: BatchAnswer = { successList: [], failureList: [] };
  requests.forEach((request, i) => {
    const result = results[i];
    if (result === undefined) return;
    if ('outcome' in result) {
      answer.successList.push(name(request, result.outcome));
      return;
    }
    const { message: errorMsg, code: errorCode } = result.error;
    answer.failureList.push({ ...name(request, null), errorMsg, errorCode });
  });
  return answer;
}
