/** What forms of transfers have alike: how much of which coin, what is wrong with it, and how it is sent. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { FormEnd } from '../../components/form-end.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { checkAmount } from '../../data/amount-check.ts';
import { trimZeros, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { useT } from '../../platform/locale/intl.tsx';
import '../desk/order-form/order-form.css';

/** How much of what may be sent. */
export interface Sendable {
  readonly coin: string;
  /** Decimal places of the coin. */
  readonly scale: number;
  /** What may leave, as text; undefined while it is not known. */
  readonly spare: string | undefined;
}

/** The error of an amount that would be sent; undefined where it may be. */
export function useIssue(text: string, { coin, scale, spare }: Sendable): string | undefined {
  const t = useT();
  if (text === '') return undefined;
  const tooMuch = spare !== undefined && wide(text) > wide(spare);
  const funds = tooMuch ? ({ id: 'check.funds', values: { coin } } as const) : null;
  const issue = checkAmount(text, scale) ?? funds;
  return issue === null ? undefined : issueText(t, issue, t('transfer.amount'));
}

/** What was sent, as people are told of it. */
interface Told {
  readonly amount: string;
  readonly coin: string;
  /** Name of the account that has it now. */
  readonly to: string;
}

/** Sends a transfer. @param onDone not called where it is refused */
export function useSending(onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['size']);
  const send = async (request: () => Promise<unknown>, told: Told) => {
    setBusy(true);
    clear();
    try {
      await request();
      await client.invalidateQueries({ queryKey: KEYS.all });
      toast('success', t('transfer.done', { ...told, amount: amount(told.amount) }));
      onDone();
    } catch (thrown) {
      refuse(thrown);
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, at, clear, send };
}

/** The pair of an isolated margin account, and the coin where there are several. */
export function PairAndCoin(props: {
  /** '' = no pair is asked for. */
  readonly pair: string;
  readonly pairs: readonly {
    readonly symbol: string;
    readonly base: string;
    readonly quote: string;
  }[];
  readonly coin: string;
  readonly coins: readonly string[];
  readonly onPair: (symbol: string) => void;
  readonly onCoin: (coin: string) => void;
}) {
  const t = useT();
  const { pair, pairs, coin, coins } = props;
  return (
    <>
      {pair !== '' && (
        <ChoiceField
          label={t('orders.pair')}
          value={pair}
          items={pairs.map((one) => ({ key: one.symbol, label: `${one.base}/${one.quote}` }))}
          onChange={props.onPair}
        />
      )}
      {coins.length > 1 && (
        <ChoiceField
          label={t('assets.coin')}
          value={coin}
          items={coins.map((key) => ({ key, label: key }))}
          onChange={props.onCoin}
        />
      )}
    </>
  );
}

/** The end of the form: the amount, all of it at one press, and what sends it. */
export function AmountPart(props: {
  readonly sendable: Sendable;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error: string | undefined;
  readonly ready: boolean;
  readonly busy: boolean;
  readonly refusal: string;
  /** Absent where nothing is to be closed. */
  readonly onClose?: (() => void) | undefined;
}) {
  const t = useT();
  const { onText, onClose } = props;
  const { coin, scale, spare } = props.sendable;
  return (
    <>
      <NumberField
        label={t('transfer.amount')}
        unit={coin}
        scale={scale}
        value={props.text}
        onChange={onText}
        error={props.error}
      />
      <p className="order-line">
        <span className="muted">{t('transfer.most')}</span>
        <Button
          look="link"
          disabled={spare === undefined}
          onClick={() => onText(trimZeros(spare ?? ''))}
        >
          {spare === undefined ? '–' : `${amount(spare, scale)} ${coin}`}
        </Button>
      </p>
      <FormEnd
        refusal={props.refusal}
        busy={props.busy}
        {...(onClose !== undefined && { onClose })}
        confirm={t('transfer.send')}
        disabled={!props.ready}
      />
    </>
  );
}
