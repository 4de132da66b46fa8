/** A trader with many followers, and what they do: prices, orders of all at once, own exits, a day at a time. */
import {
  AccountKind,
  accountOf,
  COPY_DEFAULTS,
  type CommandInput,
  CommandKind,
  CopyExit,
  OrderType,
  PositionLeg,
  PositionMode,
  type Side,
  TimeInForce,
} from '@halcyon/domain';
import { generator } from './random-orders.ts';

/** So many that each order is asked about, traded and handed over in several commands. */
export const FOLLOWERS = 1_200;
const MAKERS = 10;
const FIRST_USER = 16;
const ROOT = FIRST_USER + MAKERS;
export const TRADER = ROOT + 1 + FOLLOWERS;
const PRICE = 50_000;
const COIN = 100_000_000;
const BATCH = 100;

/** What has to come before: the contract, makers with money, the trader and all who follow. */
export function* copyMarket(): Generator<CommandInput[]> {
  yield [
    { kind: CommandKind.setRules, version: 15 },
    { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
    {
      kind: CommandKind.listContract,
      ...{ symbol: 'BTCUSDT', base: 0, quote: 1, priceScale: 1, quantityScale: 3, state: 0 },
      ...{ quantityMin: 1, quantityMax: 1e9, notionalMin: 0, bandPpm: 500_000, openOrdersMax: 500 },
      contract: {
        tiers: [{ upTo: 10_000_000, leverageMax: 20, maintenancePpm: 20_000 }],
        ...{ makerPpm: 200, takerPpm: 600, liquidationPpm: 1_000, liquidationBandPpm: 100_000 },
        ...{ openInterestMax: 1e12, fundingIntervalMs: 3_600_000 * 8 },
        ...{ interestRate: 10_000, premiumClamp: 50_000, fundingCap: 300_000 },
      },
    },
    { kind: CommandKind.prices, entries: [0, PRICE] },
  ];
  yield* people();
  const terms = { sharePpm: 100_000, followersMax: 10_000, amountMin: 100 * COIN, code: '' };
  yield [
    {
      ...{ kind: CommandKind.openCopyPortfolio, user: ROOT, asset: 1 },
      amount: BigInt(50_000 * COIN),
      terms: { ...terms, amountMax: 100_000 * COIN },
      positionMode: PositionMode.oneWay,
    },
  ];
  for (let from = 0; from < FOLLOWERS; from += BATCH) {
    yield Array.from({ length: BATCH }, (_, i) => follow(from + i));
  }
}

function* people(): Generator<CommandInput[]> {
  const count = MAKERS + 1 + FOLLOWERS;
  for (let from = 0; from < count; from += BATCH) {
    const users = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => from + i);
    yield users.flatMap((at): CommandInput[] => {
      const kind = at < MAKERS ? AccountKind.usdtFutures : AccountKind.spot;
      const coins = at < MAKERS ? 10_000_000 : 100_000;
      const by = { from: 0, asset: 1, actor: 't', reason: 't', reference: `m${at}` } as const;
      const account = accountOf(FIRST_USER + at, kind);
      return [
        { kind: CommandKind.openUser, simulated: false },
        { kind: CommandKind.deposit, account, amount: BigInt(coins * COIN), ...by },
      ];
    });
  }
}

/** Every tenth has stops of the own, so that a price calls many of them. */
function follow(at: number): CommandInput {
  const exits = { takeProfitPpm: 8_000 + at * 10, stopLossPpm: 10_000 + at * 10 };
  const settings = at % 10 === 0 ? { ...COPY_DEFAULTS, ...exits } : COPY_DEFAULTS;
  const user = ROOT + 1 + at;
  const amount = BigInt((1_000 + (at % 7) * 300) * COIN);
  return { kind: CommandKind.followTrader, user, trader: TRADER, amount, code: '', settings };
}

/** Prices and orders of one day: makers on both sides, then the trader and a follower who leaves. */
export function copyDay(seed: number, day: number): CommandInput[] {
  const random = generator(seed * 7_919 + day);
  const below = (n: number): number => Math.floor(random() * n);
  const price = PRICE - 1_000 + below(2_000);
  const made = Array.from({ length: 20 }, (_, i) => {
    return rest(i % MAKERS, (i % 2) as Side, price + (i % 2 === 0 ? -1 : 1) * (1 + below(5)));
  });
  const side = below(2) as Side;
  const limit = price + (side === 0 ? -1 : 1) * below(10);
  const user = ROOT;
  const about = { user, portfolio: TRADER, instrument: 0, leg: PositionLeg.net };
  const { gtc, ioc } = TimeInForce;
  const waits = random() < 0.5;
  const orders: CommandInput[] = [
    {
      ...{ kind: CommandKind.placeCopyOrder, ...about, side, reduceOnly: 0 },
      ...{ quantity: 50 + below(400), price: waits ? limit : 0 },
      ...{ type: waits ? OrderType.limit : OrderType.market, timeInForce: waits ? gtc : ioc },
    },
    { kind: CommandKind.closeCopyPosition, ...about, reverses: below(2) },
  ];
  const leaver = 1 + below(FOLLOWERS);
  const left = { user: ROOT + leaver, portfolio: TRADER + leaver, exit: CopyExit.close };
  const chosen = random() < 0.7 ? orders.slice(0, 1) : orders.slice(1);
  const prices: CommandInput = { kind: CommandKind.prices, entries: [0, price] };
  return [prices, ...made, ...chosen, { kind: CommandKind.stopCopying, ...left }];
}

function rest(maker: number, side: Side, price: number): CommandInput {
  return {
    kind: CommandKind.place,
    ...{ account: accountOf(FIRST_USER + maker, AccountKind.usdtFutures), instrument: 0, side },
    ...{ type: 0, timeInForce: 0, selfTrade: 0, price, quantity: 4_000, quoteAmount: 0 },
    ...{ clientId: '', takeProfitTrigger: 0, takeProfitPrice: 0 },
    ...{ stopLossTrigger: 0, stopLossPrice: 0 },
  };
}
