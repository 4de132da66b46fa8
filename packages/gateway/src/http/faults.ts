/** Whatever was thrown, as an error of the wire. */
import { EngineUnavailable, OutcomeUnknown } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';

/** Called with faults that nobody expected, for the log. `requestId` is what the client was told. */
export type FaultListener = (fault: unknown, requestId: string) => void;

/** Turns a thrown value into a WireError; unexpected ones become a bare 500 and go to the log. */
export function asWireError(
  thrown: unknown,
  requestId: () => string,
  onFault: FaultListener,
): WireError {
  if (thrown instanceof WireError) return thrown;
  if (thrown instanceof OutcomeUnknown) return new WireError('outcomeUnknown');
  if (thrown instanceof EngineUnavailable) {
    return new WireError('engineUnavailable', { detail: thrown.message });
  }
  const fromRecords = recordsError(thrown);
  if (fromRecords !== null) return fromRecords;
  const id = requestId();
  onFault(thrown, id);
  return new WireError('unknownFault', { requestId: id });
}

/** What Fastify raises before a handler runs; null = something else. @param limit longest body, bytes */
export function frameworkError(thrown: unknown, limit: number): WireError | null {
  const { code } = thrown as { readonly code?: unknown };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new WireError('bodyTooLarge', { limit });
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return new WireError('badJson', { detail: 'Content-Length does not match the body' });
  }
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? new WireError('contentType') : null;
}

/** Errors of the records package carry a code; its messages hold nothing of the inside. */
function recordsError(thrown: unknown): WireError | null {
  if (!(thrown instanceof Error) || thrown.name !== 'RecordsError') return null;
  const { code, field, retryAfterMs } = thrown as Error & {
    readonly code: string;
    readonly field?: string;
    readonly retryAfterMs?: number;
  };
  if (code === 'lagging' || code === 'unavailable') return new WireError('readTimeout');
  if (code === 'busy' || code === 'loginBackoff') {
    return new WireError('rateLimit', {}, retryAfterMs ?? 0);
  }
  if (code === 'badRequest') {
    return new WireError('fieldType', {
      field: field === undefined || field === '' ? 'request' : field,
      expected: 'in its range',
    });
  }
  return null;
}
