/** Refusals of records and identity as errors of the wire: each says itself what is wrong. */
import { WireError } from '@halcyon/protocol';
import { RecordsError } from '@halcyon/records';
import { asWireError, type FaultListener } from './faults.ts';

/** A field whose value an own rule refuses. @param sentence which rule, fit for people */
export function refusedField(field: string, sentence: string): WireError {
  return new WireError('fieldRefused', { field, sentence });
}

/** Whatever was thrown, as the web app is told of it; what nobody expected goes to the log. */
export function asWebError(
  thrown: unknown,
  requestId: () => string,
  onFault: FaultListener,
): WireError {
  if (thrown instanceof RecordsError && thrown.code !== 'internal') {
    const { code, field, message, retryAfterMs, facts } = thrown;
    return new WireError(code, { ...facts, field, sentence: message }, retryAfterMs);
  }
  return asWireError(thrown, requestId, onFault);
}
