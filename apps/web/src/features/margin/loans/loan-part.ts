/** The dialogs of loans, whose code and words come when they are first opened. */

import type { MarginKind } from '@halcyon/domain/web';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { moreMessages } from '../../../platform/locale/locale.ts';

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

/** See loan-dialog.tsx. */
export const LoanDialog = lazyPart(async () => {
  const [part] = await Promise.all([import('./loan-dialog.tsx'), moreMessages()]);
  return part.LoanDialog;
}, 0);
