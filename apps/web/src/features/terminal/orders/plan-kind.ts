/** What kinds of plans are called, those of pairs and of contracts. */

import type { ContractPlanType, SpotPlanType } from '@halcyon/domain';
import { ORDER_KIND_LABELS, type OrderKindName } from '@halcyon/domain/web';
import type { MessageId } from '../../../platform/locale/intl.tsx';

type Word = SpotPlanType | ContractPlanType;
/** By their words on the wire; the compiler asks for new ones. The domain's table of them is too large for the page. */
const KINDS: Readonly<Record<Word, OrderKindName>> = {
  amount: 'trigger',
  total: 'trigger',
  normal_plan: 'trigger',
  profit_plan: 'takeProfit',
  pos_profit: 'takeProfit',
  loss_plan: 'stopLoss',
  pos_loss: 'stopLoss',
  oco_stop: 'oco',
  track_plan: 'trailing',
  moving_plan: 'trailing',
};

interface Row {
  readonly planType: Word;
}

/** What kind of plan a row is, as a message. */
export function planKind({ planType }: Row): MessageId {
  return ORDER_KIND_LABELS[KINDS[planType]];
}

/** Whether a plan follows the price at a distance. */
export function isTrailing({ planType }: Row): boolean {
  return KINDS[planType] === 'trailing';
}
