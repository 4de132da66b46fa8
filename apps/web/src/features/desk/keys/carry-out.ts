/** Carries a plan out: cancels, then sends. What came of each is told as that of a list or a form is. */

import { toast } from '../../../components/toast.tsx';
import type { QueryClient } from '../../../data/query/query-client.ts';
import { RequestError } from '../../../data/rest/api-error.ts';
import { cancelListed, fetchCancellable } from '../../../data/rest/cancel-all.ts';
import { errorText } from '../../../data/rest/error-text.ts';
import type { Translate } from '../../../platform/locale/intl.tsx';
import { notifyPlaced } from '../../news/account-news.ts';
import type { FormMarket, OrderSums } from '../order-form/order-product.ts';
import type { DeskOrder } from './desk-product.ts';
import type { ActionPlan, MarketState } from './plan.ts';

/** What it is done with. */
export interface Hands {
  readonly t: Translate;
  readonly client: QueryClient;
  /** After a refusal the limits may be others. */
  readonly refused: (error: unknown) => void;
}

/** Requests may come so often: one that is too soon is made once more after that. */
const AGAIN_MS = 1_000;

/**
 * Cancels or moves: what comes sooner than it may waits instead of being refused. An order does not
 * wait: it could be sent after a "cancel all" that came in between.
 */
async function unhurried<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestError && error.status === 429)) throw error;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    return work();
  }
}

/** Cancels what a plan says; gives how many were, and how many were not. */
async function cancelAll<M extends FormMarket, S extends OrderSums>(
  { cancel, symbols }: ActionPlan,
  { product: { list, cancel: one } }: MarketState<M, S>,
  client: QueryClient,
): Promise<readonly [done: number, refused: number]> {
  let [done, refused] = [0, 0];
  for (const symbol of symbols) {
    const { upTo } = await unhurried(() => fetchCancellable(list, symbol));
    const answer = await unhurried(() => cancelListed({ list, symbol, upTo }));
    done += answer.cancelled;
    refused += answer.refused;
  }
  const rest = cancel.filter(({ symbol }) => !symbols.includes(symbol));
  for (const order of rest) {
    await unhurried(() => one(order, client));
    done += 1;
  }
  return [done, refused];
}

/** See the head of the file; false where something was refused. */
export async function carryOut<M extends FormMarket, S extends OrderSums>(
  plan: ActionPlan,
  scene: MarketState<M, S>,
  { t, client, refused }: Hands,
): Promise<boolean> {
  const { product, market } = scene;
  try {
    if (plan.cancel.length > 0) {
      const [done, left] = await cancelAll(plan, scene, client);
      toast('success', t('orders.allCancelled', { count: done }));
      if (left > 0) toast('error', t('orders.cancelRefused', { count: left }));
    }
    const send = (plan.closes ? product.sendClosing : undefined) ?? product.form.send;
    for (const draft of plan.send) {
      const ack = await send(draft, market);
      if (ack === null) continue;
      const { coin } = product.form.sizeIn(draft, market.instrument);
      const { side, size, kind } = draft;
      notifyPlaced(t, kind, { orderId: ack.orderId, side, size, coin });
    }
    return true;
  } catch (error) {
    toast('error', errorText(t, error));
    refused(error);
    return false;
  } finally {
    const read = client.invalidateQueries({ queryKey: product.changes });
    // What closes must not be counted again from what was there before.
    if (plan.closes) await read;
  }
}

/** Moves orders to another price, one after the other. */
export async function moveTo<M extends FormMarket, S extends OrderSums>(
  orders: readonly DeskOrder[],
  price: string,
  { product }: MarketState<M, S>,
  { t, client, refused }: Hands,
): Promise<void> {
  try {
    for (const order of orders) await unhurried(async () => product.amend?.(order, price));
    toast('success', t('orders.amended'));
  } catch (error) {
    toast('error', errorText(t, error));
    refused(error);
  } finally {
    // The ladder shows them where they were until the lists say where they are.
    await client.invalidateQueries({ queryKey: product.changes });
  }
}
