/** Margin mode, leverage and position mode of a contract, each with the dialog that changes it. */

import { MarginMode } from '@halcyon/domain';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { lazyPart } from '../../../components/lazy-part.tsx';
import type { ContractAccount } from '../../../data/state/contract-account.ts';
import { useSession } from '../../../data/state/session.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import './settings.css';

interface Props {
  readonly symbol: string;
  /** null until it is known, and for nobody. */
  readonly account: ContractAccount | null;
}

const LeverageDialog = lazyPart(async () => {
  const part = await import('./leverage-dialog.tsx');
  return part.LeverageDialog;
}, 0);
const MarginModeDialog = lazyPart(async () => {
  const part = await import('./mode-dialogs.tsx');
  return part.MarginModeDialog;
}, 0);
const PositionModeDialog = lazyPart(async () => {
  const part = await import('./mode-dialogs.tsx');
  return part.PositionModeDialog;
}, 0);

/** "20×", or both where the sides differ. */
function leverageText({ contract, hedge }: ContractAccount): string {
  const [net, long, short] = contract.settings;
  if (!hedge) return `${net.leverage}×`;
  return long.leverage === short.leverage
    ? `${long.leverage}×`
    : `${long.leverage}× / ${short.leverage}×`;
}

/** The row above the form's fields: what is set; to who is not signed in, what can be. */
export function SettingsRow({ symbol, account }: Props) {
  const t = useT();
  const isVisitor = useSession().user === null;
  const [open, setOpen] = useState<'margin' | 'leverage' | 'mode' | null>(null);
  const close = () => setOpen(null);
  const isolated = account?.contract.settings[0].marginMode === MarginMode.isolated;
  const texts = {
    margin: t(isolated ? 'futures.isolated' : 'futures.cross'),
    leverage: account === null ? '–' : leverageText(account),
    mode: t(account?.hedge === true ? 'futures.hedge' : 'futures.oneWay'),
  };
  const names = {
    margin: t('futures.marginMode'),
    leverage: t('futures.leverage'),
    mode: t('futures.positionMode'),
  };
  return (
    <div className="contract-settings">
      {(['margin', 'leverage', 'mode'] as const).map((key) => (
        <Button
          key={key}
          disabled={account === null}
          title={names[key]}
          aria-haspopup="dialog"
          onClick={() => setOpen(key)}
        >
          <span className="visually-hidden">{names[key]}</span>
          <bdi>{isVisitor ? names[key] : account === null ? '–' : texts[key]}</bdi>
        </Button>
      ))}
      {account !== null && open === 'margin' && (
        <MarginModeDialog symbol={symbol} account={account} onClose={close} />
      )}
      {account !== null && open === 'leverage' && (
        <LeverageDialog symbol={symbol} account={account} onClose={close} />
      )}
      {account !== null && open === 'mode' && (
        <PositionModeDialog account={account} onClose={close} />
      )}
    </div>
  );
}
