/** Where deposits go, what has arrived, and coins for free where there is a faucet. */

import { useState } from 'react';
import { AntdFrame } from '../../components/antd/antd-frame.tsx';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { ErrorState, SkeletonRows } from '../../components/states.tsx';
import { toast } from '../../components/toast.tsx';
import { useTitle } from '../../components/use-title.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { useSession } from '../../data/state/session.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { FaucetPanel } from '../assets/faucet-panel.tsx';
import { RequireSession } from '../auth/require-session.tsx';
import { DepositList, useArriving } from './deposit-list.tsx';
import { type DepositAddress, fetchAddress } from './wallet-api.ts';
import { Fact, useTerms } from './wallet-parts.tsx';
import '../assets/assets.css';
import './wallet.css';

function Address({ coin, needed }: { readonly coin: string; readonly needed: number }) {
  const t = useT();
  const query = useQuery<DepositAddress>({
    queryKey: ['wallet', 'address', coin],
    queryFn: () => fetchAddress(coin),
  });
  const found = query.data;
  if (found === undefined) {
    if (!query.isError) return <SkeletonRows rows={5} height={24} />;
    const retry = () => void query.refetch();
    return <ErrorState message={errorText(t, query.error)} onRetry={retry} />;
  }
  const { address, chain } = found;
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    toast('success', t('action.copied'));
  };
  return (
    <>
      <QrCode value={address} label={address} />
      <output className="wallet-address">{address}</output>
      <Button onClick={() => void copy().catch(() => undefined)}>{t('action.copy')}</Button>
      <Fact name={t('records.chain')}>{chain}</Fact>
      <Fact name={t('transfer.to')}>{t('transfer.spot')}</Fact>
      {needed > 0 && <Fact name={t('wallet.confirmations')}>{needed}</Fact>}
      <p className="muted">{t('wallet.depositText', { coin, chain })}</p>
    </>
  );
}

function Deposit() {
  const t = useT();
  useTitle(`${t('nav.deposit')} | Halcyon`);
  const session = useSession();
  const [coin, setCoin] = useState('USDT');
  const terms = useTerms();
  const arriving = useArriving().data;
  const coins = terms.data?.map((one) => one.coin) ?? [coin];
  return (
    <div className="page page-wide">
      <h1 className="page-title">{t('nav.deposit')}</h1>
      <div className="wallet-grid">
        <section className="card wallet-card">
          <ChoiceField
            label={t('assets.coin')}
            value={coin}
            items={coins.map((one) => ({ key: one, label: one }))}
            onChange={setCoin}
          />
          <Address coin={coin} needed={arriving?.confirmationsNeeded ?? 0} />
        </section>
        {session.faucet && <FaucetPanel overChain />}
        <DepositList arriving={arriving} />
      </div>
    </div>
  );
}

/** The page at `/asset/deposit`. */
export function DepositPage() {
  return (
    <RequireSession person>
      <AntdFrame>
        <Deposit />
      </AntdFrame>
    </RequireSession>
  );
}
