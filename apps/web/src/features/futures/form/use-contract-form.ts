/** State of a contract's order form: the draft, its checks, and sending either side of it. */

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../components/toast.tsx';
import { refusalOf } from '../../../data/rest/error-text.ts';
import { useContractAccount } from '../../../data/state/contract-account.ts';
import { type Instrument, useLimitsAfter } from '../../../data/state/instruments.ts';
import { isGuestToBe, openGuest, useSession } from '../../../data/state/session.ts';
import { useTicker } from '../../../data/state/tickers.ts';
import { issueText } from '../../../platform/locale/field-issue.ts';
import { type MessageId, useT } from '../../../platform/locale/intl.tsx';
import { useConfirmations } from '../../../platform/storage/confirmations.ts';
import { news } from '../../news/news.ts';
import { crossingOf } from '../../terminal/crossing.ts';
import { afterOrder, useKeptDraft } from '../../terminal/order-form/kept-draft.ts';
import { inForm, NOT_REFUSED } from '../../terminal/order-form/refused-fields.ts';
import { type PickedPrice, usePicked } from '../../terminal/terminal-store.ts';
import { type ContractIssues, checkFields, checkOrder } from './contract-check.ts';
import {
  CONTRACT_DRAFT,
  type ContractDraft,
  type ContractField,
  cleanContractDraft,
  EMPTY_DRAFT,
  hasPrice,
  type Side,
} from './contract-draft.ts';
import { submitContract } from './contract-submit.ts';
import { type ContractMarket, type SideSums, sumsOf } from './order-sums.ts';

const LABELS: Readonly<Record<ContractField, MessageId>> = {
  price: 'order.price',
  trigger: 'order.trigger',
  callback: 'order.callback',
  size: 'order.size',
  takeProfit: 'order.takeProfit',
  stopLoss: 'order.stopLoss',
};

/** What the form's parts work with. */
export interface ContractFormModel {
  readonly draft: ContractDraft;
  readonly clean: ContractDraft;
  readonly market: ContractMarket;
  readonly hedge: boolean;
  readonly sums: Readonly<Record<Side, SideSums>>;
  /** Nobody; a visitor whose first order opens a guest account; or somebody with an account. */
  readonly trader: 'nobody' | 'guest' | 'account';
  /** Why the account could not be read; null while that went well. */
  readonly fault: unknown;
  readonly retry: () => void;
  /** The side that is on its way. */
  readonly busy: Side | null;
  /** The server's last refusal; empty when there is none. */
  readonly refusal: string;
  /** The side that waits for a second yes. */
  readonly asking: Side | null;
  set(patch: Partial<ContractDraft>): void;
  /** The price's field was entered: no price comes under a cursor. */
  enterPrice(): void;
  errorOf(field: ContractField): string | undefined;
  submit(side: Side): void;
  /** Enter in a field: no button was pressed, so that the side is asked about, whatever the preferences say. */
  enter(): void;
  /** The second yes. */
  confirm(): void;
  /** No after all. */
  back(): void;
}

const NO_PRICES = { bid: '', ask: '' };

function useMarket(instrument: Instrument) {
  const ticker = useTicker(instrument);
  const { account, error, refetch } = useContractAccount(instrument.symbol);
  const last = ticker?.last ?? '';
  const market: ContractMarket = useMemo(
    () => ({ instrument, last, best: ticker ?? NO_PRICES, account }),
    [instrument, last, ticker, account],
  );
  return { market, fault: account === null ? error : null, refetch };
}

/** The price starts as the last one, follows picks from the book, and is never overwritten else. */
function usePrices(
  last: string,
  begin: (price: string) => void,
  set: (patch: Partial<ContractDraft>) => void,
): void {
  useEffect(() => begin(last), [last, begin]);
  const take = useCallback(
    ({ price, side }: PickedPrice) => set({ price, ...(side && { kind: 'limit' }) }),
    [set],
  );
  usePicked(take);
}

/** Whether an order asks for a second yes, as the preferences have it. */
function useAsks(clean: ContractDraft, { best }: ContractMarket): (side: Side) => boolean {
  const chosen = useConfirmations();
  return (side) => {
    if (clean.kind === 'market') return chosen.has('market');
    if (clean.kind !== 'limit') return chosen.has('trigger');
    const far = crossingOf(side, clean.price, best) === 'far';
    return chosen.has('limit') || (far && chosen.has('far'));
  };
}

function useTrader(): ContractFormModel['trader'] {
  const session = useSession();
  if (session.user !== null) return 'account';
  return isGuestToBe(session) ? 'guest' : 'nobody';
}

function useSending(model: Pick<ContractFormModel, 'clean' | 'market' | 'trader'>) {
  const t = useT();
  const limitsAfter = useLimitsAfter();
  const [busy, setBusy] = useState<Side | null>(null);
  const [said, setSaid] = useState(NOT_REFUSED);
  const send = async (side: Side, placed: () => void) => {
    const { clean, market, trader } = model;
    setBusy(side);
    setSaid(NOT_REFUSED);
    try {
      if (trader === 'guest') await openGuest();
      const { orderId } = await submitContract(clean, market, side);
      const { kind, size, unit } = clean;
      const { base, quote } = market.instrument;
      const coin = unit === 'coin' ? base : quote;
      void news().then(({ tellPlaced }) => tellPlaced(t, kind, { orderId, side, size, coin }));
      placed();
    } catch (error) {
      const now = inForm(refusalOf(t, error), LABELS, hasPrice(clean));
      setSaid(now);
      toast('error', now.text);
      limitsAfter(error);
    } finally {
      setBusy(null);
    }
  };
  return { busy, said, send, forget: () => setSaid(NOT_REFUSED) };
}

/** The form's model for one contract. */
export function useContractForm(instrument: Instrument, onPlaced?: () => void): ContractFormModel {
  const t = useT();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [refused, setRefused] = useState<ContractIssues>({});
  const [asking, setAsking] = useState<Side | null>(null);
  const trader = useTrader();
  const { market, fault, refetch } = useMarket(instrument);
  const clean = useMemo(() => cleanContractDraft(draft), [draft]);
  const { busy, said, send, forget } = useSending({ clean, market, trader });
  const latest = useRef(market.last);
  latest.current = market.last;
  /** Whether the price was set, by whomever, or its field was entered. */
  const isPriced = useRef(false);
  const set = useCallback((patch: Partial<ContractDraft>) => {
    if (patch.price !== undefined) isPriced.current = true;
    setDraft((before) => ({ ...before, ...patch }));
    setRefused({});
  }, []);
  const begin = useCallback((price: string) => {
    if (isPriced.current || price === '') return;
    isPriced.current = true;
    setDraft((before) => ({ ...before, price }));
    // What else is wrong in an order that was tried before stays said.
    setRefused(({ price: _known, ...others }) => others);
  }, []);
  usePrices(market.last, begin, set);
  const restore = useCallback(
    (kept: ContractDraft) => setDraft(({ price }) => ({ ...kept, price })),
    [],
  );
  const drop = useKeptDraft(CONTRACT_DRAFT, `contract:${instrument.symbol}`, draft, restore);
  const issues = useMemo(
    () => ({ ...refused, ...checkFields(clean, market, false) }),
    [refused, clean, market],
  );
  const asks = useAsks(clean, market);
  const place = (side: Side) => {
    void send(side, () => {
      setDraft((sent) => ({ ...afterOrder(CONTRACT_DRAFT, sent), price: latest.current }));
      isPriced.current = latest.current !== '';
      drop();
      onPlaced?.();
    });
  };
  const submit = (side: Side, asked = asks(side)) => {
    if (busy !== null) return;
    const found = checkOrder(clean, market, side);
    setRefused(found);
    // What is wrong is said before it is known who trades.
    if (trader === 'nobody' || Object.keys(found).length > 0) return;
    if (asked) setAsking(side);
    else place(side);
  };
  const enter = () => {
    const fits = (side: Side) => Object.keys(checkOrder(clean, market, side)).length === 0;
    submit(!fits('buy') && fits('sell') ? 'sell' : 'buy', true);
  };
  const sums = useMemo(
    () => ({ buy: sumsOf(clean, market, 'buy'), sell: sumsOf(clean, market, 'sell') }),
    [clean, market],
  );
  return {
    ...{ draft, clean, market, sums, trader, fault, busy, asking, submit, enter },
    refusal: said.field === '' ? said.text : '',
    hedge: market.account?.hedge ?? false,
    retry: () => void refetch(),
    set: (patch) => {
      forget();
      set(patch);
    },
    enterPrice: () => {
      isPriced.current = true;
    },
    errorOf: (field) => {
      const issue = issues[field];
      if (issue !== undefined) return issueText(t, issue, t(LABELS[field]));
      return said.field === field ? said.text : undefined;
    },
    confirm: () => {
      if (asking !== null) place(asking);
      setAsking(null);
    },
    back: () => setAsking(null),
  };
}
