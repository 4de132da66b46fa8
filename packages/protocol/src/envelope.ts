/** The envelope around every answer of the API. */
import type { WireError } from './errors.ts';

/** The one code of success. */
export const SUCCESS = '00000';

/** An error answer; `reason` is the error's name in the table of errors. */
export interface ErrorEnvelope {
  readonly code: string;
  readonly msg: string;
  readonly requestTime: number;
  readonly data: null;
  readonly reason: string;
  readonly retryable: boolean;
  /** The field of the request at fault, where one is. */
  readonly field?: string;
  /** Ms until the same request can succeed; also in the header Retry-After, in whole seconds. */
  readonly retryAfterMs?: number;
  /** What the message is about; a page, which writes it in its own language, is given it. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** The text of a successful answer around data that is JSON text already. */
export function successText(dataJson: string, now: number): string {
  return `{"code":"00000","msg":"success","requestTime":${now},"data":${dataJson}}`;
}

/** The text of an error answer. */
export function errorText(error: WireError, now: number): string {
  return JSON.stringify(envelopeOf(error, now));
}

/** The text of an error answer to a page. */
export function pageErrorText(error: WireError, now: number): string {
  const { facts } = error;
  const body = envelopeOf(error, now);
  return JSON.stringify(Object.keys(facts).length === 0 ? body : { ...body, facts });
}

function envelopeOf(error: WireError, now: number): ErrorEnvelope {
  return {
    code: error.code,
    msg: error.message,
    requestTime: now,
    data: null,
    reason: error.reason,
    retryable: error.retryable,
    ...(error.field === '' ? {} : { field: error.field }),
    ...(error.retryAfterMs > 0 ? { retryAfterMs: error.retryAfterMs } : {}),
  };
}
