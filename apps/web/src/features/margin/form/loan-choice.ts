/** Whether orders of margin accounts borrow what they lack and pay back with what they get; remembered. */

import type { LoanTypeName } from '@halcyon/domain/web';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from '../../../platform/storage/local.ts';

/** The two switches. */
export interface LoanChoice {
  readonly autoLoan: boolean;
  readonly autoRepay: boolean;
}

const KEY = 'margin-loan-type';

/** As the wire names both switches. */
export function loanTypeOf({ autoLoan, autoRepay }: LoanChoice): LoanTypeName {
  if (autoLoan) return autoRepay ? 'autoLoanAndRepay' : 'autoLoan';
  return autoRepay ? 'autoRepay' : 'normal';
}

/** Of a remembered name; what is none borrows nothing. */
export function choiceOf(kept: string | null): LoanChoice {
  return {
    autoLoan: kept === 'autoLoan' || kept === 'autoLoanAndRepay',
    autoRepay: kept === 'autoRepay' || kept === 'autoLoanAndRepay',
  };
}

const store = createStore<LoanChoice>(() => choiceOf(readLocal(KEY)));

/** The switches as they stand. */
export function useLoanChoice(): LoanChoice {
  return useStore(store);
}

/** Turns one. */
export function chooseLoan(change: Partial<LoanChoice>): void {
  store.setState(change);
  writeLocal(KEY, loanTypeOf(store.getState()));
}
