/** Copied orders of spot: the trader's order with those of all followers as one in the book, and sales of who leaves. */
import {
  COPY_LOTS_MAX,
  COPY_SPOT_FOLLOWERS_MAX,
  type CopiedOrder,
  CopyLeftOut,
  CopyLeverage,
  type CopyPairMarket,
  type CopyPortfolio,
  copiedPair,
  type FollowerPortfolio,
  OrderOption,
  OrderType,
  PositionLeg,
  Reject,
  Side,
  SystemAccount,
  spotSizes,
  TimeInForce,
  type TraderPortfolio,
  toStep,
  UNITS_MAX,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import { checkOrder } from '../spot/order-checks.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import { bandLimit } from '../state/price-band.ts';
import type { State } from '../state/state.ts';
import { lotsOf, mayRest, ownerOf, requestOf } from './batch-admission.ts';
import { emitBatch } from './batch-events.ts';
import { holdFor } from './batch-load.ts';
import type { BatchOwner, CopyBatch } from './copy-batch.ts';
import type { BatchOrder } from './gathered-order.ts';
import { spotOf } from './spot-hold.ts';
import type { CopyWallets } from './wallets.ts';

const NIL = -1;
const TIMES_IN_FORCE: readonly unknown[] = Object.values(TimeInForce);
const UNLEVERED = { leverage: 1, isolated: false };

/** Units that a batch may be worth: each owner pays less than a unit more than its part. */
const MOST = BigInt(UNITS_MAX - COPY_SPOT_FOLLOWERS_MAX - 1);

/** What trades, and the price that every part is held at, ticks. */
interface Trading {
  readonly market: Market;
  readonly request: OrderRequest;
  readonly held: number;
}

export class SpotOrders {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  declare private readonly wallets: CopyWallets;

  constructor(state: State, out: CommandOutcome, trading: SpotTrading, wallets: CopyWallets) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.wallets = wallets;
  }

  /** Trades for a trader and all who follow, or refuses for all. */
  place(portfolio: TraderPortfolio, asked: BatchOrder): boolean {
    const { state, out } = this;
    const { user, asset } = portfolio;
    const market = state.markets[asked.instrument];
    if (market === undefined || market.contract !== null || market.instrument.quote !== asset) {
      return out.refuse(Reject.unknownInstrument, 0, asked.instrument);
    }
    if (!TIMES_IN_FORCE.includes(asked.timeInForce)) {
      return out.refuse(Reject.copyTimeInForce, TimeInForce.postOnly, asked.timeInForce);
    }
    const request = this.requestOf(user, asked);
    if (request === null) return false;
    const seat = state.seat(request.account, market.instrument);
    if (!checkOrder(state, market, out, request, seat, 0, false)) return false;
    const price = request.price === 0 ? market.markPrice() : request.price;
    if (price === 0) return out.refuse(Reject.noLastPrice, 0, 0);
    return this.trade(portfolio, market, request, price);
  }

  /** Followers who close sell all that they have of a pair, as one batch. */
  close(
    trader: TraderPortfolio,
    market: Market,
    closes: (follower: FollowerPortfolio) => boolean,
  ): void {
    const { state, wallets } = this;
    const { id: instrument, quantityStep } = market.instrument;
    const owners = this.followersOf(trader.user).flatMap((follower): BatchOwner[] => {
      const { user } = follower;
      const lots = toStep(wallets.spot.lots(user, instrument, false), quantityStep);
      return lots > 0 && closes(follower) ? [ownerFor(user, lots, lots, CopyLeftOut.none)] : [];
    });
    const total = lotsOf(owners);
    const request = { ...saleOf(SystemAccount.copying, instrument), quantity: total };
    const { reach, worst } = this.bookFor(market, request);
    const held = worst(total);
    if (total === 0 || total > COPY_LOTS_MAX || reach(total).lots === 0) return;
    if (BigInt(total) * BigInt(held) * BigInt(market.instrument.quoteFactor) > MOST) return;
    if (state.copies.underWayOf(trader.user) !== null) return;
    this.out.beside(() => {
      this.enter(trader.user, { market, request, held }, owners);
      return true;
    });
  }

  /** Sells all that a portfolio has of a pair at the market, as an order of its own. */
  sell({ user, asset }: CopyPortfolio, instrument: number): boolean {
    const { state, out, wallets, trading } = this;
    const market = state.markets[instrument];
    if (market === undefined || market.contract !== null || market.instrument.quote !== asset) {
      return out.refuse(Reject.unknownInstrument, 0, instrument);
    }
    const { base, quantityStep, quantityMax } = market.instrument;
    const lots = toStep(wallets.spot.lots(user, instrument, false), quantityStep);
    if (lots === 0) return out.refuse(Reject.reduceOnlyNothing, 0, 0);
    const account = spotOf(user);
    const slot = state.ledger.slot(account, base);
    const had = state.ledger.available(slot) + state.ledger.held(slot);
    const quantity = Math.min(lots, quantityMax);
    const placed = trading.place({ ...saleOf(account, instrument), quantity }, 0);
    const left = state.ledger.available(slot) + state.ledger.held(slot);
    state.copies.holdings.sell(user, instrument, had - left, had);
    // What nobody bought is tried again with the next price, not at once.
    if (left !== had) state.copies.exits.touch(user);
    return placed;
  }

  /** The same of every pair, beside the command that is carried out. */
  sellAll(portfolio: CopyPortfolio): void {
    for (const { instrument } of this.wallets.spot.sellable(portfolio.user)) {
      this.out.beside(() => this.sell(portfolio, instrument));
    }
  }

  /** The trader's own order; one that closes sells all that no other order holds. */
  private requestOf(user: number, asked: BatchOrder): OrderRequest | null {
    const { state, out, wallets } = this;
    const { closeAll, reduceOnly } = OrderOption;
    const all = asked.options === (closeAll | reduceOnly);
    if (asked.options !== 0 && !all) {
      out.refuse(Reject.optionsUnknown, 0, asked.options);
      return null;
    }
    const request = requestOf(spotOf(user), { ...asked, options: 0 });
    if (!all) return request;
    const { quantityStep } = state.markets[asked.instrument]!.instrument;
    const quantity = toStep(wallets.spot.lots(user, asked.instrument, false), quantityStep);
    if (quantity > 0) return { ...request, quantity };
    out.refuse(Reject.reduceOnlyNothing, 0, 0);
    return null;
  }

  private trade(
    portfolio: TraderPortfolio,
    market: Market,
    request: OrderRequest,
    price: number,
  ): boolean {
    const { out } = this;
    const order = this.orderOf(portfolio, request, price);
    const followers = this.followersOf(portfolio.user);
    const candidates = followers.map((follower) => this.candidate(follower, request));
    const book = this.bookFor(market, request);
    const pair = copiedPair(market.instrument);
    const { sizes, held } = spotSizes({ order, pair, candidates }, book);
    const { quantity, timeInForce } = request;
    if (!this.checkTrader(portfolio, market, request, held)) return false;
    const owners = followers.map(({ user }, i) => {
      const { closes, opens, leftOut } = sizes[i]!;
      return ownerFor(user, closes + opens, closes, leftOut);
    });
    owners.push(ownerFor(portfolio.user, quantity, order.closes, CopyLeftOut.none));
    owners.sort((a, b) => a.user - b.user);
    const total = lotsOf(owners);
    const units = BigInt(total) * BigInt(held) * BigInt(market.instrument.quoteFactor);
    if (total > COPY_LOTS_MAX || units > MOST) {
      return out.refuse(Reject.notionalTooLarge, Number(MOST), Number(units));
    }
    const { lots: reached } = book.reach(total);
    if (timeInForce === TimeInForce.fok && reached < total) {
      return out.refuse(Reject.fokNotFillable, reached, total);
    }
    this.enter(portfolio.user, { market, request, held }, owners);
    return true;
  }

  /** The trader pays for its own part at the worst price, or has the coins. */
  private checkTrader(
    { user, asset }: TraderPortfolio,
    { instrument }: Market,
    { side, quantity }: OrderRequest,
    held: number,
  ): boolean {
    const { ledger } = this.state;
    const { base, quoteFactor, lotUnits } = instrument;
    const [coin, perLot] = side === Side.buy ? [asset, held * quoteFactor] : [base, lotUnits];
    const available = ledger.available(ledger.slot(spotOf(user), coin));
    const needed = BigInt(quantity) * BigInt(perLot);
    if (available >= needed) return true;
    return this.out.refuse(Reject.insufficientBalance, Number(available), Number(needed));
  }

  /** A trader's order as followers see it: what it sells is a part of what no other order holds. */
  private orderOf(
    portfolio: TraderPortfolio,
    { side, instrument, quantity }: OrderRequest,
    price: number,
  ): CopiedOrder {
    const { wallets } = this;
    const sells = side === Side.sell;
    const free = wallets.spot.lots(portfolio.user, instrument, false);
    const [closes, opens] = sells ? [quantity, 0] : [0, quantity];
    return {
      ...{ instrument, side, closes, opens, price, leverage: 1 },
      // Who sells more than it has is refused.
      ...{ position: sells ? Math.max(free, quantity) : 0, equity: wallets.equity(portfolio) },
    };
  }

  private candidate(follower: FollowerPortfolio, { side, instrument }: OrderRequest) {
    const { wallets } = this;
    const { user, settings } = follower;
    const buys = side === Side.buy;
    return {
      settings: { ...settings, leverageOf: CopyLeverage.traders },
      equity: buys ? wallets.equity(follower) : 0n,
      free: wallets.free(follower),
      // What an own limit of a position counts is all of it; what can be sold is what no order holds.
      lots: wallets.spot.lots(user, instrument, buys),
    };
  }

  private followersOf(trader: number): FollowerPortfolio[] {
    const { copies } = this.state;
    const users = [...copies.followersOf(trader)].sort((a, b) => a - b);
    return users.map((user) => copies.follower(user)!);
  }

  /** The book before an order. A market order goes no further than the band. */
  private bookFor(market: Market, request: OrderRequest): CopyPairMarket {
    const { book } = market;
    const { side, price } = request;
    const limit = price === 0 ? bandLimit(market, side) : price;
    const rests = mayRest(request);
    const reach = (lots: number) => {
      const { lots: taken, quote: cost } = book.reach(side, limit, lots, 1);
      return rests ? { lots, cost: cost + (lots - taken) * price } : { lots: taken, cost };
    };
    const waits = rests && !book.crosses(side, price);
    const best = waits ? price : book.best(side === Side.buy ? Side.sell : Side.buy);
    const worst = (lots: number) => (price === 0 ? worstOf(market, side, lots) : price);
    return { best, mark: market.markPrice(), reach, worst };
  }

  /** The aggregate trades with the book, and rests if it may; what it got is worked out for each owner later. */
  private enter(
    trader: number,
    { market, request, held }: Trading,
    owners: readonly BatchOwner[],
  ): void {
    const { state, trading, out } = this;
    const { instrument } = market;
    const { side } = request;
    const account = SystemAccount.copying;
    const quantity = lotsOf(owners);
    const rests = mayRest(request);
    const seat = state.seat(account, instrument);
    const balance = state.ledger.slot(
      account,
      side === Side.buy ? instrument.quote : instrument.base,
    );
    const { nextTrade } = state;
    // Of a market order it is the price that each part is held at.
    const limited = { type: OrderType.limit, price: held, account, quantity };
    trading.accept(market, { ...request, ...limited }, seat, balance, 0);
    const traded = state.nextTrade > nextTrade;
    const { takenLots, takenUnits } = trading.settlement;
    const [lots, units] = traded ? [takenLots, takenUnits] : [0, 0];
    const batch: CopyBatch = {
      ...{ id: out.id, trader, instrument: instrument.id, leg: PositionLeg.net, side },
      ...{ price: rests ? held : 0, held, reduceOnly: false, owners },
      ...{ traded: lots, value: units / instrument.quoteFactor, filled: lots, units },
      ...{ from: 0, taken: lots, takenUnits: units },
      ended: state.orders.find(out.id) === NIL,
      ...{ version: 0, next: 0, behind: 0, seen: 0, fresh: false },
      ...{ amending: false, strained: false },
    };
    state.copies.begin(batch);
    for (const owner of owners) holdFor(state, batch, owner);
    emitBatch(state, batch);
  }
}

function ownerFor(user: number, lots: number, closes: number, leftOut: CopyLeftOut): BatchOwner {
  return ownerOf({ user, lots, closes, leftOut, ...UNLEVERED });
}

/** A sale at the market; its size is to be filled in. */
function saleOf(account: number, instrument: number): OrderRequest {
  return requestOf(account, {
    ...{ instrument, side: Side.sell, type: OrderType.market, timeInForce: TimeInForce.ioc },
    ...{ price: 0, quantity: 1, options: 0 },
  });
}

/** The price of the last of so many lots that the band lets a market order take, or of the last that there is. */
function worstOf(market: Market, side: Side, lots: number): number {
  const limit = bandLimit(market, side);
  const { book } = market;
  const reaches = (at: number) => book.reach(side, at, lots, 1).lots;
  const most = reaches(limit);
  let [near, far] = [book.best(side === Side.buy ? Side.sell : Side.buy), limit];
  if (most === 0) return limit;
  // The nearest price to the best one down to which all that can be had is had.
  while (near !== far) {
    const at = side === Side.buy ? Math.floor((near + far) / 2) : Math.ceil((near + far) / 2);
    if (reaches(at) === most) far = at;
    else near = side === Side.buy ? at + 1 : at - 1;
  }
  return far;
}
