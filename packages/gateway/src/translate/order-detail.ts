/** One order, open or ended, with all that is known of it; see domain/web/order-detail.ts. */
import { type AccountId, isMargin } from '@halcyon/domain';
import type { HistoryAccount, OrderDetail, OrderStateName } from '@halcyon/domain/web';
import type { OrderStatus, Views } from '@halcyon/views';
import type { RestContext } from '../http/context.ts';
import { positionWords } from './contract-words.ts';
import { loanTypeWord } from './margin-rows.ts';
import { type CommonOrderFacts, findOrder } from './order-facts.ts';
import { orderLine } from './order-history.ts';
import { rowInstrument } from './order-rows.ts';
import { priceText } from './text.ts';

/** An account by the word that histories have for it. */
export type NamedAccount = readonly [word: HistoryAccount, account: AccountId];

const STATES: Readonly<Record<OrderStatus, OrderStateName>> = {
  live: 'live',
  partially_filled: 'partially_filled',
  filled: 'filled',
  canceled: 'cancelled',
};

function onlyReduces({ options, side }: CommonOrderFacts): boolean {
  return positionWords(options, side).reduceOnly === 'YES';
}

function rowOf(views: Views, word: HistoryAccount, order: CommonOrderFacts): OrderDetail {
  const instrument = rowInstrument(views, order.instrument);
  const price = (ticks: number) => (ticks === 0 ? '' : priceText(instrument, ticks));
  return {
    ...orderLine(views, order),
    account: word,
    status: STATES[order.status],
    ...(isMargin(order.account) && { loanType: loanTypeWord(order.options) }),
    ...(instrument.contract !== null && { reduceOnly: onlyReduces(order) }),
    takeProfit: price(order.takeProfitTrigger),
    stopLoss: price(order.stopLossTrigger),
    clientId: order.clientId,
    updatedAt: order.updatedTime,
  };
}

/** The order with an id, of whichever of these accounts; null: none of them has it. */
export async function orderDetail(
  venueContext: Pick<RestContext, 'views' | 'history'>,
  accounts: readonly NamedAccount[],
  order: number,
): Promise<OrderDetail | null> {
  // No order has it, and beside a name of its owner it would stand for none.
  if (order === 0) return null;
  const found = await Promise.all(
    accounts.map(async ([word, account]) => {
      const facts = await findOrder(venueContext, account, { order, clientId: '' });
      return facts === null ? [] : [rowOf(venueContext.views, word, facts)];
    }),
  );
  return found.flat()[0] ?? null;
}
