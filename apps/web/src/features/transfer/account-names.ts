/** What each account is called that money is moved between. */

import type { TransferAccount } from '../../data/rest/trade.ts';
import type { MessageId } from '../../platform/locale/intl.tsx';

export const ACCOUNT_NAMES: Readonly<Record<TransferAccount, MessageId>> = {
  spot: 'transfer.spot',
  usdt_futures: 'transfer.futures',
  crossed_margin: 'transfer.cross',
  isolated_margin: 'transfer.isolated',
};
