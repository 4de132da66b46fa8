/** Several commands in one request: each item has its own result, none hides another's. */
import {
  type CommandInput,
  EngineUnavailable,
  type Outcome,
  OutcomeUnknown,
} from '@halcyon/domain';
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
 * Makes the commands of all items, submits those that could be made, in order and in one turn (so they
 * share a commit), and gives one result an item. An item whose outcome is not known says so.
 * @throws EngineUnavailable when the engine took none of them
 */
export async function submitBatch<T>(
  { commands }: Pick<RestContext, 'commands'>,
  requests: readonly T[],
  make: (request: T) => BatchItem,
): Promise<BatchResult[]> {
  const made = requests.map((request) => attempt(() => make(request)));
  const settled = await Promise.allSettled(
    made.map((item) =>
      item instanceof WireError ? Promise.reject(item) : commands.submit(item.command),
    ),
  );
  const results = settled.map((result, i) => resultOf(result, made[i]));
  if (settled.every(isUnavailable)) throw settled[0]?.reason;
  return results;
}

function isUnavailable(result: PromiseSettledResult<Outcome>): result is PromiseRejectedResult {
  return result.status === 'rejected' && result.reason instanceof EngineUnavailable;
}

function resultOf(
  result: PromiseSettledResult<Outcome>,
  item: BatchItem | WireError | undefined,
): BatchResult {
  if (result.status === 'rejected') return { error: expectedError(result.reason) };
  const outcome = result.value;
  if (outcome.code === 0) return { outcome };
  return {
    error: rejectError(
      outcome,
      item === undefined || item instanceof WireError ? {} : item.refused,
    ),
  };
}

/** The error of an item; a fault that nobody expected is one of the whole request. */
function expectedError(thrown: unknown): WireError {
  if (thrown instanceof WireError) return thrown;
  if (thrown instanceof OutcomeUnknown) return new WireError('outcomeUnknown');
  if (thrown instanceof EngineUnavailable) {
    return new WireError('engineUnavailable', { detail: thrown.message });
  }
  throw thrown;
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
