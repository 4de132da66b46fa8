/** Several commands in one request: each item has its own result, none hides another's. */
import {
  type CommandInput,
  EngineUnavailable,
  type Outcome,
  OutcomeUnknown,
} from '@halcyon/domain';
import { RefusedItem, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import { type RefusedContext, rejectError } from '../refusals/rejects.ts';
import { whatBecame } from './what-became.ts';

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
  context: RestContext,
  requests: readonly (T | RefusedItem)[],
  make: (request: T, index: number) => BatchItem,
): Promise<BatchResult[]> {
  const made = requests.map((request, i) =>
    request instanceof RefusedItem ? request.error : attempt(() => make(request, i)),
  );
  const settled = await Promise.allSettled(
    made.map((item) =>
      item instanceof WireError ? Promise.reject(item) : context.commands.submit(item.command),
    ),
  );
  const results = settled.map((result, i) => resultOf(result, made[i], context.views));
  const [first] = settled;
  if (first?.status === 'rejected' && settled.every(isUnavailable)) throw first.reason;
  return Promise.all(
    results.map((result) => ('error' in result ? told(context, result.error) : result)),
  );
}

function isUnavailable(result: PromiseSettledResult<Outcome>): boolean {
  return result.status === 'rejected' && result.reason instanceof EngineUnavailable;
}

function resultOf(
  result: PromiseSettledResult<Outcome>,
  item: BatchItem | WireError | undefined,
  views: Views,
): BatchResult {
  if (result.status === 'rejected') return { error: expectedError(result.reason) };
  const outcome = result.value;
  if (outcome.code === 0) return { outcome };
  if (item === undefined || item instanceof WireError) return { error: rejectError(outcome, {}) };
  return { error: rejectError(outcome, item.refused, item.command, views) };
}

async function told(context: RestContext, error: WireError): Promise<BatchResult> {
  return { error: expectedError(await whatBecame(context, error)) };
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

/** How an answer names an item. */
export interface NamedItem {
  orderId: string;
  clientOid: string;
}

interface Failure {
  errorMsg: string;
  errorCode: string;
  reason: string;
  /** Items may have no id of their own: their place distinguishes them. */
  index: string;
}

/** The lists of a batch answer. */
export interface BatchAnswer {
  successList: NamedItem[];
  failureList: (NamedItem & Failure)[];
}

/** Why the item at a place failed. */
export function failure({ message, code, reason }: WireError, index: number): Failure {
  return { errorMsg: message, errorCode: code, reason, index: String(index) };
}

/**
 * The instrument of an item: with batchMode single the request's, with multiple the item's own, without
 * a mode the item's or else the request's; undefined when none is named.
 * @throws WireError when the mode and the symbols contradict each other
 */
export function batchSymbol(
  request: { readonly symbol?: string; readonly batchMode?: 'single' | 'multiple' },
  item: { readonly symbol?: string },
  index: number,
): string | undefined {
  const { symbol, batchMode } = request;
  const field = `orderList[${index}].symbol`;
  if (batchMode === 'single' && item.symbol !== undefined && item.symbol !== symbol) {
    const expected = `${symbol ?? 'absent'} as batchMode is single`;
    throw new WireError('fieldValue', { field, expected, value: item.symbol });
  }
  if (batchMode === 'multiple' && item.symbol === undefined) {
    throw new WireError('fieldMissing', { field });
  }
  return item.symbol ?? symbol;
}

/** A batch of one instrument has to name it. Throws WireError fieldMissing. */
export function checkBatchMode(request: { symbol?: string; batchMode?: 'single' | 'multiple' }) {
  if (request.batchMode !== 'single' || request.symbol !== undefined) return;
  throw new WireError('fieldMissing', { field: 'symbol' });
}

/** Sorts results into the two lists; `name` says how an item that succeeded or failed is called. */
export function batchAnswer<T>(
  requests: readonly (T | RefusedItem)[],
  results: readonly BatchResult[],
  name: (request: T, outcome: Outcome | null) => NamedItem,
): BatchAnswer {
  const answer: BatchAnswer = { successList: [], failureList: [] };
  requests.forEach((request, i) => {
    const result = results[i];
    if (result === undefined) return;
    if (request instanceof RefusedItem) {
      const { orderId, clientOid, error } = request;
      answer.failureList.push({ orderId, clientOid, ...failure(error, i) });
    } else if ('outcome' in result) answer.successList.push(name(request, result.outcome));
    else answer.failureList.push({ ...name(request, null), ...failure(result.error, i) });
  });
  return answer;
}
