/** Random orders of every kind that one account may place in the small exchange of the generator. */
import type { State } from '@halcyon/core';
import { type CommandInput, CommandKind, isTrailing } from '@halcyon/domain';
import { PAIR_PLANS } from '../core/pair-plans.ts';
import type { TestRandom } from '../core/random.ts';

type Place = Extract<CommandInput, { kind: typeof CommandKind.place }>;

const NOT_ATTACHED = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

/** An order or plan for account 0: the caller puts in the account of each venue. */
export function drawOrder(random: TestRandom, state: State, instrument: number): CommandInput {
  const kind = random.int(0, 9);
  if (kind <= 5) return limitOrder(random, state, instrument);
  if (kind <= 7) return marketOrder(random, instrument);
  return kind === 8 ? plan(random, state, instrument) : oco(random, state, instrument);
}

function around(random: TestRandom, state: State, instrument: number, ticks: number): number {
  const market = state.markets[instrument]!;
  const bid = market.book.best(0);
  const ask = market.book.best(1);
  const middle = bid !== 0 && ask !== 0 ? Math.floor((bid + ask) / 2) : market.lastPrice;
  return Math.max(1, middle + random.int(-ticks, ticks));
}

function limitOrder(random: TestRandom, state: State, instrument: number): Place {
  const attached = random.chance(0.15);
  const price = around(random, state, instrument, random.pick([3, 6, 12]));
  const side = random.int(0, 1) as 0 | 1;
  const up = random.int(1, 6);
  const win = side === 0 ? price + up : Math.max(1, price - up);
  const lose = side === 0 ? Math.max(1, price - up) : price + up;
  return {
    kind: CommandKind.place,
    account: 0,
    instrument,
    side,
    type: 0,
    timeInForce: random.pick([0, 0, 0, 1, 2, 3] as const),
    selfTrade: random.int(0, 3) as 0 | 1 | 2 | 3,
    price,
    quantity: random.int(1, 60),
    quoteAmount: 0,
    clientId: random.chance(0.3) ? `p${random.int(1, 1_000_000)}` : '',
    ...NOT_ATTACHED,
    ...(attached ? { takeProfitTrigger: win, stopLossTrigger: lose } : {}),
  };
}

function marketOrder(random: TestRandom, instrument: number): Place {
  const side = random.int(0, 1) as 0 | 1;
  const byAmount = side === 0 && random.chance(0.5);
  return {
    kind: CommandKind.place,
    account: 0,
    instrument,
    side,
    type: 1,
    timeInForce: 1,
    selfTrade: 0,
    price: 0,
    quantity: byAmount ? 0 : random.int(2, 90),
    quoteAmount: byAmount ? random.int(1, 300) * (instrument === 0 ? 1_000_000 : 400) : 0,
    clientId: '',
    ...NOT_ATTACHED,
  };
}

function plan(random: TestRandom, state: State, instrument: number): CommandInput {
  const planType = random.pick(PAIR_PLANS);
  return {
    kind: CommandKind.placePlan,
    account: 0,
    instrument,
    side: random.int(0, 1) as 0 | 1,
    planType,
    triggerBy: random.int(0, 1) as 0 | 1,
    selfTrade: 0,
    triggerPrice: isTrailing(planType) ? 0 : around(random, state, instrument, 4),
    price: random.chance(0.5) ? 0 : around(random, state, instrument, 6),
    quantity: random.int(2, 40),
    quoteAmount: 0,
    callbackPpm: isTrailing(planType) ? random.pick([1_000, 5_000, 20_000]) : 0,
    clientId: '',
  };
}

function oco(random: TestRandom, state: State, instrument: number): CommandInput {
  const side = random.int(0, 1) as 0 | 1;
  const away = (side === 1 ? 1 : -1) * random.int(1, 6);
  const last = state.markets[instrument]!.lastPrice;
  return {
    kind: CommandKind.placeOco,
    account: 0,
    instrument,
    side,
    selfTrade: 0,
    price: Math.max(1, last + away),
    quantity: random.int(2, 40),
    stopTrigger: Math.max(1, last - away),
    stopPrice: random.chance(0.5) ? 0 : around(random, state, instrument, 6),
    clientId: '',
    stopClientId: '',
  };
}
