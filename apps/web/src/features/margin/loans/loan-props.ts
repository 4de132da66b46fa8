/** What the dialogs of loans are given. */

import type { MarginKind } from '@halcyon/domain/web';

/** What a dialog is for. */
export type LoanWay = 'borrow' | 'repay';

/** Where a dialog begins. */
export interface LoanProps {
  readonly way: LoanWay;
  readonly kind: MarginKind;
  /** The pair of isolated margin. */
  readonly symbol: string;
  readonly coin: string;
  readonly onClose: () => void;
}
