/** Everyone who trades one instrument: its makers and takers on one price path. */
import type {
  MarketPort,
  OrderReport,
  OrderSide,
  Participant,
  PortCommand,
  RestingReport,
  TopOfBook,
  TraderKind,
} from '../port.ts';
import type { PricePath } from '../price-path.ts';
import { Random } from '../random.ts';
import { Maker } from './maker.ts';
import type { MarketParameters } from './parameters.ts';
import { TakerCrowd } from './takers.ts';
import type { Traders } from './traders.ts';

/** What an agent is made of. */
export interface MarketAgentOptions {
  readonly symbol: string;
  readonly parameters: MarketParameters;
  readonly path: PricePath;
  /** Ticks of one quote unit: 10^pricePrecision. */
  readonly ticksPerQuote: number;
  /** Of a contract: who trades it with leverage. */
  readonly traders: Traders | null;
  readonly seed: string;
  readonly startMs: number;
}

/** Longest look ahead for spontaneous takers; activity is taken anew after it. */
const TAKER_HORIZON_MS = 1_000;
/** A taker's worst price: this many follow distances beyond the touch. */
const TAKER_REACH = 6;
/** A sweep takes the touch and up to this share more. */
const SWEEP_EXTRA = 0.35;
/** Strangers' prices better than ours are taken this long after the quotes last moved. */
const STRANGER_PATIENCE_MS = 500;
/** A silence longer than this (the process slept) is not made up for. */
const SILENCE_MS = 5_000;

/** Drives one instrument. Time is whatever the caller says it is; it must not go backwards. */
export class MarketAgent {
  readonly symbol: string;
  readonly #options: MarketAgentOptions;
  readonly #maker: Maker;
  readonly #takers: TakerCrowd;
  readonly #random: Random;
  #makerMs: number;
  #horizonMs: number;
  #followMs = Number.POSITIVE_INFINITY;
  #swept = false;
  #settled = true;
  #position: MarketPort['position'] = () => 0;
  #quietSinceMs = 0;
  #steppedMs = 0;

  constructor(options: MarketAgentOptions) {
    const { symbol, parameters, seed, startMs } = options;
    this.symbol = symbol;
    this.#options = options;
    const makerRandom = new Random(seed, `maker:${symbol}`);
    this.#maker = new Maker(symbol, parameters, makerRandom, startMs);
    this.#takers = new TakerCrowd(parameters, new Random(seed, `taker:${symbol}`));
    this.#random = new Random(seed, `agent:${symbol}`);
    this.#makerMs = startMs;
    this.#horizonMs = startMs;
  }

  /** When this agent next has something to do, Unix ms. */
  get nextMs(): number {
    const traderMs = this.#options.traders?.nextMs ?? Number.POSITIVE_INFINITY;
    const crowdMs = Math.min(this.#makerMs, this.#takers.nextMs, this.#horizonMs);
    return Math.min(crowdMs, this.#followMs, traderMs);
  }

  /** Takes over an order found at start; an order that has no place is cancelled. */
  adopt(order: RestingReport, out: PortCommand[]): void {
    if (this.#maker.orders.adopt(order)) {
      this.#settled = false;
      return;
    }
    const { participant, symbol, clientId } = order;
    out.push({ op: 'cancel', participant, symbol, clientId });
  }

  /** Everything due at `nowMs`. */
  step(nowMs: number, port: Pick<MarketPort, 'top' | 'position'>, out: PortCommand[]): void {
    if (nowMs - this.#steppedMs > SILENCE_MS) this.#takers.skipTo(nowMs);
    this.#steppedMs = nowMs;
    if (this.#horizonMs <= nowMs) {
      this.#horizonMs = nowMs + TAKER_HORIZON_MS;
      this.#takers.generate(this.#horizonMs, this.#options.path.activityAt(nowMs));
    }
    this.#position = (participant, symbol) => port.position(participant, symbol);
    const top = port.top(this.symbol);
    if (this.#makerMs <= nowMs || this.#followMs <= nowMs) this.#make(nowMs, top, out);
    this.#take(nowMs, out);
    this.#speculate(nowMs, out);
  }

  /** What became of an order of ours. Commands that must follow at once go to `out`. */
  report(report: OrderReport, nowMs: number, out: PortCommand[]): void {
    const { orders } = this.#maker;
    const { clientId, kind } = report;
    orders.fill(clientId, report.filled);
    if (kind === 'ended') orders.end(clientId, this.#maker.refillAt(clientId, nowMs));
    if (kind === 'refused') orders.refuse(clientId, report.unknownOrder, nowMs, out);
    const { reactionMs } = this.#options.parameters;
    if (kind !== 'filled' && reactionMs > 0) {
      this.#makerMs = Math.min(this.#makerMs, nowMs + reactionMs);
    }
  }

  #make(nowMs: number, top: TopOfBook, out: PortCommand[]): void {
    const { parameters, path, ticksPerQuote } = this.#options;
    const maker = this.#maker;
    maker.observe(path.priceAt(nowMs) * ticksPerQuote, nowMs);
    if (!this.#settled) {
      this.#settled = true;
      maker.settle(nowMs, out);
    }
    if (maker.mustFollow) this.#approach(nowMs, top, out);
    else {
      this.#followMs = Number.POSITIVE_INFINITY;
      this.#takeBetter(nowMs, top, out);
    }
    maker.tend(nowMs, out);
    this.#makerMs = nowMs + parameters.makerEveryMs;
  }

  /**
   * The reference has left the quotes: the makers hesitate, informed takers may sweep the thinned
   * touch, and a moment later the quotes follow.
   */
  #approach(nowMs: number, top: TopOfBook, out: PortCommand[]): void {
    const { followDelayMs, reactionMs } = this.#options.parameters;
    if (this.#followMs === Number.POSITIVE_INFINITY) {
      this.#followMs = nowMs + this.#random.exponential(followDelayMs);
      this.#swept = false;
      if (followDelayMs > 0) return;
    }
    if (nowMs < this.#followMs) return;
    if (!this.#swept && this.#random.chance(this.#sweepChance())) {
      this.#swept = true;
      this.#sweep(out);
      if (reactionMs > 0) {
        this.#followMs = nowMs + reactionMs;
        return;
      }
    }
    this.#followMs = Number.POSITIVE_INFINITY;
    this.#quietSinceMs = nowMs;
    this.#maker.follow(nowMs, top, this.#takeStranger, out);
  }

  /** Strangers who bid above or offer below our fair price keep our quotes out: take them. */
  #takeBetter(nowMs: number, top: TopOfBook, out: PortCommand[]): void {
    if (nowMs - this.#quietSinceMs < STRANGER_PATIENCE_MS) return;
    const { bid } = this.#maker;
    if (top.bidPrice > bid) this.#ioc('sell', bid + 1, top.bidQuantity, out);
    else if (top.askPrice > 0 && top.askPrice <= bid) this.#ioc('buy', bid, top.askQuantity, out);
    else return;
    this.#quietSinceMs = nowMs;
  }

  /** A touch that is still thick deters: clearing it would cost more than it brings. */
  #sweepChance(): number {
    const { takers, touchValue, touchOrders, tickLotUsdt } = this.#options.parameters;
    const maker = this.#maker;
    const lots = maker.touchQuantity(maker.lean > 0 ? 'sell' : 'buy');
    const share = (lots * tickLotUsdt * maker.bid) / (touchValue * touchOrders);
    return takers.sweepChance * Math.min(1, 0.35 / Math.max(share, 0.01));
  }

  #speculate(nowMs: number, out: PortCommand[]): void {
    const { bid } = this.#maker;
    if (bid === 0) return;
    const position = (trader: TraderKind): number => this.#position(trader, this.symbol);
    this.#options.traders?.step(nowMs, { bid, reach: this.#reach, position }, out);
  }

  get #reach(): number {
    return Math.ceil(TAKER_REACH * this.#maker.followTicks);
  }

  #take(nowMs: number, out: PortCommand[]): void {
    const { bid, lean } = this.#maker;
    if (bid === 0) return;
    const inventory = this.#inventory();
    const reach = this.#reach;
    for (;;) {
      const order = this.#takers.next(nowMs, lean, inventory, bid);
      if (order === null) return;
      const price = order.side === 'buy' ? bid + 1 + reach : Math.max(1, bid - reach);
      this.#ioc(order.side, price, order.lots, out);
    }
  }

  /** Informed takers clear the side that the reference has passed, before the quotes follow. */
  #sweep(out: PortCommand[]): void {
    const maker = this.#maker;
    const up = maker.lean > 0;
    const resting = maker.touchQuantity(up ? 'sell' : 'buy');
    const lots = Math.round(resting * (1 + SWEEP_EXTRA * this.#random.uniform()));
    const limit = up ? maker.target + 1 : maker.target;
    if (lots > 0) this.#ioc(up ? 'buy' : 'sell', limit, lots, out);
  }

  readonly #takeStranger = (
    side: OrderSide,
    price: number,
    quantity: number,
    out: PortCommand[],
  ): void => {
    this.#ioc(side, price, quantity, out);
  };

  #ioc(side: OrderSide, price: number, lots: number, out: PortCommand[]): void {
    const { symbol } = this;
    const quantity = Math.max(lots, this.#options.parameters.minimumLots);
    const force = 'ioc';
    const clientId = '';
    out.push({
      op: 'limit',
      participant: this.#taker(side),
      symbol,
      clientId,
      side,
      force,
      price,
      quantity,
    });
  }

  /**
   * Whose account a taker's order is for. Takers of contracts are mostly long in one and mostly short
   * in the other, so that something is open: the more there is, the more of the orders close.
   */
  #taker(side: OrderSide): Participant {
    const { traders } = this.#options;
    if (traders === null) return 'taker-1';
    const [opening, closing] =
      side === 'buy' ? (['taker-1', 'taker-2'] as const) : (['taker-2', 'taker-1'] as const);
    const open = Math.abs(this.#position(opening, this.symbol)) / traders.lotsMax(this.#maker.bid);
    return this.#random.chance(1 - open) ? opening : closing;
  }

  /** The makers' inventory in units of what they are ready to hold, −1 … 1. */
  #inventory(): number {
    const { touchValue, touchOrders, tickLotUsdt } = this.#options.parameters;
    const touchLots = (touchValue * touchOrders) / (tickLotUsdt * this.#maker.bid);
    const held = this.#maker.orders.inventory / (touchLots * 100);
    return Math.max(-1, Math.min(1, held));
  }
}
