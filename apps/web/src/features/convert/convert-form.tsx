/** Asks for a quote, shows it while it holds, and carries it out. */

import { CONVERT_QUOTE_MS } from '@halcyon/domain/web';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { submitForm } from '../../components/submit-form.ts';
import { toast } from '../../components/toast.tsx';
import { parseExact, trimZeros, WIDE_SCALE, wide } from '../../data/decimal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { KEYS, useAssets } from '../../data/state/account.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { issueText } from '../../platform/locale/field-issue.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { ChoiceField } from '../transfer/choice-field.tsx';
import { Fact } from '../wallet/wallet-parts.tsx';
import { convert, fetchQuote, plainNumber, type Quote } from './convert-api.ts';

/** Decimals that a coin is typed with. */
const SCALE = 8;
/** Decimals of a price: some coins are worth little of another. */
export const PRICE_DIGITS = 12;

/** The coins that a market makes of another. */
export function partnersOf(
  coin: string,
  pairs: Iterable<{ readonly base: string; readonly quote: string }>,
): readonly string[] {
  return [...pairs].flatMap(({ base, quote }) => {
    if (base === coin) return [quote];
    return quote === coin ? [base] : [];
  });
}

/** Seconds that a quote still holds, from when it came; 0 = it has expired. */
function useSecondsLeft(since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((since + CONVERT_QUOTE_MS - now) / 1000));
}

/** A quote with what can be done about it. */
function Quoted(props: {
  readonly quote: Quote;
  readonly since: number;
  readonly busy: boolean;
  readonly onConvert: () => void;
}) {
  const t = useT();
  const { quote, since, busy, onConvert } = props;
  const seconds = useSecondsLeft(since);
  const { fromCoin, toCoin, fromCoinSize, toCoinSize, cnvtPrice, fee } = quote;
  return (
    <section className="wallet-form" aria-label={t('convert.quote')}>
      <Fact name={t('convert.give')}>{`${amount(plainNumber(fromCoinSize))} ${fromCoin}`}</Fact>
      <Fact name={t('convert.receive')}>{`${amount(toCoinSize)} ${toCoin}`}</Fact>
      <Fact
        name={t('order.price')}
      >{`1 ${fromCoin} = ${amount(cnvtPrice, PRICE_DIGITS)} ${toCoin}`}</Fact>
      <Fact name={t('orders.fee')}>{`${amount(fee)} ${toCoin}`}</Fact>
      <p className="muted" role="timer">
        {seconds > 0 ? t('convert.left', { seconds }) : t('convert.expired')}
      </p>
      <Button look="primary" busy={busy} disabled={seconds === 0} onClick={onConvert}>
        {t('nav.convert')}
      </Button>
    </section>
  );
}

/** What was asked for and what came of it. */
function useConvert() {
  const t = useT();
  const client = useQueryClient();
  const [quoted, setQuoted] = useState<{ quote: Quote; since: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setRefusal('');
    try {
      await work();
    } catch (error) {
      setQuoted(null);
      setRefusal(errorText(t, error));
    } finally {
      setBusy(false);
    }
  };
  const ask = (from: string, to: string, size: string) =>
    run(async () => {
      const quote = await fetchQuote(from, to, size);
      setQuoted({ quote, since: Date.now() });
    });
  const carryOut = (quote: Quote, onDone: () => void) =>
    run(async () => {
      const { toCoinSize } = await convert(quote);
      setQuoted(null);
      onDone();
      toast('success', t('convert.done', { amount: amount(toCoinSize), coin: quote.toCoin }));
      await client.invalidateQueries({ queryKey: KEYS.all });
    });
  const drop = () => {
    setQuoted(null);
    setRefusal('');
  };
  return { quoted, busy, refusal, ask, carryOut, drop };
}

function useIssue(text: string, available: string, coin: string): string | undefined {
  const t = useT();
  const issue = (id: Parameters<typeof t>[0], values = {}) =>
    issueText(t, { id, values }, t('transfer.amount'));
  if (text === '') return undefined;
  const units = parseExact(text, WIDE_SCALE);
  if (units === null) return issue('check.number');
  if (units <= 0n) return issue('check.positive');
  return units > wide(available) ? issue('check.funds', { coin }) : undefined;
}

/** The form. */
export function ConvertForm() {
  const t = useT();
  const instruments = useInstruments().data;
  const assets = useAssets().data;
  const [from, setFrom] = useState('USDT');
  const [chosen, setTo] = useState('BTC');
  const [text, setText] = useState('');
  const partners = partnersOf(from, instruments?.values() ?? []);
  const to = partners.includes(chosen) ? chosen : (partners[0] ?? '');
  const available = assets?.get(from)?.available ?? '0';
  const error = useIssue(text, available, from);
  const { quoted, busy, refusal, ask, carryOut, drop } = useConvert();
  const ready = to !== '' && text !== '' && error === undefined;
  // What was quoted is not what the form says any more.
  const change = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      drop();
      set(value);
    };
  };
  const items = (list: readonly string[]) => list.map((key) => ({ key, label: key }));
  const swap = () => {
    drop();
    setFrom(to);
    setTo(from);
    setText('');
  };
  const all = instruments === undefined ? [] : coinsOf(instruments.values());
  return (
    <>
      <form
        className="wallet-form"
        noValidate
        onSubmit={(event) => submitForm(event, () => ready && void ask(from, to, trimZeros(text)))}
      >
        <ChoiceField
          label={t('transfer.from')}
          value={from}
          items={items(all.length === 0 ? [from] : all)}
          onChange={change(setFrom)}
        />
        <NumberField
          label={t('transfer.amount')}
          unit={from}
          scale={SCALE}
          value={text}
          onChange={change(setText)}
          error={error}
        />
        <p className="order-line">
          <span className="muted">{t('order.available')}</span>
          <Button look="link" onClick={() => change(setText)(trimZeros(available))}>
            {`${amount(available)} ${from}`}
          </Button>
        </p>
        <Button
          look="ghost"
          icon
          aria-label={t('transfer.swap')}
          title={t('transfer.swap')}
          onClick={swap}
        >
          <Icon name="swap" />
        </Button>
        <ChoiceField
          label={t('transfer.to')}
          value={to}
          items={items(partners.length === 0 ? [to] : partners)}
          onChange={change(setTo)}
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
        <Quoted
          key={quoted.quote.traceId}
          {...quoted}
          busy={busy}
          onConvert={() => void carryOut(quoted.quote, () => setText(''))}
        />
      )}
    </>
  );
}

/** The coins of all pairs, each once, in the order in which they are listed. */
function coinsOf(
  pairs: Iterable<{ readonly base: string; readonly quote: string }>,
): readonly string[] {
  return [...new Set([...pairs].flatMap(({ base, quote }) => [quote, base]))];
}
