/** What a coalition does to an exchange that lends, and who trades honestly there: see attacks.ts. */
import {
  AccountKind,
  accountOf,
  CommandKind,
  LoanOption,
  NO_PAIR,
  ownerOf,
  Side,
} from '@halcyon/domain';
import { BTC, PAIR, USDT } from './loan-coalition-audit.ts';
import type { TestWallet, ThinLoanMarket } from './thin-loan-market.ts';

export type LoanAttack = (market: ThinLoanMarket) => Generator<void>;

const UNITS = 100_000_000;
const { spot, crossMargin, isolatedMargin } = AccountKind;
const RICH = 500_000;
const COINS = 300;

const other = (side: Side): Side => (side === Side.buy ? Side.sell : Side.buy);

/** The coin that an account borrows, what it brings for it, and the side on which it sells what it borrowed. */
interface Loss {
  readonly purse: TestWallet;
  readonly owes: number;
  readonly side: Side;
}

/** A margin account that owes as much as it may. */
function borrower(market: ThinLoanMarket): { readonly account: number; readonly loss: Loss } {
  const { random } = market;
  const cash = random.pick([0.5, 20, 500, 9_000]);
  const account = market.open(cash, 0, true);
  const purse = random.pick([crossMargin, isolatedMargin]);
  const owes = random.pick([USDT, BTC]);
  market.move(account, spot, purse, USDT, cash * UNITS);
  const most = owes === USDT ? cash * 10 * UNITS : (cash / 100) * UNITS;
  market.borrow(account, purse, owes, most * random.pick([0.5, 1, 1]));
  return { account, loss: { purse, owes, side: owes === USDT ? Side.buy : Side.sell } };
}

const lotsOf = (market: ThinLoanMarket, account: number, { purse, side }: Loss): number => {
  const units = market.has(account, purse, side === Side.sell ? BTC : USDT);
  const lot = side === Side.sell ? market.lotUnits : (market.lotUnits * market.index) / 100;
  return Math.floor((units * 1.02) / lot);
};

/** A price at which whoever takes `side` loses. */
function losingPrice(market: ThinLoanMarket, side: Side): number {
  const { random } = market;
  if (random.chance(0.3)) return market.edge(side);
  if (random.chance(0.3)) return market.liquidationEdge(side);
  const ppm = random.pick([0, 1_000, 5_000, 10_000, 20_000, 30_000, 60_000, 90_000]);
  return Math.round(market.index * (1 + ((side === Side.buy ? 1 : -1) * ppm) / 1e6));
}

/** Trades with an accomplice at a loss until no more is allowed. */
function loseToTheEdge(market: ThinLoanMarket, account: number, loss: Loss, winner: number): void {
  const { purse, side } = loss;
  const price = market.edge(side);
  for (let k = 0; k < 12; k++) {
    const lots = lotsOf(market, account, loss);
    if (lots < 1) break;
    market.place(winner, spot, other(side), price, Math.max(5, lots));
    const lost = market.most(account, purse, side, price, lots, { ioc: true });
    market.cancelAll(winner, spot);
    if (lost === 0) break;
  }
}

/** Hours go by, each with its interest and a price. */
function waitHours(market: ThinLoanMarket, hours: number): void {
  for (let k = 0; k < hours; k++) {
    market.wait(3_600_000);
    market.say();
    market.settle();
  }
}

/** What is borrowed is traded with an accomplice, at a loss, until little is kept; then hours and thin bids. */
export function* thinLiquidation(market: ThinLoanMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, COINS, true);
  for (;;) {
    const { account, loss } = borrower(market);
    const { purse, side } = loss;
    yield;
    const away = random.chance(0.6) ? market.index : losingPrice(market, side);
    market.place(winner, spot, other(side), away, Math.max(5, lotsOf(market, account, loss)));
    market.most(account, purse, side, away, lotsOf(market, account, loss), { ioc: true });
    market.cancelAll(winner, spot);
    market.takeOut(account, purse, side === Side.buy ? BTC : USDT);
    yield;
    const back: Loss = { ...loss, side: other(side) };
    if (random.chance(0.7)) loseToTheEdge(market, account, back, winner);
    yield;
    for (let k = 0; k < 6; k++) {
      const price = losingPrice(market, back.side);
      market.place(winner, spot, side, price, Math.max(5, lotsOf(market, account, back) + 5));
      yield;
      if (random.chance(0.4)) {
        const options = random.chance(0.3) ? LoanOption.autoRepay : 0;
        const lots = lotsOf(market, account, back);
        market.most(account, purse, back.side, price, lots, { ioc: true, options });
      }
      if (random.chance(0.4)) market.takeOut(account, purse, random.pick([USDT, BTC]));
      if (random.chance(0.4)) waitHours(market, random.int(1, 12));
      if (random.chance(0.3)) market.cancelAll(winner, spot);
      yield;
    }
    market.cancelAll(winner, spot);
  }
}

/** Orders that rest at a loss, several of which an accomplice takes at once. */
export function* restingLoans(market: ThinLoanMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, COINS, true);
  for (;;) {
    const { account, loss } = borrower(market);
    const { purse, side } = loss;
    yield;
    const price = losingPrice(market, side);
    for (let k = random.int(1, 4); k > 0; k--) {
      const options = random.pick([0, LoanOption.autoLoan, LoanOption.autoRepay]);
      market.most(account, purse, side, price, lotsOf(market, account, loss) / k, { options });
      if (random.chance(0.3)) yield;
    }
    market.takeOut(account, purse, random.pick([USDT, BTC]));
    yield;
    for (let k = random.int(0, 5); k > 0; k--) yield;
    market.place(winner, spot, other(side), price, 20_000, { ioc: true });
    yield;
    market.cancelAll(account, purse);
  }
}

/** Trades of two accounts take the last price, and the band of orders with it, wherever they like. */
export function* washSpot(market: ThinLoanMarket): Generator<void> {
  const { random } = market;
  const [first, second] = [market.open(RICH, COINS, true), market.open(RICH, COINS, true)] as const;
  for (;;) {
    const end = random.pick([Side.buy, Side.sell]);
    for (let k = random.int(1, 6); k > 0; k--) {
      const price = market.edge(end);
      const [seller, buyer] = random.pick([
        [first, second],
        [second, first],
      ] as const);
      market.place(seller, spot, Side.sell, price, 5);
      market.place(buyer, spot, Side.buy, price, 5, { ioc: true });
      market.cancelAll(seller, spot);
      if (random.chance(0.5)) yield;
    }
    yield;
  }
}

/** Leaves less than a lot of a coin where cash is owed, and repays at the market into its own bids. */
export function* remainders(market: ThinLoanMarket): Generator<void> {
  const { random } = market;
  const winner = market.open(RICH, COINS, true);
  for (;;) {
    const purse = random.pick([crossMargin, isolatedMargin]);
    const account = market.open(0, 3, true);
    const coins = market.lotUnits * random.pick([0.9, 1.9, 4.9, 30.9, 700.9]);
    market.move(account, spot, purse, BTC, coins);
    market.borrow(account, purse, USDT, (coins * market.index) / 100);
    market.takeOut(account, purse, USDT);
    yield;
    for (let k = 0; k < 5; k++) {
      market.place(winner, spot, Side.buy, losingPrice(market, Side.sell), 2_000);
      if (random.chance(0.5)) waitHours(market, random.int(1, 12));
      yield;
      const at = accountOf(ownerOf(account), purse);
      const instrument = purse === crossMargin ? NO_PAIR : PAIR;
      if (random.chance(0.3)) {
        market.send({ kind: CommandKind.flashRepay, account: at, instrument, asset: USDT });
      }
      market.takeOut(account, purse, random.pick([USDT, BTC]));
      market.cancelAll(winner, spot);
    }
  }
}

/** Whatever there is, by chance. */
export function* loanChance(market: ThinLoanMarket): Generator<void> {
  const { random } = market;
  const accounts = [market.open(2_000, 2, true), market.open(50, 0, true), market.open(0, 1, true)];
  for (;;) {
    const account = random.pick(accounts);
    const purse = random.pick([crossMargin, isolatedMargin]);
    const asset = random.pick([USDT, BTC]);
    const dice = random.next();
    if (dice < 0.15) {
      market.move(account, spot, purse, asset, market.has(account, spot, asset) * random.next());
    } else if (dice < 0.3)
      market.borrow(account, purse, asset, 20 * UNITS * 10 ** random.int(0, 3));
    else if (dice < 0.4) market.takeOut(account, purse, asset);
    else if (dice < 0.5) market.cancelAll(account, purse);
    else {
      const side = random.pick([Side.buy, Side.sell]);
      const from = random.chance(0.7) ? purse : spot;
      const options = from === spot ? 0 : random.pick([0, 2, 4, 6]);
      const choice = { ioc: random.chance(0.5), options };
      market.most(
        account,
        from,
        side,
        losingPrice(market, random.pick([0, 1])),
        random.int(1, 5_000),
        choice,
      );
    }
    yield;
  }
}

/** Makes a market around the index, with pauses. */
export function* loanMaker(market: ThinLoanMarket): Generator<void> {
  const { random } = market;
  const account = market.open(RICH, COINS, false);
  for (;;) {
    market.cancelAll(account, spot);
    for (let k = random.int(0, 4); k > 0; k--) yield;
    for (const side of [Side.buy, Side.sell]) {
      const away = Math.ceil((market.index * random.int(300, 8_000)) / 1e6);
      const price = market.index + (side === Side.buy ? -away : away);
      market.place(account, spot, side, price, random.pick([5, 300, 5_000]));
    }
    yield;
    yield;
  }
}

/** Owes less than it may, and holds what it bought. */
export function* loanHolder(market: ThinLoanMarket): Generator<void> {
  const { random } = market;
  const cash = random.pick([100, 3_000]);
  const account = market.open(cash, 0, false);
  const purse = random.pick([crossMargin, isolatedMargin]);
  market.move(account, spot, purse, USDT, cash * UNITS);
  market.borrow(account, purse, USDT, cash * random.pick([0.5, 2]) * UNITS);
  for (;;) {
    for (let k = random.int(1, 8); k > 0; k--) yield;
    const side = random.pick([Side.buy, Side.sell]);
    const price = Math.round(market.index * (side === Side.buy ? 1.005 : 0.995));
    market.place(account, purse, side, price, random.int(5, cash), { ioc: true });
  }
}
