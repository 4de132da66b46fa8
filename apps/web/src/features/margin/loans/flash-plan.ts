/**
 * What a flash repayment would do if all traded at the index: docs/margin-rules.md has the rule. The books
 * decide what it does.
 */

import {
  coinEquity,
  coinValue,
  largestThat,
  type MarginWorth,
  marginWorth,
  ppmFloor,
} from '@halcyon/domain';
import { pow10 } from '../../../data/decimal.ts';
import type { InstrumentInfo, Instruments } from '../../../data/state/instruments.ts';
import type { MarginCoin, MarginPlace } from '../../../data/state/margin.ts';

/** Orders that one repayment places at most. */
const ORDERS_MAX = 16;

/** A coin that is paid for another one; units, after the fee. */
export interface FlashTrade {
  readonly pays: MarginCoin;
  readonly paid: number;
  readonly gets: MarginCoin;
  readonly got: number;
}

/** Units of a coin. */
export interface CoinUnits {
  readonly own: MarginCoin;
  readonly units: number;
}

/** What it would do. */
export interface FlashPlan {
  readonly trades: readonly FlashTrade[];
  readonly paidBack: readonly CoinUnits[];
  /** Of what is to be paid back. */
  readonly stillOwed: readonly CoinUnits[];
  readonly worth: MarginWorth;
}

/** Units of a coin in those of another at the index, down. */
function inCoin(units: number, from: MarginCoin, to: MarginCoin): number {
  if (from.coin === to.coin) return units;
  const above = BigInt(units) * BigInt(from.scale.price) * BigInt(to.scale.divisor);
  const below = BigInt(from.scale.divisor) * BigInt(to.scale.price);
  return below === 0n ? 0 : Number(above / below);
}

/** The account while it is paid back. */
class Trial {
  coins: MarginCoin[];
  readonly trades: FlashTrade[] = [];
  private readonly place: MarginPlace;
  private readonly asked: string;
  private readonly instruments: Instruments;

  constructor(place: MarginPlace, asked: string, instruments: Instruments) {
    this.place = place;
    this.asked = asked;
    this.instruments = instruments;
    this.coins = [...place.coins];
  }

  isDue({ coin, debt }: MarginCoin): boolean {
    return debt > 0 && (this.asked === '' || coin === this.asked);
  }

  /** Pays and trades until nothing is owed, or nothing is left to sell. */
  run(): void {
    for (let orders = 0; orders <= ORDERS_MAX; orders++) {
      this.payDebts();
      const trade = this.nextTrade();
      if (trade === null || orders === ORDERS_MAX) return;
      this.trades.push(trade);
      this.change(trade.pays.coin, -trade.paid, 0);
      this.change(trade.gets.coin, trade.got, 0);
    }
  }

  private change(coin: string, units: number, debt: number): void {
    this.coins = this.coins.map((own) => {
      if (own.coin !== coin) return own;
      const { available, held } = own;
      const after = { available: available + units, held: held + units };
      return { ...own, ...after, debt: own.debt + debt };
    });
  }

  private payDebts(): void {
    for (const own of this.coins.filter((one) => this.isDue(one))) {
      const paid = Math.min(own.debt, own.available);
      this.change(own.coin, -paid, -paid);
    }
  }

  /** The settle coin buys the largest debt; without it, what counts most is sold. */
  private nextTrade(): FlashTrade | null {
    const { settle } = this.place;
    const debtOf = ({ debt, scale }: MarginCoin) => coinValue(debt, scale);
    const counts = ({ risk, held, scale }: MarginCoin) =>
      coinValue(coinEquity(risk, { held, debt: 0 }), scale);
    const [owed] = this.coins
      .filter((own) => this.isDue(own))
      .sort((a, b) => debtOf(b) - debtOf(a));
    if (owed === undefined) return null;
    const assets = this.coins
      .filter((own) => own.available > 0 && !this.isDue(own))
      .sort((a, b) => counts(b) - counts(a))
      .sort((a, b) => Number(b.coin === settle.coin) - Number(a.coin === settle.coin));
    for (const asset of assets) {
      const trade = this.tradeOf(asset, owed);
      if (trade !== null) return trade;
    }
    return null;
  }

  private marketOf(asset: MarginCoin, owed: MarginCoin): InstrumentInfo | undefined {
    const { symbol, settle } = this.place;
    const ofCoin = asset.coin === settle.coin ? owed : asset;
    return this.instruments.get(symbol === '' ? ofCoin.lent.market : symbol);
  }

  /** As few lots as bring all that is owed, or all that there are. */
  private tradeOf(pays: MarginCoin, owed: MarginCoin): FlashTrade | null {
    const market = this.marketOf(pays, owed);
    const [base, quote] = [market?.base, market?.quote].map((coin) =>
      this.coins.find((own) => own.coin === coin),
    );
    if (market === undefined || base === undefined || quote === undefined) return null;
    const lot = Number(pow10(Math.max(0, base.digits - market.sizeScale)));
    const sells = pays.coin === base.coin;
    const gets = sells ? quote : base;
    const tradeOf = (lots: number): FlashTrade => {
      const money = inCoin(lots * lot, base, quote);
      const [paid, got] = sells ? [lots * lot, money] : [money, lots * lot];
      return { pays, paid, gets, got: got - ppmFloor(got, this.place.feePpm) };
    };
    const most = Math.floor(inCoin(pays.available, pays, base) / lot);
    if (most === 0) return null;
    const tooFew = (lots: number) => inCoin(tradeOf(lots).got, gets, owed) < owed.debt;
    return tradeOf(Math.min(most, largestThat(most, tooFew) + 1));
  }
}

/** What would be sold and paid. @param coin that is paid back; '' = all that are owed */
export function flashPlan(place: MarginPlace, coin: string, instruments: Instruments): FlashPlan {
  const trial = new Trial(place, coin, instruments);
  trial.run();
  const { coins, trades } = trial;
  const debts = (of: (own: MarginCoin, at: number) => number): CoinUnits[] =>
    place.coins.map((own, at) => ({ own, units: of(own, at) })).filter(({ units }) => units > 0);
  return {
    trades,
    paidBack: debts(({ debt }, at) => debt - coins[at]!.debt),
    stillOwed: debts((own, at) => (trial.isDue(own) ? coins[at]!.debt : 0)),
    worth: marginWorth({ coins, moves: place.moves }),
  };
}
