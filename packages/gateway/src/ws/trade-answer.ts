/** Answers to `{"op":"trade","args":[…]}`: each names its argument by what the client called it. */
import { BATCH_ORDERS_MAX } from '@halcyon/domain';
import { isObject, type JsonObject, type JsonValue, WireError } from '@halcyon/protocol';
import { jsonText } from './json-text.ts';

/** Longest text of an argument that is echoed. */
const ECHO_LENGTH_MAX = 200;

/** An argument of the message, as its answer names it. */
export interface Answered {
  /** JSON of its id, instType, channel and instId. */
  readonly echo: string;
  /** Whether it is answered item by item. */
  readonly batch: boolean;
  readonly items: readonly unknown[];
}

/** Why something was refused. */
export interface TradeRefusal {
  readonly code: string | number;
  readonly message: string;
}

function echoText(value: JsonValue | undefined): string {
  if (value === undefined) return '""';
  const text = jsonText(value);
  return text.length > ECHO_LENGTH_MAX ? '""' : text;
}

/** JSON of what names an argument, for the one that answers it. */
export function echoOf(arg: JsonObject): string {
  const instType = echoText(arg['instType'] ?? arg['inst_type']);
  const instId = echoText(arg['instId'] ?? arg['inst_id']);
  const channel = echoText(arg['channel']);
  return `"id":${echoText(arg['id'])},"instType":${instType},"channel":${channel},"instId":${instId}`;
}

/** What became of an item: the ids to answer with, or why not. */
export type TradeOutcome = string | WireError;

function failure(error: TradeRefusal): string {
  return `"code":${Number(error.code)},"msg":${JSON.stringify(error.message)}`;
}

function argumentText(argument: Answered, results: readonly TradeOutcome[]): string {
  if (!argument.batch) {
    const [result] = results;
    if (typeof result === 'string') return `{${argument.echo},"params":${result}}`;
    const reason = result === undefined ? '' : `,${failure(result)}`;
    return `{${argument.echo},"params":{}${reason}}`;
  }
  const texts = results.map((result) =>
    typeof result === 'string' ? result : `{${failure(result)}}`,
  );
  return `{${argument.echo},"params":{"orderList":[${texts.join()}]}}`;
}

/** The answer to a message of which at least parts were tried. */
export function answerText(args: readonly Answered[], results: readonly TradeOutcome[]): string {
  let next = 0;
  const texts = args.map((argument) => {
    const own = results.slice(next, next + argument.items.length);
    next += argument.items.length;
    return argumentText(argument, own);
  });
  const errors = results.filter((result) => result instanceof WireError);
  const [first] = errors;
  // All failed: an error event, which clients raise; else each failed part says so by itself.
  return first !== undefined && errors.length === results.length
    ? `{"event":"error","arg":[${texts.join()}],${failure(first)}}`
    : `{"event":"trade","arg":[${texts.join()}],"code":0,"msg":"Success"}`;
}

/** The answer to a message that was refused as a whole; it names the arguments all the same. */
export function refusalText(args: readonly JsonValue[], refusal: TradeRefusal): string {
  const reason = failure(refusal);
  const texts = args.slice(0, BATCH_ORDERS_MAX).map((arg) => {
    const echo = isObject(arg) ? echoOf(arg) : '"id":""';
    return `{${echo},"params":{},${reason}}`;
  });
  return `{"event":"error","arg":[${texts.join()}],${reason}}`;
}
