/** A product's desk in the market as it is: reads commands, carries plans out or puts them into the form. */

import { useMemo, useRef, useState } from 'react';
import { toast } from '../../../components/toast.tsx';
import { numberSigns } from '../../../data/format.ts';
import { useQueryClient } from '../../../data/query/use-query.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import {
  type InstrumentInfo,
  useInstruments,
  useLimitsAfter,
} from '../../../data/state/instruments.ts';
import { readTyped } from '../../../data/typed-number.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { chooseInterval, INTERVALS } from '../../terminal/chart/intervals.ts';
import { useBestPrices } from '../../terminal/crossing.ts';
import type { OrderDraft } from '../order-form/draft.ts';
import type { FormMarket, OrderSums } from '../order-form/order-product.ts';
import { isArmed } from './armed.ts';
import { carryOut, moveTo } from './carry-out.ts';
import type { DeskOrder, DeskProduct } from './desk-product.ts';
import { fillForm } from './form-keys.ts';
import {
  type ActionPlan,
  isPlan,
  limitPlan,
  type MarketState,
  NOTHING,
  type NoPlan,
  planOf,
} from './plan.ts';
import { type Ear, readCommand, type Spoken } from './spoken.ts';

/** Keys of intervals, as they are typed. */
const INTERVAL_KEYS = INTERVALS.map(({ key }) => key);

/** What of commands the page's language has words for. */
const OWN_WORDS = [
  ['order.buy', 'buy'],
  ['order.sell', 'sell'],
  ['order.kind.limit', 'limit'],
  ['order.kind.market', 'market'],
  ['order.pick.bid', 'bid'],
  ['order.pick.ask', 'ask'],
  ['order.pick.last', 'last'],
  ['action.cancel', 'cancel'],
  ['positions.close', 'close'],
] as const;

function useEar(): Ear {
  const t = useT();
  return useMemo(() => {
    const words = OWN_WORDS.map(([id, word]) => [t(id).toLowerCase(), word] as const);
    // What is two words in a language is said in the other way; of two that are the same the first counts.
    const single = new Map(words.filter(([own]) => !/\s/.test(own)).toReversed());
    const numberOf = (text: string) => readTyped(text, numberSigns());
    return { words: single, intervals: INTERVAL_KEYS, numberOf };
  }, [t]);
}

function useScene<M extends FormMarket, S extends OrderSums>(
  product: DeskProduct<M, S>,
  instrument: InstrumentInfo,
): MarketState<M, S> {
  const market = product.form.useMarket(instrument, false);
  const best = useBestPrices(instrument);
  const orders = product.useOrders();
  const listed = { spot: useInstruments().data, futures: useContracts().data }[instrument.product];
  return useMemo(
    () => ({ product, market, best, orders, listed }),
    [product, market, best, orders, listed],
  );
}

/** What Enter, or a key, does with a plan now. */
export function doesNow(
  plan: ActionPlan,
  armed: boolean,
): 'desk.sends' | 'desk.fills' | 'desk.asks' | null {
  if (plan.interval !== '') return null;
  if (plan.cancel.length > 0) return armed ? 'desk.sends' : 'desk.asks';
  return armed && !plan.isFar ? 'desk.sends' : 'desk.fills';
}

/** See the head of the file. */
export function useDesk<M extends FormMarket, S extends OrderSums>(
  product: DeskProduct<M, S>,
  instrument: InstrumentInfo,
) {
  const t = useT();
  const client = useQueryClient();
  const refused = useLimitsAfter();
  const ear = useEar();
  const scene = useScene(product, instrument);
  /** The command that waits for a yes: what it comes to may change meanwhile. */
  const [asking, ask] = useState<Spoken | null>(null);
  const latest = useRef({ scene, ear, t, client, refused });
  latest.current = { scene, ear, t, client, refused };
  const acts = useMemo(() => {
    const hands = () => latest.current;
    /** Something is being closed: a second press would close as much again. */
    let closing = false;
    const carry = async (plan: ActionPlan, at: MarketState<M, S>): Promise<boolean> => {
      if (plan.closes && closing) return false;
      closing ||= plan.closes;
      try {
        return await carryOut(plan, at, hands());
      } finally {
        if (plan.closes) closing = false;
      }
    };
    const act = (plan: ActionPlan, at: MarketState<M, S>) => {
      const does = doesNow(plan, isArmed());
      if (plan.interval !== '') chooseInterval(plan.interval);
      else if (does === 'desk.sends') return void carry(plan, at);
      else if (does === 'desk.asks') ask(plan.said);
      else for (const draft of plan.send) fillForm(draft);
    };
    const tell = ({ issue, field }: NoPlan) => {
      const label = field === undefined ? '' : hands().t(`order.${field}` as 'order.size');
      toast('error', hands().t(issue.id, { label, ...issue.values }));
    };
    return {
      act,
      /** What a text comes to now; null where it is no command. */
      hear: (text: string) => {
        const said = readCommand(text, hands().ear);
        return said === null ? null : planOf(said, hands().scene);
      },
      /** Does what a text says, or tells why not. */
      say: (text: string) => {
        const said = readCommand(text, hands().ear);
        if (said === null) {
          const [word = ''] = text.trim().split(/\s/);
          return tell({ issue: { id: 'desk.unknownWord', values: { word } } });
        }
        const plan = planOf(said, hands().scene);
        if (isPlan(plan)) act(plan, hands().scene);
        else tell(plan);
      },
      /** Places an order that is whole, or tells what is wrong with it. */
      place: (draft: OrderDraft) => {
        const plan = limitPlan(draft, hands().scene);
        if (isPlan(plan)) act(plan, hands().scene);
        else tell(plan);
      },
      /** Cancels orders, or tells that nothing is armed. */
      cancel: (cancel: readonly DeskOrder[]) => {
        if (!isArmed()) return void toast('warning', hands().t('desk.armFirst'));
        void carry({ ...NOTHING, cancel }, hands().scene);
      },
      /** Moves orders to a price; gives when that has ended. */
      move: async (orders: readonly DeskOrder[], price: string) => {
        if (!isArmed()) return void toast('warning', hands().t('desk.armFirst'));
        await moveTo(orders, price, hands().scene, hands());
      },
      carry,
    };
  }, []);
  return { scene, acts, asking, ask };
}

/** What is done at a desk. */
export type DeskActs = ReturnType<typeof useDesk>['acts'];
