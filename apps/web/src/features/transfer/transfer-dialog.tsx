/** Moves money between the accounts of one person. */

import { withdrawableOf } from '@halcyon/domain';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { Icon } from '../../components/icon.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { toast } from '../../components/toast.tsx';
import { parseExact, toText, trimZeros, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { type TransferAccount, transferFunds } from '../../data/rest/trade.ts';
import { KEYS, useAssets } from '../../data/state/account.ts';
import { useFuturesMargin } from '../../data/state/contract-account.ts';
import { issueText } from '../../platform/forms/rules.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';

const ACCOUNTS: readonly TransferAccount[] = ['spot', 'usdt_futures'];
const NAMES: Readonly<Record<TransferAccount, MessageId>> = {
  spot: 'transfer.spot',
  usdt_futures: 'transfer.futures',
};
/** The coin that futures accounts are kept in, until the account itself has said so. */
const COIN = 'USDT';
const SCALE = 8;

/** What may leave each account, as text; undefined while it is not known. */
function useSpare() {
  const assets = useAssets().data;
  const futures = useFuturesMargin();
  const coin = futures?.coin ?? COIN;
  const scale = futures?.scale ?? SCALE;
  const spare: Readonly<Record<TransferAccount, string | undefined>> = {
    spot: assets === undefined ? undefined : (assets.get(coin)?.available ?? '0'),
    usdt_futures:
      futures === null ? undefined : toText(BigInt(withdrawableOf(futures.margin)), scale),
  };
  return { coin, scale, spare };
}

/** The errors of an amount that would be sent; undefined where it may be. */
function useIssue(text: string, spare: string | undefined, scale: number, coin: string) {
  const t = useT();
  const issue = (id: MessageId, values = {}) => issueText(t, { id, values }, t('transfer.amount'));
  if (text === '') return undefined;
  const units = parseExact(text, scale);
  if (units === null) return issue('check.number');
  if (units <= 0n) return issue('check.positive');
  return spare !== undefined && wide(text) > wide(spare)
    ? issue('check.funds', { coin })
    : undefined;
}

function AccountField(props: {
  readonly label: string;
  readonly value: TransferAccount;
  readonly onChange: (account: TransferAccount) => void;
}) {
  const t = useT();
  return (
    <label className="input-box">
      <span className="input-prefix">{props.label}</span>
      <select
        value={props.value}
        onChange={(event) => {
          const chosen = ACCOUNTS.find((account) => account === event.target.value);
          if (chosen !== undefined) props.onChange(chosen);
        }}
      >
        {ACCOUNTS.map((account) => (
          <option key={account} value={account}>
            {t(NAMES[account])}
          </option>
        ))}
      </select>
    </label>
  );
}

function useTransfer(onClose: () => void) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const move = async (to: TransferAccount, text: string, coin: string) => {
    setBusy(true);
    setRefusal('');
    try {
      const from: TransferAccount = to === 'spot' ? 'usdt_futures' : 'spot';
      await transferFunds({ fromType: from, toType: to, amount: text, coin });
      await client.invalidateQueries({ queryKey: KEYS.all });
      toast('success', t('transfer.done', { amount: amount(text), coin, to: t(NAMES[to]) }));
      onClose();
    } catch (error) {
      setRefusal(errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, move };
}

/** The dialog. @param props.to where it begins to move to */
export function TransferDialog(props: {
  readonly to: TransferAccount;
  readonly onClose: () => void;
}) {
  const t = useT();
  const [to, setTo] = useState(props.to);
  const [text, setText] = useState('');
  const from: TransferAccount = to === 'spot' ? 'usdt_futures' : 'spot';
  const { coin, scale, spare } = useSpare();
  const error = useIssue(text, spare[from], scale, coin);
  const { busy, refusal, move } = useTransfer(props.onClose);
  const most = spare[from];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text !== '' && error === undefined) void move(to, trimZeros(text), coin);
  };
  return (
    <Dialog title={t('transfer.title')} onClose={props.onClose}>
      <form className="amend" onSubmit={submit} noValidate>
        <AccountField
          label={t('transfer.from')}
          value={from}
          onChange={(account) => setTo(account === 'spot' ? 'usdt_futures' : 'spot')}
        />
        <Button
          look="ghost"
          icon
          aria-label={t('transfer.swap')}
          title={t('transfer.swap')}
          onClick={() => setTo(from)}
        >
          <Icon name="swap" />
        </Button>
        <AccountField label={t('transfer.to')} value={to} onChange={setTo} />
        <NumberField
          label={t('transfer.amount')}
          unit={coin}
          scale={scale}
          value={text}
          onChange={setText}
          error={error}
        />
        <p className="order-line">
          <span className="muted">{t('transfer.most')}</span>
          <Button
            look="link"
            disabled={most === undefined}
            onClick={() => setText(trimZeros(most ?? ''))}
          >
            {most === undefined ? '–' : `${amount(most, scale)} ${coin}`}
          </Button>
        </p>
        <FormEnd
          refusal={refusal}
          busy={busy}
          onClose={props.onClose}
          confirm={t('transfer.send')}
          disabled={text === ''}
        />
      </form>
    </Dialog>
  );
}
