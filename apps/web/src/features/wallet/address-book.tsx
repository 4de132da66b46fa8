/** The addresses that money may be withdrawn to. */

import type { AddressRow } from '@halcyon/domain/web';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { TextField } from '../../components/text-field.tsx';
import { toast } from '../../components/toast.tsx';
import { dateTime } from '../../data/format.ts';
import { useQuery } from '../../data/query/use-query.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { useAct } from '../security/use-act.ts';
import { addAddress, fetchBook, removeAddress } from './wallet-api.ts';
import { ChoiceField, ListCard, WALLET_KEYS } from './wallet-parts.tsx';

/** The person's book. */
export function useBook() {
  return useQuery<readonly AddressRow[]>({ queryKey: WALLET_KEYS.book, queryFn: fetchBook });
}

function AddForm(props: { readonly coins: readonly string[]; readonly onDone: () => void }) {
  const t = useT();
  const [coin, setCoin] = useState('USDT');
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const { busy, act } = useAct();
  const add = () =>
    act(async () => {
      const { usableAt } = await addAddress({ coin, address: address.trim(), label });
      toast('success', t('wallet.added', { date: dateTime(usableAt) }));
      setAddress('');
      setLabel('');
      props.onDone();
    });
  return (
    <form
      className="wallet-form wallet-add"
      noValidate
      onSubmit={(event) => submitForm(event, () => void add())}
    >
      <ChoiceField
        label={t('assets.coin')}
        value={coin}
        choices={props.coins.map((one) => [one, one] as const)}
        onChange={setCoin}
      />
      <TextField
        label={t('security.address')}
        name="address"
        value={address}
        onChange={setAddress}
      />
      <TextField label={t('passkey.name')} name="label" value={label} onChange={setLabel} />
      <Button type="submit" busy={busy} disabled={address.trim() === ''}>
        {t('wallet.add')}
      </Button>
    </form>
  );
}

/** The card. */
export function AddressBook(props: {
  readonly coins: readonly string[];
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
      <AddForm coins={props.coins} onDone={() => void query.refetch()} />
    </ListCard>
  );
}
