/** State of the order form: the draft, its checks, and the way to its sending. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { issueText } from '../../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { crossingOf, useBestPrices } from '../../terminal/crossing.ts';
import { type PickedPrice, usePicked } from '../../terminal/terminal-store.ts';
import { changeDraft } from './change-draft.ts';
import {
  afterOrder,
  cleanDraft,
  DRAFT_WORDS,
  type DraftField,
  type OrderDraft,
  type OrderKind,
  type SideName,
} from './draft.ts';
import { useFormHandle } from './form-handle.ts';
import { useKeptDraft } from './kept-draft.ts';
import { checkDraft } from './order-check.ts';
import type {
  FormMarket,
  OrderFormModel,
  OrderProduct,
  OrderSums,
  SizeIn,
} from './order-product.ts';
import { useSending, useTrader } from './use-sending.ts';

/** What a form is opened with. */
export interface FormOptions<M extends FormMarket, S extends OrderSums> {
  readonly product: OrderProduct<M, S>;
  readonly instrument: InstrumentInfo;
  /** The side that was chosen by opening the form. */
  readonly initialSide?: SideName | undefined;
  readonly onPlaced?: (() => void) | undefined;
  /** Whether a form of the other side stands beside it. */
  readonly paired?: boolean;
  /** Whether another form stands in its place: keys do not reach it then. */
  readonly hidden?: boolean;
}

/** The draft, and what changes it: the person, the last price, picks from the book, an earlier visit. */
function useDraft<M extends FormMarket, S extends OrderSums>(
  { product, instrument, initialSide, paired }: FormOptions<M, S>,
  market: M,
  changed: (patch: Partial<OrderDraft>) => void,
) {
  const { bothSides } = product;
  const onlySide = bothSides ? undefined : initialSide;
  const [draft, setDraft] = useState(() => ({ ...product.empty, side: onlySide ?? 'buy' }));
  const latest = useRef({ market, changed, draft });
  latest.current = { market, changed, draft };
  /** Whether the price was set, by whomever, or its field was entered. */
  const isPriced = useRef(false);
  const set = useCallback(
    (patch: Partial<OrderDraft>) => {
      if (patch.price !== undefined) isPriced.current = true;
      setDraft((before) => changeDraft(product, before, patch, latest.current.market));
      latest.current.changed(patch);
    },
    [product],
  );
  const { last } = market;
  useEffect(() => {
    if (isPriced.current || last === '') return;
    isPriced.current = true;
    setDraft((before) => ({ ...before, price: last }));
  }, [last]);
  const take = useCallback(
    ({ price, size, side, takeProfit, stopLoss }: PickedPrice) => {
      const inCoins: OrderDraft = { ...latest.current.draft, unit: 'coin' };
      // A size of the book is in coins, which a market buy of a pair does not count.
      const takesSize = product.sizeIn(inCoins, instrument).coin === instrument.base;
      set({
        price,
        ...(size !== undefined && takesSize && { unit: 'coin', size }),
        ...(takeProfit && stopLoss && { attach: true, takeProfit, stopLoss }),
        ...(side && { kind: 'limit', ...(!bothSides && { side }) }),
      });
    },
    [set, bothSides, product, instrument],
  );
  usePicked(take, onlySide);
  const restore = useCallback(
    (kept: OrderDraft) => {
      // The side was chosen by opening the form where it opens for one side.
      setDraft(({ side, price }) =>
        changeDraft(product, kept, { price, ...(onlySide && { side }) }, latest.current.market),
      );
    },
    [product, onlySide],
  );
  const name = product.draftsOf + instrument.symbol + (paired ? `:${onlySide}` : '');
  const forget = useKeptDraft(product.kinds, name, draft, restore);
  const placed = () => {
    const { last: price } = latest.current.market;
    setDraft((sent) => ({ ...afterOrder(sent), price }));
    isPriced.current = price !== '';
    forget();
  };
  const enterPrice = () => {
    isPriced.current = true;
  };
  return { draft, set, placed, enterPrice };
}

/** The form's model for one instrument. */
export function useOrderForm<M extends FormMarket, S extends OrderSums>(
  options: FormOptions<M, S>,
): OrderFormModel<M, S> {
  const t = useT();
  const { product, instrument, hidden = false } = options;
  const { bothSides } = product;
  const trader = useTrader();
  const market = product.useMarket(instrument, trader === 'guest');
  /** The side whose errors are all said. */
  const [tried, setTried] = useState<SideName | null>(null);
  const { draft, set, placed, enterPrice } = useDraft(options, market, (patch) => {
    sending.hush();
    if (bothSides || patch.side !== undefined || patch.kind !== undefined) setTried(null);
  });
  const clean = useMemo(() => cleanDraft(draft), [draft]);
  const sizeIn = product.sizeIn(clean, instrument);
  const issuesOf = (side: SideName | null) =>
    checkDraft(product, { ...clean, side: side ?? clean.side }, market, side !== null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that a check reads
  const issues = useMemo(() => issuesOf(tried), [product, clean, market, tried]);
  const sumsOf = useMemo(
    () => onceBySide((side) => product.sumsOf({ ...clean, side }, market)),
    [product, clean, market],
  );
  const best = useBestPrices(instrument);
  const crossing = (side: SideName) =>
    clean.kind === 'limit' ? crossingOf(side, clean.price, best) : 'waits';
  const sending = useSending({
    ...{ clean, coin: sizeIn.coin, trader, crossingOf: crossing },
    send: (order) => product.send(order, market),
    placed: () => {
      placed();
      setTried(null);
      options.onPlaced?.();
    },
  });
  const { busy, asking, refused, confirm, back } = sending;
  const model: OrderFormModel<M, S> = {
    ...{ product, draft, clean, market, sizeIn, trader, busy, asking, best },
    ...{ sumsOf, crossingOf: crossing, set, enterPrice, confirm, back },
    sides: bothSides ? DRAFT_WORDS.side : [draft.side],
    refusal: refused.field === '' ? refused.text : '',
    errorOf: (field) => {
      const issue = issues[field];
      if (issue !== undefined) return issueText(t, issue, t(labelOf(field, clean.kind, sizeIn)));
      return refused.field === field ? refused.text : undefined;
    },
    submit: async (side, ask) => {
      if (busy !== null) return;
      // What is wrong is said before it is known who trades.
      setTried(side);
      if (trader === 'nobody' || Object.keys(issuesOf(side)).length > 0) return;
      await sending.orAsk(side, ask);
    },
  };
  // A form that is at hand is one of any product.
  useFormHandle(model as unknown as OrderFormModel, hidden);
  return model;
}

/** What a field is called on screen. */
function labelOf(field: DraftField, kind: OrderKind, sizeIn: SizeIn): MessageId {
  if (field === 'size') return sizeIn.label;
  if (field === 'stopPrice') return 'order.stopLimit';
  return field === 'trigger' && kind === 'oco' ? 'order.stopTrigger' : `order.${field}`;
}

/** Computes for a side what is asked of it, once. */
function onceBySide<T>(of: (side: SideName) => T): (side: SideName) => T {
  const known: Partial<Record<SideName, T>> = {};
  return (side) => {
    known[side] ??= of(side);
    return known[side];
  };
}
