/** State of the order form: the draft, its checks, and sending it. */

import {
  type ComponentType,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { toast } from '../../../components/toast.tsx';
import { refusalOf } from '../../../data/rest/error-text.ts';
import { useAssets } from '../../../data/state/account.ts';
import { type Instrument, useLimitsAfter } from '../../../data/state/instruments.ts';
import { useStartFunds } from '../../../data/state/paper-start.ts';
import { isGuestToBe, openGuest, useSession } from '../../../data/state/session.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { issueText } from '../../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import {
  type Confirmation,
  chooseConfirmations,
  useConfirmations,
} from '../../../platform/storage/confirmations.ts';
import { news } from '../../news/news.ts';
import { type BestPrices, type Crossing, crossingOf, useBestPrices } from '../crossing.ts';
import { type PickedPrice, usePicked } from '../terminal-store.ts';
import { changeDraft } from './change-draft.ts';
import {
  cleanDraft,
  countsQuote,
  DRAFT,
  type Draft,
  type DraftField,
  emptyDraft,
  hasPrice,
  type Market,
  type OrderKind,
} from './draft.ts';
import { afterOrder, useKeptDraft } from './kept-draft.ts';
import { checkDraft, type Issues } from './order-check.ts';
import { inForm, NOT_REFUSED } from './refused-fields.ts';
import { submitDraft } from './submit.ts';

/** What a field is called on screen. */
function labelOf(field: DraftField, draft: Draft): MessageId {
  if (field === 'size') return countsQuote(draft) ? 'order.total' : 'order.size';
  if (field === 'trigger' && draft.kind === 'oco') return 'order.stopTrigger';
  return FIELD_LABELS[field];
}

const FIELD_LABELS: Readonly<Record<DraftField, MessageId>> = {
  price: 'order.price',
  trigger: 'order.trigger',
  stopPrice: 'order.stopLimit',
  callback: 'order.callback',
  size: 'order.size',
  takeProfit: 'order.takeProfit',
  stopLoss: 'order.stopLoss',
};

/** What the form's parts work with. */
export interface OrderFormModel {
  readonly draft: Draft;
  /** The draft with canonical numbers: what the figures are computed from. */
  readonly clean: Draft;
  readonly market: Market;
  /** Nobody; a visitor whose first order opens a guest account; or somebody with an account. */
  readonly trader: 'nobody' | 'guest' | 'account';
  readonly busy: boolean;
  /** The server's last refusal; empty when there is none. */
  readonly refusal: string;
  /** How a limit order at the typed price would stand to the book. */
  readonly crossing: Crossing;
  readonly best: BestPrices;
  /** Whether the order waits for a second yes. */
  readonly asking: boolean;
  set(patch: Partial<Draft>): void;
  /** The price's field was entered: no price comes under a cursor. */
  enterPrice(): void;
  errorOf(field: DraftField): string | undefined;
  submit(): Promise<void>;
  /** The second yes. @param never not to be asked again of orders like this */
  confirm(never: boolean): void;
  /** No after all. */
  back(): void;
}

/** What of a draft may ask for a second yes. */
function confirmationsFor(draft: Draft, crossing: Crossing): readonly Confirmation[] {
  if (draft.kind === 'market') return ['market'];
  if (draft.kind !== 'limit') return ['trigger'];
  return crossing === 'far' ? ['limit', 'far'] : ['limit'];
}

/** What the orders of one account have of their own in the form. */
export interface OrderDesk {
  /** Keeps what was typed apart; '' = spot. */
  readonly name: string;
  readonly kinds: readonly OrderKind[];
  /** A hook. @param guest whether the person has no account yet */
  readonly useMarket: (instrument: Instrument, guest: boolean) => Market;
  /** What the account has, above the fields. */
  readonly Available: ComponentType<{ readonly model: OrderFormModel }>;
  /** What an order may say beside its figures, and what would come of it. */
  readonly Terms: ComponentType<{ readonly model: OrderFormModel }>;
}

interface Options {
  readonly desk: OrderDesk;
  readonly instrument: Instrument;
  readonly initialSide: 'buy' | 'sell' | undefined;
  readonly onPlaced: (() => void) | undefined;
  /** Whether the other side stands beside it. */
  readonly paired?: boolean;
}

function useTrader(): OrderFormModel['trader'] {
  const session = useSession();
  if (session.user !== null) return 'account';
  return isGuestToBe(session) ? 'guest' : 'nobody';
}

/** The market with what the spot account has. */
export function useSpotMarket(instrument: Instrument, guest: boolean): Market {
  const ticker = useTicker(instrument);
  const assets = useAssets().data;
  const start = useStartFunds(guest).data;
  const last = ticker?.last ?? '';
  const available = (coin: string) => {
    if (guest) return start === undefined ? null : (start.get(coin) ?? '0');
    return assets === undefined ? null : (assets.get(coin)?.available ?? '0');
  };
  const availableBase = available(instrument.base);
  const availableQuote = available(instrument.quote);
  return useMemo(
    () => ({ instrument, last, availableBase, availableQuote }),
    [instrument, last, availableBase, availableQuote],
  );
}

/** The price starts as the last one, follows picks from the book, and is never overwritten else. */
function usePrices(
  market: Market,
  set: (patch: Partial<Draft>) => void,
  isPriced: RefObject<boolean>,
  only: Draft['side'] | undefined,
): void {
  useEffect(() => {
    if (!isPriced.current && market.last !== '') set({ price: market.last });
  }, [market.last, set, isPriced]);
  const take = useCallback(
    ({ price, side }: PickedPrice) => set({ price, ...(side && { side, kind: 'limit' }) }),
    [set],
  );
  usePicked(take, only);
}

/** The form's model for one instrument. */
export function useOrderForm(options: Options): OrderFormModel {
  const t = useT();
  const { desk, instrument, onPlaced } = options;
  const sideChosen = options.initialSide !== undefined;
  const [draft, setDraft] = useState(() => emptyDraft(options.initialSide ?? 'buy'));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(NOT_REFUSED);
  const trader = useTrader();
  const market = desk.useMarket(instrument, trader === 'guest');
  const latest = useRef(market);
  latest.current = market;
  /** Whether the price was set, by whomever, or its field was entered. */
  const isPriced = useRef(false);
  const set = useCallback((patch: Partial<Draft>) => {
    if (patch.price !== undefined) isPriced.current = true;
    setDraft((before) => changeDraft(before, patch, latest.current));
    setRefused(NOT_REFUSED);
    if (patch.side !== undefined || patch.kind !== undefined) setTried(false);
  }, []);
  usePrices(market, set, isPriced, options.initialSide);
  const restore = useCallback(
    (kept: Draft) => {
      // The side was chosen by opening the form where it opens for one side.
      setDraft(({ side, price }) =>
        changeDraft(kept, sideChosen ? { price, side } : { price }, latest.current),
      );
    },
    [sideChosen],
  );
  const side = options.paired === true ? `:${options.initialSide}` : '';
  const forget = useKeptDraft(DRAFT, instrument.symbol + desk.name + side, draft, restore);
  const clean = useMemo(() => cleanDraft(draft), [draft]);
  const issues: Issues = useMemo(() => checkDraft(clean, market, tried), [clean, market, tried]);
  const limitsAfter = useLimitsAfter();
  const send = async () => {
    setBusy(true);
    // What was said of an earlier try is no word on this one.
    setRefused(NOT_REFUSED);
    try {
      if (trader === 'guest') {
        await openGuest();
        // The account is there even where the order is refused.
        toast('info', t('paper.guestMade'));
      }
      const { orderId } = await submitDraft(clean, market);
      const { kind, side, size } = clean;
      void news().then(({ tellPlaced }) =>
        tellPlaced(t, kind, { orderId, side, size, coin: instrument.base }),
      );
      setDraft((sent) => ({ ...afterOrder(DRAFT, sent), price: latest.current.last }));
      setTried(false);
      forget();
      onPlaced?.();
    } catch (error) {
      const now = inForm(refusalOf(t, error), FIELD_LABELS, hasPrice(clean));
      setRefused(now);
      toast('error', now.text);
      limitsAfter(error);
    } finally {
      setBusy(false);
    }
  };
  const best = useBestPrices(instrument);
  const crossing = clean.kind === 'limit' ? crossingOf(clean.side, clean.price, best) : 'waits';
  const ask = useAsking(confirmationsFor(clean, crossing), send);
  const submit = async () => {
    setTried(true);
    if (busy || trader === 'nobody') return;
    if (Object.keys(checkDraft(clean, market, true)).length === 0) await ask.orSend();
  };
  const errorOf = (field: DraftField) => {
    const issue = issues[field];
    if (issue !== undefined) return issueText(t, issue, t(labelOf(field, clean)));
    return refused.field === field ? refused.text : undefined;
  };
  const { asking, confirm, back } = ask;
  const enterPrice = () => {
    isPriced.current = true;
  };
  const refusal = refused.field === '' ? refused.text : '';
  const state = { draft, clean, market, trader, busy, refusal, crossing, best, asking };
  return { ...state, set, enterPrice, errorOf, submit, confirm, back };
}

/** Sends at once, or after a second yes where one of `kinds` asks for it. */
function useAsking(kinds: readonly Confirmation[], send: () => Promise<void>) {
  const chosen = useConfirmations();
  const [asking, setAsking] = useState(false);
  return {
    asking,
    orSend: async () => {
      if (kinds.some((kind) => chosen.has(kind))) setAsking(true);
      else await send();
    },
    confirm: (never: boolean) => {
      if (never) chooseConfirmations(kinds, false);
      setAsking(false);
      void send();
    },
    back: () => setAsking(false),
  };
}
