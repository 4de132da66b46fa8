/** The form that moves money between the accounts of one person. */

import { useState } from 'react';
import { submitForm } from '../../components/submit-form.ts';
import { trimZeros } from '../../data/decimal.ts';
import { type TransferAccount, transferFunds } from '../../data/rest/movements.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { ACCOUNT_NAMES } from './account-names.ts';
import { AmountPart, PairAndCoin, useIssue, useSending } from './amount-part.tsx';
import { type TransferWay, useSpare } from './use-spare.ts';
import { WayFields } from './way-fields.tsx';

/** Those of who trades; the funding account is on the page of transfers. */
const ACCOUNTS: readonly TransferAccount[] = [
  'spot',
  'usdt_futures',
  'crossed_margin',
  'isolated_margin',
];

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
  const found = useSpare(way, pairChosen, coinChosen);
  const { coins, coin, pairs } = found;
  const pair = way.from === 'isolated_margin' || way.to === 'isolated_margin' ? found.pair : '';
  const error = useIssue(text, found);
  const { busy, refusal, at, clear, send } = useSending(onClose ?? (() => setText('')));
  const type = (next: string) => {
    clear();
    setText(next);
  };
  const move = async () => {
    if (text === '' || error !== undefined) return;
    const size = trimZeros(text);
    const named = { fromType: way.from, toType: way.to, amount: size, coin };
    const told = { amount: size, coin, to: t(ACCOUNT_NAMES[way.to]) };
    await send(() => transferFunds({ ...named, ...(pair !== '' && { symbol: pair }) }), told);
  };
  return (
    <form className="amend" onSubmit={(event) => submitForm(event, move)} noValidate>
      <WayFields
        {...way}
        items={ACCOUNTS.map((key) => ({ key, label: t(ACCOUNT_NAMES[key]) }))}
        onChange={(nextFrom, nextTo) => setWay({ from: nextFrom, to: nextTo })}
      />
      <PairAndCoin {...{ pair, pairs, coin, coins }} onPair={choosePair} onCoin={chooseCoin} />
      <AmountPart
        sendable={found}
        text={text}
        onText={type}
        error={error ?? at('size')}
        ready={text !== ''}
        busy={busy}
        refusal={refusal}
        onClose={onClose}
      />
    </form>
  );
}
