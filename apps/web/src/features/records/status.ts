/** Names of order states. */

import type { MessageId } from '../../platform/locale/intl.tsx';

const NAMES: Readonly<Record<string, MessageId>> = {
  live: 'status.live',
  new: 'status.live',
  init: 'status.live',
  partially_filled: 'status.partial',
  filled: 'status.filled',
  canceled: 'status.cancelled',
  cancelled: 'status.cancelled',
  not_trigger: 'status.waiting',
  executed: 'status.executed',
  fail_trigger: 'status.failed',
  fail_execute: 'status.failed',
  rejected: 'status.failed',
  failed: 'status.failed',
  success: 'status.success',
  Successful: 'status.success',
  pending: 'status.pending',
  pending_review: 'status.pending',
  Processing: 'status.pending',
  fail: 'status.failed',
  reject: 'status.failed',
  Failed: 'status.failed',
};

/** The message for a wire status; unknown ones count as "other". */
export function statusMessage(status: string): MessageId {
  return NAMES[status] ?? 'status.other';
}
