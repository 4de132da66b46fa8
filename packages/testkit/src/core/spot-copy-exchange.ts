/** An exchange for tests of copy trading in pairs: a coin, a pair and people with money and coins. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  COPY_DEFAULTS,
  CommandKind,
  CopyProduct,
  type CopySettings,
  type CopyTerms,
  InstrumentState,
  OrderType,
  PositionLeg,
  PositionMode,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import {
  BTC,
  COIN,
  CopyExchange,
  orderOf,
  type Said,
  spotOf,
  TERMS,
  USD,
} from './copy-exchange.ts';

/** The pair; the contract of the same name is number 0. A tick times a lot is one coin, a lot is 1,000 units of BTC; fees are 0.1 %. */
export const PAIR = 1;
export const LOT = 1_000n;

export class SpotCopyExchange extends CopyExchange {
  constructor(people: number, rules: number = NEWEST_RULES) {
    super(people, rules);
    this.send({
      ...{ kind: CommandKind.listInstrument, symbol: 'BTCUSD', base: BTC, quote: USD },
      ...{ priceScale: 0, quantityScale: 0, state: InstrumentState.open, priceStep: 1 },
      ...{ quantityStep: 1, quantityMin: 1, quantityMax: 1_000, notionalMin: 0 },
      ...{ bandPpm: 500_000, openOrdersMax: 100 },
    });
    for (let i = 0; i < people; i++) this.give(16 + i, 1_000n);
  }

  /** Lots of coins for somebody. */
  give(user: number, lots: bigint): Said {
    const coin = { account: spotOf(user), from: SystemAccount.faucet, asset: BTC, reference: '' };
    const by = { actor: 'test', reason: 'test' };
    return this.send({ kind: CommandKind.deposit, ...coin, amount: lots * LOT, ...by });
  }

  /** Opens a trader's spot portfolio. */
  override open(user: number, amount = 1_000n * COIN, terms: Partial<CopyTerms> = {}): Said {
    const { spot: product } = CopyProduct;
    const { oneWay: positionMode } = PositionMode;
    const about = { user, asset: USD, amount, terms: { ...TERMS, ...terms } };
    return this.send({ kind: CommandKind.openCopyPortfolio, ...about, positionMode, product });
  }

  /** Follows with settings of its own. */
  join(user: number, trader: number, amount: bigint, change: Partial<CopySettings> = {}): Said {
    const settings = { ...COPY_DEFAULTS, ...change };
    return this.send({ kind: CommandKind.followTrader, user, trader, amount, code: '', settings });
  }

  override order(
    user: number,
    portfolio: number,
    lots: number,
    price = 0,
    reduceOnly = 0,
    timeInForce: TimeInForce = TimeInForce.ioc,
  ): Said {
    const [side, quantity] = [lots > 0 ? Side.buy : Side.sell, Math.abs(lots)];
    const type = price === 0 ? OrderType.market : OrderType.limit;
    const about = { user, portfolio, instrument: PAIR, side, type, price, quantity, reduceOnly };
    const { net: leg } = PositionLeg;
    return this.send({ kind: CommandKind.placeCopyOrder, ...about, timeInForce, leg });
  }

  override close(user: number, portfolio: number, reverses = 0): Said {
    const about = { user, portfolio, instrument: PAIR, reverses, leg: PositionLeg.net };
    return this.send({ kind: CommandKind.closeCopyPosition, ...about });
  }

  override rest(user: number, lots: number, price: number): Said {
    const side = lots > 0 ? Side.buy : Side.sell;
    const order = orderOf(spotOf(user), side, Math.abs(lots), price);
    return this.send({ ...order, instrument: PAIR });
  }

  /** Units that an account has of the money and of the coin, those in orders included. */
  both(user: number): [money: bigint, coins: bigint] {
    return [this.unitsOf(spotOf(user), USD), this.unitsOf(spotOf(user), BTC)];
  }

  unitsOf(account: number, asset: number): bigint {
    const { ledger } = this.core.state;
    const slot = ledger.slot(account, asset);
    return ledger.available(slot) + ledger.held(slot);
  }
}
