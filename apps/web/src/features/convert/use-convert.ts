/** A quote that is asked for, renewed while somebody looks at it, and carried out. */

import { CONVERT_QUOTE_MS } from '@halcyon/domain/web';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../../components/toast.tsx';
import { useRefusal } from '../../components/use-refusal.ts';
import { amount } from '../../data/format.ts';
import { useQueryClient } from '../../data/query/use-query.ts';
import { KEYS } from '../../data/state/account.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { toldHere } from '../news/account-news.ts';
import { conversionId } from './conversion-id.ts';
import { convert, fetchQuote, type QuoteRow } from './convert-api.ts';

/** How often a quote is renewed by itself: whoever has left the page open asks for nothing more. */
const RENEWALS = 5;

/** What is to be quoted. */
export interface QuoteRequest {
  readonly from: string;
  readonly to: string;
  readonly size: string;
}

interface Quoted {
  readonly quote: QuoteRow;
  readonly wish: QuoteRequest;
  /** When it was asked for, Unix ms: it cannot have begun to hold earlier. */
  readonly since: number;
  readonly renewals: number;
}

/** Seconds that a quote still holds; 0 = it has expired. */
export function useSecondsLeft(since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const left = Math.min(since + CONVERT_QUOTE_MS - now, CONVERT_QUOTE_MS);
  return Math.max(0, Math.ceil(left / 1000));
}

/** Runs one thing at a time; what it throws is said. */
function useRun(onFailed: () => void) {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const { refusal, at, refuse, clear } = useRefusal(['size']);
  const run = async (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    clear();
    try {
      await work();
    } catch (error) {
      onFailed();
      refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, refusal, at, clear, run };
}

/** What was asked for and what came of it. */
export function useConvert(onDone: () => void) {
  const t = useT();
  const client = useQueryClient();
  const [quoted, setQuoted] = useState<Quoted | null>(null);
  /** Counts what the form has said: an answer to what it said before is not shown. */
  const said = useRef(0);
  const { busy, refusal, at, clear, run } = useRun(() => setQuoted(null));
  const ask = (wish: QuoteRequest, renewals = 0) =>
    run(async () => {
      const [asked, since] = [said.current, Date.now()];
      const quote = await fetchQuote(wish.from, wish.to, wish.size);
      if (asked === said.current) setQuoted({ quote, wish, since, renewals });
    });
  useEffect(() => {
    if (quoted === null || quoted.renewals >= RENEWALS) return;
    const { wish, since, renewals } = quoted;
    const renew = () => !document.hidden && void ask(wish, renewals + 1);
    const timer = setTimeout(renew, since + CONVERT_QUOTE_MS - Date.now());
    return () => clearTimeout(timer);
  });
  const carryOut = ({ quote }: Quoted) =>
    run(async () => {
      const { toCoinSize } = await toldHere([conversionId(quote)], () => convert(quote));
      setQuoted(null);
      onDone();
      toast('success', t('convert.done', { amount: amount(toCoinSize), coin: quote.toCoin }));
      await client.invalidateQueries({ queryKey: KEYS.all });
    });
  const drop = () => {
    said.current += 1;
    setQuoted(null);
    clear();
  };
  return { quoted, busy, refusal, at, ask, carryOut, drop };
}
