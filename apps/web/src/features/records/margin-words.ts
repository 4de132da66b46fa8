/** Words for what margin accounts did. */

import type {
  LoanMaker,
  LoanTypeName,
  MarginKind,
  MarginLedgerGroup,
  MarginLedgerType,
} from '@halcyon/domain/web';
import type { MessageId, Translate } from '../../platform/locale/intl.tsx';

/** The account of a row, with its pair where it is of one. */
export function marginAccountText(t: Translate, account: MarginKind, pair = ''): string {
  const name = t(`positions.mode.${account}`);
  return account === 'crossed' || pair === '' ? name : `${name} · ${pair}`;
}

/** By what rule an order borrowed. */
export const LOAN_TYPE_NAMES: Readonly<Record<LoanTypeName, MessageId>> = {
  normal: 'marginPage.type.normal',
  autoLoan: 'marginPage.type.autoLoan',
  autoRepay: 'marginPage.type.autoRepay',
  autoLoanAndRepay: 'marginPage.type.both',
};

/** What made a debt change. */
export const MAKER_NAMES: Readonly<Record<LoanMaker, MessageId>> = {
  hand: 'marginPage.by.hand',
  order: 'marginPage.by.order',
  liquidation: 'marginPage.by.liquidation',
  lost: 'marginPage.by.lost',
  pool: 'marginPage.by.pool',
};

/** What entries of the ledger come from. */
export const LEDGER_NAMES: Readonly<Record<MarginLedgerType, MessageId>> = {
  buy: 'records.buy',
  sell: 'records.sell',
  borrowed: 'marginPage.borrowed',
  repaid: 'marginPage.repaid',
  interest: 'marginPage.interest',
  transferIn: 'records.transferIn',
  transferOut: 'records.transferOut',
  liquidationFee: 'positions.why.fee',
  protection: 'positions.why.fund',
  takenOver: 'marginPage.by.pool',
  other: 'status.other',
};

/** What a ledger can be narrowed to. */
export const GROUP_NAMES: Readonly<Record<MarginLedgerGroup, MessageId>> = {
  trade: 'orders.fills',
  loan: 'marginPage.loansAndRepayments',
  interest: 'marginPage.interest',
  transfer: 'records.transfers',
  liquidation: 'positions.why.title',
};
