/** The form that moves money between the accounts of one person. */

import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { toast } from '../../components/toast.tsx';
import { parseExact, trimZeros, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { type TransferAccount, transferFunds } from '../../data/rest/trade.ts';
import { KEYS } from '../../data/state/account.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';
import { ACCOUNT_NAMES } from './account-names.ts';
import { ChoiceField } from './choice-field.tsx';
import { type TransferWay, useSpare } from './use-spare.ts';
import { WayFields } from './way-fields.tsx';
import '../terminal/order-form/order-form.css';

/** Those of who trades; the funding account is on the page of transfers. */
const ACCOUNTS: readonly TransferAccount[] = [
  'spot',
  'usdt_futures',
  'crossed_margin',
  'isolated_margin',
];

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

function useTransfer(onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const move = async ({ from, to }: TransferWay, text: string, coin: string, pair: string) => {
    setBusy(true);
    setRefusal('');
    const ofPair = from === 'isolated_margin' || to === 'isolated_margin';
    try {
      const named = { fromType: from, toType: to, amount: text, coin };
      await transferFunds({ ...named, ...(ofPair && { symbol: pair }) });
      await client.invalidateQueries({ queryKey: KEYS.all });
      toast(
        'success',
        t('transfer.done', { amount: amount(text), coin, to: t(ACCOUNT_NAMES[to]) }),
      );
      onDone();
    } catch (error) {
      setRefusal(errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, move };
}

/** Where a transfer begins. */
export interface TransferStart {
  readonly to: TransferAccount;
  /** Absent: spot, or futures where it goes to spot. */
  readonly from?: TransferAccount;
  /** The pair of an isolated margin account; absent: the first. */
  readonly symbol?: string;
  readonly coin?: string;
}

/** The form; on a page, where nothing is to be closed, it has no way back and can be sent again. */
export function TransferForm(props: TransferStart & { readonly onClose?: () => void }) {
  const t = useT();
  const { to, from, symbol = '', coin: first = '', onClose } = props;
  const [way, setWay] = useState<TransferWay>({
    to,
    from: from ?? (to === 'spot' ? 'usdt_futures' : 'spot'),
  });
  const [pairChosen, choosePair] = useState(symbol);
  const [coinChosen, chooseCoin] = useState(first);
  const [text, setText] = useState('');
  const { coins, coin, scale, pairs, pair, spare } = useSpare(way, pairChosen, coinChosen);
  const error = useIssue(text, spare, scale, coin);
  const { busy, refusal, move } = useTransfer(onClose ?? (() => setText('')));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text !== '' && error === undefined) void move(way, trimZeros(text), coin, pair);
  };
  return (
    <form className="amend" onSubmit={submit} noValidate>
      <WayFields
        {...way}
        items={ACCOUNTS.map((key) => ({ key, label: t(ACCOUNT_NAMES[key]) }))}
        onChange={(nextFrom, nextTo) => setWay({ from: nextFrom, to: nextTo })}
      />
      {(way.from === 'isolated_margin' || way.to === 'isolated_margin') && (
        <ChoiceField
          label={t('orders.pair')}
          value={pair}
          items={pairs.map((one) => ({ key: one.symbol, label: `${one.base}/${one.quote}` }))}
          onChange={choosePair}
        />
      )}
      {coins.length > 1 && (
        <ChoiceField
          label={t('assets.coin')}
          value={coin}
          items={coins.map((key) => ({ key, label: key }))}
          onChange={chooseCoin}
        />
      )}
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
          disabled={spare === undefined}
          onClick={() => setText(trimZeros(spare ?? ''))}
        >
          {spare === undefined ? '–' : `${amount(spare, scale)} ${coin}`}
        </Button>
      </p>
      <FormEnd
        refusal={refusal}
        busy={busy}
        {...(onClose !== undefined && { onClose })}
        confirm={t('transfer.send')}
        disabled={text === ''}
      />
    </form>
  );
}
