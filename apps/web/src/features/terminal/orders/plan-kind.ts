/** What kinds of plans are called. */

import type { PlanRow } from '../../../data/rest/types.ts';
import { isTrailing } from '../../../data/state/orders.ts';
import type { MessageId } from '../../../platform/locale/intl.tsx';

const KINDS: Readonly<Record<string, MessageId>> = {
  profit_plan: 'order.takeProfit',
  loss_plan: 'order.stopLoss',
  oco_stop: 'order.kind.oco',
  track_plan: 'order.kind.trailing',
};

/** What kind of plan a row is, as a message. */
export function planKind(row: PlanRow): MessageId {
  if (isTrailing(row)) return 'order.kind.trailing';
  return KINDS[row.planType ?? ''] ?? 'order.kind.trigger';
}
