/** Attacks by plans, by whatever there is by chance, and those who trade honestly among all this. */
import {
  CommandKind,
  OrderOption,
  type PlanTerms,
  PlanType,
  SelfTrade,
  Side,
  TriggerBy,
} from '@halcyon/domain';
import { press } from './attacks.ts';
import type { ThinMarket } from './thin-market.ts';

const CONTRACT = 0;
const other = (side: Side): Side => (side === Side.buy ? Side.sell : Side.buy);

function planOf(market: ThinMarket, side: Side, ppm: number, lots: number): PlanTerms {
  const { random } = market;
  const planType = random.pick([
    PlanType.trigger,
    PlanType.positionLoss,
    PlanType.positionProfit,
    PlanType.stopLoss,
  ]);
  return {
    ...{ side, planType, selfTrade: SelfTrade.none, quantity: lots, quoteAmount: 0 },
    triggerBy: random.pick([TriggerBy.last, TriggerBy.mark, TriggerBy.index]),
    triggerPrice: market.away(ppm),
    price: random.chance(0.5) ? 0 : market.edge(side),
    ...{ callbackPpm: 0, clientId: '' },
    options: random.chance(0.7) ? OrderOption.reduceOnly : 0,
  };
}

/** Plans that fire while their account is being liquidated, or that another's prints set off. */
export function* plans(market: ThinMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(400_000, true);
  for (;;) {
    const loser = market.open(random.pick([50, 500, 5_000]), true);
    market.leverage(loser, market.leverageMax);
    const side = random.pick([Side.buy, Side.sell]);
    const lots = Math.floor(market.wallet(loser) * market.leverageMax);
    const price = market.away((side === Side.buy ? 1 : -1) * random.pick([0, 1_000, 2_500, 3_500]));
    market.place(winner, other(side), price, lots);
    const opened = market.most(loser, side, price, lots, { ioc: true });
    market.cancelAll(winner);
    for (let k = 0; k < 4; k++) {
      const terms = planOf(
        market,
        other(side),
        random.pick([-1_500, -500, 500, 1_500]),
        Math.max(5, opened),
      );
      market.send({ kind: CommandKind.placePlan, account: loser, instrument: CONTRACT, ...terms });
    }
    market.takeOut(loser);
    yield;
    const closing = other(side);
    market.place(winner, side, market.liquidationEdge(closing), Math.max(5, opened));
    press(market, random.chance(0.8) ? closing : side);
    for (const price of [
      market.edge(closing),
      market.liquidationEdge(closing),
      market.away(1_900),
    ]) {
      market.place(winner, side, price, Math.max(5, opened));
      yield;
      market.place(winner, closing, price, 5, { ioc: true });
      yield;
    }
    market.cancelAll(winner);
    market.takeOut(winner);
  }
}

/** A few accounts that do whatever there is, near the edges. */
export function* chance(market: ThinMarket): Generator<void> {
  const { random } = market;
  const root = market.open(50_000, true);
  const accounts = [
    root,
    market.open(3_000, true, root),
    market.open(500, true),
    market.open(100, true),
  ];
  for (;;) {
    const account = random.pick(accounts);
    const dice = random.next();
    if (dice < 0.55) randomOrder(market, account);
    else if (dice < 0.62) market.leverage(account, random.int(1, market.leverageMax));
    else if (dice < 0.7) market.takeOut(account);
    else if (dice < 0.76) market.move(account, random.int(1, 300) * 100_000_000);
    else if (dice < 0.84) market.cancelAll(account);
    else if (dice < 0.9) replaceOne(market, account);
    else if (dice < 0.95) {
      const terms = planOf(
        market,
        random.pick([Side.buy, Side.sell]),
        random.int(-3_000, 3_000),
        500,
      );
      market.send({ kind: CommandKind.placePlan, account, instrument: CONTRACT, ...terms });
    } else {
      const mode = random.pick([0, 1] as const);
      if (random.chance(0.5)) market.send({ kind: CommandKind.setPositionMode, account, mode });
      else market.send({ kind: CommandKind.setMarginMode, account, instrument: CONTRACT, mode });
    }
    yield;
  }
}

function randomOrder(market: ThinMarket, account: number): void {
  const { random } = market;
  const side = random.pick([Side.buy, Side.sell]);
  const near = random.pick([0, 300, 1_900, 4_000, 9_000, 40_000]) * random.pick([-1, 1]);
  const price = random.chance(0.3) ? market.edge(side) : market.away(near);
  const options = random.pick([
    0,
    0,
    0,
    2,
    4,
    OrderOption.closeAll,
    OrderOption.closeAll | OrderOption.reverse,
  ]);
  const lots = Math.ceil(market.wallet(account) * random.pick([0.1, 1, 10, 100]));
  const choice = { ioc: random.chance(0.4), reduce: random.chance(0.2), options };
  market.most(account, side, random.chance(0.05) ? 0 : price, Math.max(5, lots), choice);
}

function replaceOne(market: ThinMarket, account: number): void {
  const { state } = market.core;
  const seat = state.seats.find(account, CONTRACT);
  if (seat === -1) return;
  for (const slot of state.seats.orders(seat)) {
    const order = state.orders.f64[slot * 8]!;
    const side = (state.orders.i32[slot * 16 + 10]! & 1) as Side;
    const price = market.random.chance(0.5)
      ? market.edge(side)
      : market.away(market.random.int(-5_000, 5_000));
    market.send({ kind: CommandKind.amend, account, order, clientId: '', price, quantity: 0 });
    return;
  }
}

/** Makes a market around the index, thin or not, with pauses. */
export function* maker(market: ThinMarket): Generator<void> {
  const { random } = market;
  const account = market.open(300_000, false);
  market.leverage(account, 5);
  const sizes = random.pick([[5, 50], [500, 3_000], [20_000]]);
  for (;;) {
    market.cancelAll(account);
    for (let k = random.int(0, 3); k > 0; k--) yield;
    for (const side of [Side.buy, Side.sell]) {
      const away = Math.ceil((market.index * random.int(300, 6_000)) / 1e6);
      const price = market.index + (side === Side.buy ? -away : away);
      market.place(account, side, price, random.pick(sizes));
    }
    yield;
    yield;
  }
}

/** Has positions of little leverage, opened with whoever quotes near the index, and holds them. */
export function* holder(market: ThinMarket): Generator<void> {
  const { random } = market;
  const account = market.open(random.pick([500, 5_000, 50_000]), false);
  const partner = market.open(200_000, false);
  market.leverage(partner, 5);
  market.leverage(account, random.int(2, 10));
  const side = random.pick([Side.buy, Side.sell]);
  const lots = Math.floor(market.wallet(account) * random.pick([0.5, 2, 5]));
  market.place(partner, other(side), market.index, Math.max(5, lots));
  market.most(account, side, market.index, Math.max(5, lots), { ioc: true });
  market.cancelAll(partner);
  for (;;) {
    for (let k = random.int(2, 12); k > 0; k--) yield;
    const now = random.pick([Side.buy, Side.sell]);
    const width = Math.ceil((market.index * random.int(0, 8_000)) / 1e6);
    const price = market.index + (now === Side.buy ? width : -width);
    market.place(account, now, price, random.int(5, 500), { ioc: true });
  }
}
