/** Reads what a client says: the operation and its arguments, or what is wrong with them. */
import { isObject, JsonSyntaxError, type JsonValue, parseJson } from '@halcyon/protocol';
import { WsCode } from './errors.ts';
import { SUBSCRIBE_BYTES_MAX } from './limits.ts';

/** A well-formed message. */
export type Request =
  | { readonly op: 'ping' }
  | {
      readonly op: 'login' | 'subscribe' | 'unsubscribe' | 'trade';
      readonly args: readonly JsonValue[];
    };

/** What was read. */
export type RequestReading =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly code: WsCode; readonly message: string };

const SHOWN_MAX = 40;
const PING_TEXT = 'ping';
const PING: RequestReading = { ok: true, request: { op: 'ping' } };

function refuse(code: WsCode, message: string): RequestReading {
  return { ok: false, code, message };
}

/** @param bytes length of the text as it came */
export function readRequest(text: string, bytes: number): RequestReading {
  if (text === PING_TEXT) return PING;
  let message: JsonValue;
  try {
    message = parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonSyntaxError)) throw cause;
    return refuse(WsCode.illegalRequest, `the message is not valid JSON: ${cause.message}`);
  }
  if (!isObject(message)) {
    return refuse(WsCode.illegalRequest, 'the message must be a JSON object');
  }
  const { op, args } = message;
  if (op !== 'trade' && bytes > SUBSCRIBE_BYTES_MAX) {
    const reason = `the message has ${bytes} bytes, at most ${SUBSCRIBE_BYTES_MAX} are taken`;
    return refuse(WsCode.illegalRequest, reason);
  }
  if (op === 'login' || op === 'subscribe' || op === 'unsubscribe' || op === 'trade') {
    if (Array.isArray(args) && args.length > 0) return { ok: true, request: { op, args } };
    return refuse(WsCode.badParams, 'args is required and must be a list that is not empty');
  }
  const shown = typeof op === 'string' ? op.slice(0, SHOWN_MAX) : 'missing';
  const reason = `op is ${shown}; it must be login, subscribe, unsubscribe or trade`;
  return refuse(WsCode.badOp, reason);
}
