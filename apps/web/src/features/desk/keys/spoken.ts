/** Commands as people type them into the search: "buy 0.1 btc limit 94000", "cancel all sol", "close half", "1h". */

import type { FieldIssue } from '../../../platform/locale/field-issue.ts';
import type { OrderDraft, SideName } from '../order-form/draft.ts';

/** A price that the market has. */
export type MarketPrice = 'bid' | 'ask' | 'mid' | 'last';

/** What was said, before the market is asked what it comes to. */
export type Spoken =
  | {
      readonly does: 'order';
      readonly side: SideName;
      /** A plain decimal; of what there is where the unit is `%`. */
      readonly size: string;
      /** '%', '' for the market's base coin, or a coin, in capitals. */
      readonly unit: string;
      /** Null = at the market. */
      readonly price: { readonly text: string } | { readonly at: MarketPrice } | null;
      readonly force: OrderDraft['force'];
      readonly reduces: boolean;
    }
  | {
      readonly does: 'cancel';
      readonly which: 'all' | 'last' | SideName;
      /** Of this market or coin, in capitals; '' = of the market on screen. */
      readonly market: string;
    }
  | {
      readonly does: 'close';
      readonly percent: number;
      readonly cancels: boolean;
      readonly market: string;
    }
  | { readonly does: 'interval'; readonly key: string }
  | { readonly does: 'nothing'; readonly issue: FieldIssue };

/** What a reader needs to know of the page. */
export interface Ear {
  /** Words of the page's language for those of commands. */
  readonly words: ReadonlyMap<string, string>;
  readonly intervals: readonly string[];
  /** A typed number as a plain decimal; null where it is none. */
  readonly numberOf: (text: string) => string | null;
}

const VERBS: Readonly<Record<string, string>> = { long: 'buy', short: 'sell' };
const FORCES: Readonly<Record<string, OrderDraft['force']>> = {
  gtc: 'gtc',
  ioc: 'ioc',
  fok: 'fok',
  post: 'post_only',
};
const PRICES: readonly string[] = ['bid', 'ask', 'mid', 'last'] satisfies MarketPrice[];
const SHARES: Readonly<Record<string, number>> = { half: 50, all: 100 };

const nothing = (id: FieldIssue['id'], values?: FieldIssue['values']): Spoken => ({
  does: 'nothing',
  issue: { id, ...(values && { values }) },
});
const unknownWord = (word: string) => nothing('desk.unknownWord', { word });

/** The interval that a word names: where two differ by their case, by that. */
function intervalIn(text: string, intervals: readonly string[]): string | undefined {
  return (
    intervals.find((key) => key === text) ??
    intervals.find((key) => key.toLowerCase() === text.toLowerCase())
  );
}

/** A whole percentage from 1 to 100. */
function percentOf(word: string, numberOf: Ear['numberOf']): number | null {
  if (!word.endsWith('%')) return SHARES[word] ?? null;
  const percent = Number(numberOf(word.slice(0, -1)) ?? Number.NaN);
  return Number.isInteger(percent) && percent >= 1 && percent <= 100 ? percent : null;
}

/** What was said; null where it is no command at all. */
export function readCommand(text: string, ear: Ear): Spoken | null {
  const typed = text.trim().split(/\s+/);
  const interval = typed.length === 1 ? intervalIn(typed[0] ?? '', ear.intervals) : undefined;
  if (interval !== undefined) return { does: 'interval', key: interval };
  const [verb = '', ...words] = typed
    .map((word) => word.toLowerCase())
    .map((word) => ear.words.get(word) ?? word);
  const said = VERBS[verb] ?? verb;
  if (said === 'buy' || said === 'sell') return orderOf(said, words, ear);
  if (said === 'cancel') return cancelOf(words);
  if (said === 'close') return closeOf(words, ear);
  return said === 'flatten' ? flattenOf(words) : null;
}

function cancelOf([first = '', ...rest]: readonly string[]): Spoken {
  const named = first.replace(/s$/, '');
  const which = ['all', 'last', 'buy', 'sell'].find((word) => word === first || word === named);
  // "cancel sol" is all of them.
  const [market = '', more] = which === undefined && first !== '' ? [first, ...rest] : rest;
  if (more !== undefined) return unknownWord(more);
  if (first === '') return nothing('desk.sayWhich');
  return {
    does: 'cancel',
    which: (which ?? 'all') as 'all' | 'last' | SideName,
    market: market.toUpperCase(),
  };
}

function closeOf(words: readonly string[], { numberOf }: Ear): Spoken {
  const [first = ''] = words;
  const percent = percentOf(first, numberOf);
  if (percent === null && /[\d%]/.test(first)) return nothing('desk.sayShare');
  const [market = '', more] = percent === null ? words : words.slice(1);
  if (more !== undefined) return unknownWord(more);
  return {
    does: 'close',
    percent: percent ?? 100,
    cancels: false,
    market: market.toUpperCase(),
  };
}

function flattenOf([market = '', more]: readonly string[]): Spoken {
  if (more !== undefined) return unknownWord(more);
  return { does: 'close', percent: 100, cancels: true, market: market.toUpperCase() };
}

type Price = Extract<Spoken, { does: 'order' }>['price'];

/** The price that a word says; undefined = it says none. */
function priceOf(word: string, numberOf: Ear['numberOf']): Price | undefined {
  if (word === 'market') return null;
  if (PRICES.includes(word)) return { at: word as MarketPrice };
  const number = numberOf(word.replace(/^@/, ''));
  return number === null ? undefined : { text: number };
}

/** The words of an order behind its verb, which are read from left to right. */
function orderOf(side: SideName, words: readonly string[], { numberOf }: Ear): Spoken {
  const [amount = '', ...rest] = words;
  const shared = percentOf(amount, numberOf);
  const size = shared === null ? numberOf(amount) : String(shared);
  if (size === null) return nothing('desk.saySize');
  let unit = shared === null ? '' : '%';
  let price: Price | undefined;
  let isLimit = false;
  let force: OrderDraft['force'] = 'gtc';
  let reduces = false;
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? '';
    const said = priceOf(word, numberOf);
    if (word === 'limit' || word === 'at' || word === '@') isLimit = true;
    else if (said !== undefined && price === undefined) price = said;
    else if (FORCES[word] !== undefined) force = FORCES[word];
    else if (word === 'reduce') reduces = true;
    else if (unit === '' && at === 0) unit = word.toUpperCase();
    else return unknownWord(word);
  }
  if (price === undefined || (isLimit && price === null)) return nothing('desk.sayPrice');
  return { does: 'order', side, size, unit, price, force, reduces };
}
