/** The addresses that money may be withdrawn to. */

import { OWN_CHAIN } from '@halcyon/domain';
import type { AddressRow, WithdrawTerms } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { useAct } from '../security/use-act.ts';
import { addAddress, fetchBook, removeAddress } from './wallet-api.ts';
import { ListCard, WALLET_KEYS } from './wallet-parts.tsx';

/** The person's book. */
export function useBook() {
  return useQuery<readonly AddressRow[]>({ queryKey: WALLET_KEYS.book, queryFn: fetchBook });
}

/** What is wrong with an address as it is typed; of other chains than our own only the exchange knows. */
function addressIssue(address: string, chain: string | undefined): MessageId | null {
  if (chain !== OWN_CHAIN.name) return null;
  return 'problem' in OWN_CHAIN.readAddress(address) ? 'wallet.badAddress' : null;
}

function AddForm(props: { readonly terms: readonly WithdrawTerms[]; readonly onDone: () => void }) {
  const t = useT();
  const [coin, setCoin] = useState('USDT');
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [issue, setIssue] = useState<MessageId | null>(null);
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['coin', 'address', 'label']);
  const chain = props.terms.find((one) => one.coin === coin)?.chain;
  const change = (work: () => void) => {
    setIssue(null);
    clear();
    work();
  };
  const add = async () => {
    const found = addressIssue(address.trim(), chain);
    setIssue(found);
    if (found !== null || busy) return;
    setBusy(true);
    clear();
    try {
      const { usableAt } = await addAddress({ coin, address: address.trim(), label });
      toast('success', t('wallet.added', { date: dateTime(usableAt) }));
      setAddress('');
      setLabel('');
      props.onDone();
    } catch (error) {
      refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="wallet-form wallet-add"
      noValidate
      onSubmit={(event) => submitForm(event, add)}
    >
      <ChoiceField
        label={t('assets.coin')}
        value={coin}
        items={props.terms.map((one) => ({ key: one.coin, label: one.coin }))}
        onChange={(next) => change(() => setCoin(next))}
      />
      <TextField
        label={t('security.address')}
        name="address"
        value={address}
        onChange={(next) => change(() => setAddress(next))}
        error={issue === null ? at('address') : t(issue, { chain: chain ?? '' })}
      />
      <TextField
        label={t('passkey.name')}
        name="label"
        value={label}
        onChange={(next) => change(() => setLabel(next))}
        error={at('label')}
      />
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
      <Button type="submit" busy={busy} disabled={address.trim() === ''}>
        {t('wallet.add')}
      </Button>
    </form>
  );
}

/** The card. */
export function AddressBook(props: {
  readonly terms: readonly WithdrawTerms[];
  readonly query: ReturnType<typeof useBook>;
}) {
  const t = useT();
  const { query } = props;
  const { busy, act } = useAct();
  const remove = ({ coin, address }: AddressRow) =>
    act(async () => {
      await removeAddress({ coin, address });
      toast('success', t('wallet.removed'));
      await query.refetch();
    });
  const usable = ({ usableAt }: AddressRow) =>
    usableAt <= Date.now()
      ? t('wallet.usable')
      : t('wallet.usableFrom', { date: dateTime(usableAt) });
  const removal = (row: AddressRow) => (
    <Button
      disabled={busy}
      aria-label={`${t('factor.remove')} ${row.label} ${row.address}`}
      onClick={() => void remove(row)}
    >
      {t('factor.remove')}
    </Button>
  );
  return (
    <ListCard<AddressRow>
      title={t('wallet.book')}
      what="addresses"
      query={query}
      rowKey={(row) => `${row.coin} ${row.address}`}
      columns={[
        { key: 'label', label: t('passkey.name'), cell: (row) => row.label || '–' },
        { key: 'coin', label: t('assets.coin'), cell: (row) => row.coin },
        {
          key: 'address',
          label: t('security.address'),
          cell: (row) => <span className="wallet-address">{row.address}</span>,
        },
        { key: 'usable', label: t('orders.status'), cell: usable },
        { key: 'remove', label: t('orders.actions'), cell: removal, end: true },
      ]}
    >
      <p className="muted">{t('wallet.bookText')}</p>
      <AddForm terms={props.terms} onDone={() => void query.refetch()} />
    </ListCard>
  );
}
