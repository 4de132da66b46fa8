/** A contract with thousands of positions, and what moves them: prices, orders, an hour at a time. */
import { AccountKind, accountOf, type CommandInput, CommandKind, type Side } from '@halcyon/domain';
import { generator } from './random-orders.ts';

/** So many that a funding takes several commands. */
export const HOLDERS = 3_500;
const FIRST_USER = 16;
const PRICE = 50_000;
const HOUR_MS = 3_600_000;

/** What has to come before: the contract, its holders, and a position of each. */
export function* contractMarket(): Generator<CommandInput[]> {
  yield [
    { kind: CommandKind.setRules, version: 5 },
    { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
    {
      kind: CommandKind.listContract,
      ...{ symbol: 'BTCUSDT', base: 0, quote: 1, priceScale: 1, quantityScale: 3, state: 0 },
      ...{ quantityMin: 1, quantityMax: 1e9, notionalMin: 0, bandPpm: 500_000, openOrdersMax: 500 },
      contract: {
        tiers: [{ upTo: 1_000_000, leverageMax: 20, maintenancePpm: 20_000 }],
        ...{ makerPpm: 200, takerPpm: 600, liquidationPpm: 1_000, liquidationBandPpm: 100_000 },
        ...{ openInterestMax: 1e12, fundingIntervalMs: HOUR_MS },
        ...{ interestRate: 10_000, premiumClamp: 50_000, fundingCap: 300_000 },
      },
    },
    { kind: CommandKind.prices, entries: [0, PRICE] },
  ];
  const from = { from: 0, asset: 1, actor: 't', reason: 't' } as const;
  for (let at = 0; at < HOLDERS; at += 2) {
    yield [at, at + 1].flatMap((holder): CommandInput[] => {
      const account = walletOf(holder);
      // Some have little behind their position.
      const amount = holder % 50 === 0 ? 400n * 10n ** 8n : 10n ** 13n;
      return [
        { kind: CommandKind.openUser, simulated: false },
        { kind: CommandKind.deposit, account, amount, reference: `m${holder}`, ...from },
        order(holder, (holder % 2) as Side, PRICE, 1_000),
      ];
    });
  }
}

/** Prices and orders of one hour. */
export function contractHour(seed: number, hour: number): CommandInput[] {
  const random = generator(seed * 7_919 + hour);
  const below = (n: number): number => Math.floor(random() * n);
  const price = PRICE - 1_500 + below(3_000);
  const orders = Array.from({ length: 20 }, () => {
    return order(below(HOLDERS), below(2) as Side, price - 20 + below(40), 1 + below(100));
  });
  return [{ kind: CommandKind.prices, entries: [0, price] }, ...orders];
}

function walletOf(holder: number): number {
  return accountOf(FIRST_USER + holder, AccountKind.usdtFutures);
}

function order(holder: number, side: Side, price: number, quantity: number): CommandInput {
  return {
    kind: CommandKind.place,
    ...{ account: walletOf(holder), instrument: 0, side, type: 0, timeInForce: 0, selfTrade: 0 },
    ...{ price, quantity, quoteAmount: 0, clientId: '' },
    ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
  };
}
