/** Chooses the account that orders of the terminal are of. */

import { Segments } from '../../../components/tabs.tsx';
import type { MessageId } from '../../../platform/locale/intl.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { type TerminalAccount, useTerminalAccount } from './terminal-account.ts';

const NAMES: Readonly<Record<TerminalAccount, MessageId>> = {
  spot: 'nav.spot',
  cross: 'order.cross',
  isolated: 'order.isolated',
};

/** The row above the order form. */
export function AccountTabs() {
  const t = useT();
  const { account, offered, choose } = useTerminalAccount();
  return (
    <Segments
      label={t('nav.account')}
      className="order-account"
      value={account}
      onChange={choose}
      items={offered.map((key) => ({ key, label: t(NAMES[key]) }))}
    />
  );
}
