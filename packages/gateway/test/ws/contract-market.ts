/** The real core and views with a spot pair and two contracts, for tests of pushes. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  type ContractTerms,
  type EventBatch,
  OrderType,
  type Outcome,
  type PlaceCommand,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { Views } from '@halcyon/views';
import { ALICE, BOB, BOB_SPOT, LISTING, START } from '../rest/harness.ts';
import { MemoryEngine } from '../rest/memory-engine.ts';

/** Instruments: BTCUSDT is a pair of spot and a contract. */
export const SPOT_BTC = 0;
export const BTC = 2;
export const ETH = 3;
const COIN = 0;
const USDT = 1;

export const ALICE_FUTURES = accountOf(ALICE, AccountKind.usdtFutures);
export const BOB_FUTURES = accountOf(BOB, AccountKind.usdtFutures);

const TERMS: ContractTerms = {
  tiers: [
    { upTo: 1_000_000, leverageMax: 100, maintenancePpm: 4_000 },
    { upTo: 10_000_000, leverageMax: 20, maintenancePpm: 20_000 },
  ],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 50_000,
  openInterestMax: 1_000_000_000,
  fundingIntervalMs: 8 * 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 300_000,
};

const LIMITS = {
  state: 0,
  quantityMin: 1,
  quantityMax: 100_000_000,
  notionalMin: 0,
  bandPpm: 500_000,
  openOrdersMax: 500,
  quote: USDT,
  priceScale: 1,
  quantityScale: 3,
  contract: TERMS,
} as const;

const CONTRACTS: readonly CommandInput[] = [
  { kind: CommandKind.setRules, version: 5 },
  { kind: CommandKind.listContract, symbol: 'BTCUSDT', base: 0, ...LIMITS },
  { kind: CommandKind.listContract, symbol: 'ETHUSDT', base: 2, ...LIMITS },
];

type Order = Partial<Omit<PlaceCommand, 'kind'>>;

/** See the head of the file. */
export class ContractMarketFixture {
  readonly views = new Views();
  readonly engine: MemoryEngine;
  now = START;

  /** @param onCommit hears of every commit from the first on */
  constructor(onCommit: (batch: EventBatch) => void = () => {}) {
    this.engine = new MemoryEngine(() => this.now);
    this.engine.onCommit(onCommit);
    this.engine.onCommit((batch) => this.views.apply(batch));
    for (const command of [...LISTING, ...CONTRACTS]) this.apply(command);
    for (const account of [ALICE_FUTURES, BOB_FUTURES]) this.fund(account, 100_000);
    this.fund(BOB_SPOT, 100_000);
    this.fund(BOB_SPOT, 10, COIN);
    this.index(60_000, 3_000);
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    return this.engine.onCommit(listener);
  }

  /** Carries a command out; throws when it is refused. */
  apply(command: CommandInput): Outcome {
    this.now += 1;
    const outcome = this.engine.apply(command);
    if (outcome.code !== 0) throw new Error(`command refused: ${JSON.stringify(outcome)}`);
    return outcome;
  }

  /** Index prices of the contracts, USDT. */
  index(btc: number, eth = 3_000): void {
    const entries = [BTC, btc * 10, ETH, eth * 10];
    this.apply({ kind: CommandKind.prices, entries });
  }

  /** USDT from outside, unless another asset is said. */
  fund(account: AccountId, coins: number, asset: number = USDT): void {
    this.apply({
      kind: CommandKind.deposit,
      account,
      from: SystemAccount.external,
      asset,
      amount: BigInt(coins) * 100_000_000n,
      actor: 'test',
      reason: 'test',
      reference: '',
    });
  }

  /** A limit order of 0.001 BTC at 60,000 of Alice's, unless said otherwise; its id. */
  place(order: Order): number {
    return this.apply({
      kind: CommandKind.place,
      account: ALICE_FUTURES,
      instrument: BTC,
      side: Side.buy,
      type: OrderType.limit,
      timeInForce: TimeInForce.gtc,
      selfTrade: SelfTrade.none,
      price: 600_000,
      quantity: 1,
      quoteAmount: 0,
      clientId: '',
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
      ...order,
    }).id;
  }

  /** An order of Bob's in a spot pair. */
  placeSpot(order: Order): void {
    this.place({ account: BOB_SPOT, instrument: SPOT_BTC, quantity: 10_000, ...order });
  }

  /** Bob trades a spot pair with himself. */
  spotTrade(price: number): void {
    this.placeSpot({ price, side: Side.sell });
    this.placeSpot({ price });
  }

  /** Alice trades with an order of Bob's: buys where lots are above zero. */
  trade(lots: number, price = 600_000, order: Order = {}): void {
    const quantity = Math.abs(lots);
    const side = lots > 0 ? Side.buy : Side.sell;
    const other = lots > 0 ? Side.sell : Side.buy;
    const instrument = order.instrument ?? BTC;
    this.place({ account: BOB_FUTURES, instrument, side: other, price, quantity });
    this.place({ side, price, quantity, ...order });
  }
}
