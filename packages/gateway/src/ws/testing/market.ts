/** A tiny market for tests: real views, fed with events made by hand, and a command port on top. */
import {
  type AccountId,
  type CommandInput,
  type CommandPort,
  type ContractTerms,
  DoneReason,
  type EngineStatus,
  type Event,
  type EventBatch,
  EventKind,
  type Instrument,
  InstrumentState,
  type LevelEvent,
  OrderType,
  type Outcome,
  PostingReason,
  Product,
  SelfTrade,
  Side,
  TimeInForce,
  type TradeEvent,
} from '@halcyon/domain';
import { Views } from '@halcyon/views';

/** An event before it has its place in the log. */
export type EventInput = Event extends infer E
  ? E extends Event
    ? Omit<E, 'seq' | 'time'>
    : never
  : never;

/** 2026-01-01, a round minute. */
const START_TIME = 1_767_225_600_000;

/** BTCUSDT: two price digits, four size digits. */
export const BTCUSDT: Instrument = {
  id: 0,
  symbol: 'BTCUSDT',
  base: 0,
  quote: 1,
  priceScale: 2,
  quantityScale: 4,
  quoteFactor: 100,
  lotUnits: 10_000,
  product: 0,
  contract: null,
  state: InstrumentState.open,
  priceStep: 1,
  quantityStep: 1,
  quantityMin: 1,
  quantityMax: 1_000_000_000,
  notionalMin: 0,
  bandPpm: 100_000,
  openOrdersMax: 500,
};

/** ETHUSDT, shaped like BTCUSDT. */
export const ETHUSDT: Instrument = { ...BTCUSDT, id: 1, symbol: 'ETHUSDT', base: 2 };

/** The terms of `CONTRACT`. */
const TERMS: ContractTerms = {
  tiers: [{ upTo: 1_000_000, leverageMax: 50, maintenancePpm: 5_000 }],
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 1_000,
  liquidationBandPpm: 20_000,
  openInterestMax: 1_000_000,
  fundingIntervalMs: 28_800_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 300_000,
};

/** A contract of the same name as BTCUSDT, and shaped like it; a test lists it. */
export const CONTRACT: Instrument = {
  ...BTCUSDT,
  id: 2,
  product: Product.usdtFutures,
  contract: TERMS,
};

/** Answers commands with what a test says, and commits the events that a test makes. */
export class FakeEngine implements CommandPort {
  status: EngineStatus = 'running';
  seq = 0;
  readonly views = new Views();
  readonly commands: CommandInput[] = [];
  /** The answer to a command; order ids count from 1 unless a test says otherwise. */
  answer: (command: CommandInput) => Partial<Outcome> = () => ({ id: this.commands.length });
  /** What a test wants to happen when a command is accepted. */
  happens: (command: CommandInput) => readonly EventInput[] = () => [];
  #time = START_TIME;
  readonly #listeners = new Set<(batch: EventBatch) => void>();

  constructor() {
    this.onCommit((batch) => this.views.apply(batch));
    this.commit([
      asset(0, 'BTC', 'Bitcoin', 8),
      asset(1, 'USDT', 'Tether', 8),
      asset(2, 'ETH', 'Ether', 8),
      { kind: EventKind.instrumentSet, instrument: BTCUSDT },
      { kind: EventKind.instrumentSet, instrument: ETHUSDT },
      { kind: EventKind.lastPriceSeeded, instrument: 0, price: 6_000_000 },
    ]);
  }

  /** Makes the events of one command happen. */
  commit(inputs: readonly EventInput[]): void {
    this.seq++;
    this.#time += 10;
    const seq = this.seq;
    const time = this.#time;
    const events = inputs.map((input) => ({ ...input, seq, time }) as Event);
    for (const listener of this.#listeners) listener({ firstSeq: seq, lastSeq: seq, time, events });
  }

  async submit(command: CommandInput): Promise<Outcome> {
    const [outcome] = await this.submitAll([command]);
    if (outcome === undefined) throw new Error('one command, one outcome');
    return outcome;
  }

  async submitAll(commands: readonly CommandInput[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const command of commands) {
      this.commands.push(command);
      const given = this.answer(command);
      const plain = { code: 0, limit: 0, value: 0, id: 0, otherId: 0, time: this.#time };
      if ((given.code ?? 0) === 0) this.commit(this.happens(command));
      outcomes.push({ ...plain, seq: this.seq, ...given });
    }
    await Promise.resolve();
    return outcomes;
  }

  onCommit(listener: (batch: EventBatch) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function asset(id: number, code: string, name: string, scale: number): EventInput {
  return { kind: EventKind.assetListed, asset: { id, code, name, scale } };
}

/** A level of BTCUSDT. */
export function level(
  side: Side,
  price: number,
  total: number,
  instrument = BTCUSDT.id,
): Omit<LevelEvent, 'seq' | 'time'> {
  return { kind: EventKind.level, instrument, side, price, total, orders: total === 0 ? 0 : 1 };
}

/** Spot accounts of the two traders in `trade`. */
export const SELLER = 160 * 8;
const BUYER = 170 * 8;

/** An order of BTCUSDT that was accepted. */
export function opened(
  order: number,
  account: AccountId,
  side: Side,
  price: number,
  quantity: number,
): EventInput {
  return {
    kind: EventKind.orderOpened,
    order,
    account,
    instrument: BTCUSDT.id,
    side,
    type: price === 0 ? OrderType.market : OrderType.limit,
    timeInForce: price === 0 ? TimeInForce.ioc : TimeInForce.gtc,
    selfTrade: SelfTrade.none,
    price,
    quantity,
    quoteAmount: 0,
    options: 0,
    clientId: '',
    plan: 0,
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
  };
}

/** An order of BTCUSDT that ended. */
export function done(
  order: number,
  account: AccountId,
  reason: DoneReason,
  remaining = 0,
): EventInput {
  return { kind: EventKind.orderDone, order, account, instrument: BTCUSDT.id, reason, remaining };
}

/** Two orders that meet: what is given beside the defaults of a trade that fills both. */
export function meeting(part: Partial<TradeEvent>): EventInput {
  const price = part.price ?? 1;
  const quantity = part.quantity ?? 1;
  return {
    kind: EventKind.trade,
    instrument: BTCUSDT.id,
    trade: 1,
    price,
    quantity,
    quote: price * quantity * BTCUSDT.quoteFactor,
    takerSide: Side.buy,
    makerOrder: 1,
    takerOrder: 2,
    makerAccount: SELLER,
    takerAccount: BUYER,
    makerFee: 0,
    takerFee: 0,
    makerRemaining: 0,
    takerRemaining: 0,
    own: false,
    ...part,
  };
}

/** A trade of BTCUSDT from its orders to their end, a buyer taking. */
export function trade(id: number, price: number, quantity: number): EventInput[] {
  const makerOrder = id * 2 + 1_000_000;
  const takerOrder = makerOrder + 1;
  return [
    opened(makerOrder, SELLER, Side.sell, price, quantity),
    opened(takerOrder, BUYER, Side.buy, price, quantity),
    meeting({ trade: id, price, quantity, makerOrder, takerOrder }),
    done(makerOrder, SELLER, DoneReason.filled),
    done(takerOrder, BUYER, DoneReason.filled),
  ];
}

/** A deposit of an asset. */
export function posting(account: AccountId, assetId: number, available: bigint): EventInput {
  return {
    kind: EventKind.posting,
    account,
    asset: assetId,
    reason: PostingReason.deposit,
    reference: 1,
    availableDelta: available,
    heldDelta: 0n,
    available,
    held: 0n,
    fee: 0,
    instrument: -1,
  };
}
