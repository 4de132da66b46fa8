/** Asks for a quote, shows it while it holds, and carries it out. */

import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ChoiceField } from '../../components/choice-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { checkAmount } from '../../data/amount-check.ts';
import { trimZeros, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useAssets } from '../../data/state/account.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { Fact } from '../wallet/wallet-parts.tsx';
import { type QuoteRow, rateText } from './convert-api.ts';
import { useConvert, useSecondsLeft } from './use-convert.ts';

/** Decimals that a coin is typed with. */
const SCALE = 8;

/** What a pair trades. */
interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** The coins that a market makes of another. */
export function partnersOf(coin: string, pairs: Iterable<Pair>): readonly string[] {
  return [...pairs].flatMap(({ base, quote }) => {
    if (base === coin) return [quote];
    return quote === coin ? [base] : [];
  });
}

/** The coins of all pairs, each once, in the order in which they are listed. */
function coinsOf(pairs: Iterable<Pair>): readonly string[] {
  return [...new Set([...pairs].flatMap(({ base, quote }) => [quote, base]))];
}

/** A quote with what can be done about it. */
function QuoteCard(props: {
  readonly quote: QuoteRow;
  readonly since: number;
  readonly busy: boolean;
  readonly onConvert: () => void;
}) {
  const t = useT();
  const { quote, since, busy, onConvert } = props;
  const seconds = useSecondsLeft(since);
  const { fromCoin, toCoin, fromCoinSize, toCoinSize, fee } = quote;
  return (
    <section className="wallet-form" aria-label={t('convert.quote')}>
      <Fact name={t('convert.give')}>{`${amount(fromCoinSize)} ${fromCoin}`}</Fact>
      <Fact name={t('convert.receive')}>{`${amount(toCoinSize)} ${toCoin}`}</Fact>
      <Fact name={t('order.price')}>{rateText(quote)}</Fact>
      <Fact name={t('orders.fee')}>{`${amount(fee)} ${toCoin}`}</Fact>
      <p className="muted" role="timer">
        {seconds > 0 ? t('convert.left', { seconds }) : t('convert.expired')}
      </p>
      <Button
        look="primary"
        busy={busy}
        // Once disabled it would lose the focus, which a renewed quote needs again.
        disabled={seconds === 0 && !busy}
        onClick={onConvert}
      >
        {t('nav.convert')}
      </Button>
    </section>
  );
}

function useIssue(text: string, available: string, coin: string): string | undefined {
  const t = useT();
  if (text === '') return undefined;
  const tooMuch = wide(text) > wide(available);
  const funds = tooMuch ? ({ id: 'check.funds', values: { coin } } as const) : null;
  const issue = checkAmount(text, SCALE) ?? funds;
  return issue === null ? undefined : issueText(t, issue, t('transfer.amount'));
}

/** Which coins, and how much. */
interface Typed {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

function Fields(props: {
  readonly typed: Typed;
  readonly coins: readonly string[];
  readonly partners: readonly string[];
  readonly error: string | undefined;
  readonly available: string;
  readonly onChange: (typed: Typed) => void;
}) {
  const t = useT();
  const { typed, coins, partners, error, available, onChange } = props;
  const { from, to, text } = typed;
  const items = (list: readonly string[]) => list.map((key) => ({ key, label: key }));
  return (
    <>
      <ChoiceField
        label={t('transfer.from')}
        value={from}
        items={items(coins)}
        onChange={(key) => onChange({ ...typed, from: key })}
      />
      <NumberField
        label={t('transfer.amount')}
        unit={from}
        scale={SCALE}
        value={text}
        onChange={(value) => onChange({ ...typed, text: value })}
        error={error}
      />
      <p className="order-line">
        <span className="muted">{t('order.available')}</span>
        <Button look="link" onClick={() => onChange({ ...typed, text: trimZeros(available) })}>
          {`${amount(available)} ${from}`}
        </Button>
      </p>
      <Button
        look="ghost"
        icon
        className="wallet-swap"
        aria-label={t('transfer.swap')}
        title={t('transfer.swap')}
        onClick={() => onChange({ from: to, to: from, text: '' })}
      >
        <Icon name="swap" />
      </Button>
      <ChoiceField
        label={t('transfer.to')}
        value={to}
        items={items(partners)}
        onChange={(key) => onChange({ ...typed, to: key })}
      />
    </>
  );
}

/** The form. */
export function ConvertForm() {
  const t = useT();
  const pairs = [...(useInstruments().data?.values() ?? [])];
  const assets = useAssets().data;
  const [typed, setTyped] = useState<Typed>({ from: 'USDT', to: 'BTC', text: '' });
  const { from, text } = typed;
  const partners = partnersOf(from, pairs);
  const to = partners.includes(typed.to) ? typed.to : (partners[0] ?? typed.to);
  const available = assets?.get(from)?.available ?? '0';
  const wrong = useIssue(text, available, from);
  const convert = useConvert(() => setTyped({ ...typed, text: '' }));
  const { quoted, busy, refusal, at, ask, carryOut, drop } = convert;
  const ready = partners.length > 0 && text !== '' && wrong === undefined;
  // What was quoted is not what the form says any more.
  const change = (next: Typed) => {
    drop();
    setTyped(next);
  };
  const submit = async () => {
    if (ready) await ask({ from, to, size: trimZeros(text) });
  };
  return (
    <>
      <form className="wallet-form" noValidate onSubmit={(event) => submitForm(event, submit)}>
        <Fields
          typed={{ from, to, text }}
          coins={pairs.length === 0 ? [from] : coinsOf(pairs)}
          partners={partners.length === 0 ? [to] : partners}
          error={wrong ?? at('size')}
          available={available}
          onChange={change}
        />
        <Button type="submit" look={quoted === null ? 'primary' : 'secondary'} disabled={!ready}>
          {t(quoted === null ? 'convert.ask' : 'convert.again')}
        </Button>
      </form>
      {refusal !== '' && (
        <p className="order-refusal" role="alert">
          {refusal}
        </p>
      )}
      {quoted !== null && (
        <QuoteCard
          quote={quoted.quote}
          since={quoted.since}
          busy={busy}
          onConvert={() => void carryOut(quoted)}
        />
      )}
    </>
  );
}
