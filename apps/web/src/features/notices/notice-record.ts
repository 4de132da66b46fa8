/** Where the record is that a notification is about. */

import type { NoticeRow } from '@halcyon/domain/web';
import { PATHS } from '../../platform/routes/paths.ts';
import { COPY_PATHS } from '../copying/copy-paths.ts';

type Account = NoticeRow['account'];

const RECORDS: Readonly<Record<Account, string>> = {
  spot: PATHS.spotRecords,
  funding: PATHS.spotRecords,
  futures: PATHS.futuresRecords,
  crossed: PATHS.marginRecords,
  isolated: PATHS.marginRecords,
};

/** Plans of spot and margin that ended are in the list of orders; those of contracts have their own. */
const PLANS: Readonly<Partial<Record<Account, string>>> = { futures: 'plans' };

/** The page with the record of a notification, as it is narrowed down to it. */
export function recordPath(row: NoticeRow): string {
  const { kind, account, symbol: pair, coin, record: order } = row;
  // A sub-account's records are its own: who acts as it has them.
  if (row.subAccount !== '') return PATHS.subAccounts;
  if (row.portfolio !== '') return COPY_PATHS.mine;
  const records = (
    query: Readonly<Record<string, string | undefined>>,
    path = RECORDS[account],
  ) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
    return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
  };
  switch (kind) {
    case 'security':
      return PATHS.security;
    case 'marginCall':
      return account === 'futures' ? PATHS.futuresAssets : PATHS.marginAssets;
    case 'filled':
    case 'cancelled':
      return records({ order });
    case 'parentPaused':
    case 'parentEnded':
      // Its own orders are among those of the pair.
      return records({ pair });
    case 'triggered':
    case 'triggerFailed':
      return records({ tab: PLANS[account], pair });
    case 'liquidation':
    case 'marginLiquidation':
      return records({ tab: 'liquidations', pair });
    case 'deleveraged':
      return records({ tab: 'fills', pair });
    case 'funding':
      return records({ tab: 'funding', pair });
    case 'deposit':
      return records({ tab: 'deposits', coin }, PATHS.spotRecords);
    case 'withdrawal':
      return records({ tab: 'withdrawals', coin }, PATHS.spotRecords);
    default:
      return records({ tab: 'transfers', coin }, PATHS.spotRecords);
  }
}
