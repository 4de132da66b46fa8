/** A trader's order with those of all followers: who is in the batch, and its one trade with the book. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  type BatchCandidate,
  batchSizes,
  COPY_LOTS_MAX,
  type CopiedContract,
  type CopiedOrder,
  CopyLeftOut,
  CopyLeverage,
  CopyMargin,
  type CopySettings,
  type CopySize,
  copyAverage,
  copyNeeds,
  type FollowerPortfolio,
  leverageFor,
  marginCeil,
  OrderType,
  type PlaceCopyOrderCommand,
  positionLimit,
  Reject,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
  type TraderPortfolio,
  UNITS_MAX,
} from '@halcyon/domain';
import { PositionFlag } from '../futures/positions.ts';
import { Sweep } from '../futures/sweep.ts';
import type { CommandOutcome } from '../outcome.ts';
import { NO_ATTACHED, type OrderRequest } from '../spot/order-request.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { tellBatch } from './batch-events.ts';
import { loadOwner, ownPosition } from './batch-load.ts';
import { type BatchOwner, type CopyBatch, leftOf } from './copy-batch.ts';
import type { CopyWallets } from './wallets.ts';

const NIL = -1;
/** See OrderOption: the order only makes a position smaller. */
const REDUCE_ONLY = 1;
const TIMES_IN_FORCE: readonly unknown[] = Object.values(TimeInForce);

/** What an order of a batch is. */
type BatchOrder = Pick<
  PlaceCopyOrderCommand,
  'instrument' | 'side' | 'type' | 'timeInForce' | 'price' | 'quantity' | 'reduceOnly'
>;

/** Lots that a follower closes of so many that are open. */
export type ClosedPart = (open: number, follower: FollowerPortfolio) => number;

/** What trades in a market. */
interface Trading {
  readonly market: Market;
  readonly request: OrderRequest;
}

/** A trader's order after its own checks. */
interface Checked extends Trading {
  /** Lots (signed) of orders on the side of one that may rest, which may trade before it. */
  readonly before: ReadonlyMap<number, number>;
  readonly position: number;
  readonly order: CopiedOrder;
}

export class BatchOrders {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  declare private readonly wallets: CopyWallets;
  declare private readonly sweep: Sweep;

  constructor(state: State, out: CommandOutcome, trading: SpotTrading, wallets: CopyWallets) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.wallets = wallets;
    this.sweep = new Sweep(state, trading.contracts.margin);
  }

  /** Trades for a trader and all who follow, or refuses for all. */
  place(portfolio: TraderPortfolio, command: PlaceCopyOrderCommand): boolean {
    const { state, out } = this;
    const market = state.markets[command.instrument];
    if (market?.contract == null || market.instrument.quote !== portfolio.asset) {
      return out.refuse(Reject.unknownInstrument, 0, command.instrument);
    }
    const { timeInForce } = command;
    if (!TIMES_IN_FORCE.includes(timeInForce)) {
      return out.refuse(Reject.parameterRange, TimeInForce.postOnly, timeInForce);
    }
    const { mark, indexTime } = market.contract;
    if (mark === 0) return out.refuse(Reject.indexStale, 0, indexTime);
    const checked = this.check(portfolio, market, command);
    if (checked === null) return false;
    const owners = this.ownersOf(portfolio, checked);
    return this.checkWhole(checked, owners) && this.trade(portfolio.user, checked, owners);
  }

  /**
   * Followers close what they have on one side of a contract, or a part of it, as one batch.
   * @param partOf how many of so many open lots a follower closes @returns whether anybody did
   */
  close(trader: number, market: Market, side: Side, partOf: ClosedPart): boolean {
    const { instrument } = market;
    const order = {
      instrument: instrument.id,
      side,
      type: OrderType.market,
      timeInForce: TimeInForce.ioc,
      price: 0,
      reduceOnly: 0,
    };
    const request = requestOf(SystemAccount.copying, { ...order, quantity: 1 });
    const all = this.closersOf(trader, market, side, partOf);
    const whole = this.reach({ market, request }, lotsOf(all));
    if (whole.lots === 0) return false;
    const price = copyAverage(side, whole);
    // Whoever would lose more than what backs the position is liquidated, and none the worse for the others.
    const owners = all.filter(({ user, lots, leverage }) => {
      const closing = { side, lots, opens: 0, leverage };
      const lost = copyNeeds(closing, contractOf(market), { price, mark: market.contract!.mark });
      return lost <= this.backingOf(this.positionOf(user, instrument.id));
    });
    const most = BigInt(UNITS_MAX - owners.length);
    const sum = lotsOf(owners);
    if (sum === 0 || sum > COPY_LOTS_MAX) return false;
    if (BigInt(whole.cost) * BigInt(instrument.quoteFactor) > most) return false;
    return this.trade(trader, { market, request }, owners);
  }

  /** Followers with something to close on a side, in the order of users. */
  private closersOf(trader: number, market: Market, side: Side, partOf: ClosedPart): BatchOwner[] {
    const { copies, positions } = this.state;
    const followers = [...copies.followersOf(trader)].sort((a, b) => a - b);
    return followers.flatMap((user): BatchOwner[] => {
      const position = this.positionOf(user, market.instrument.id);
      if (position === NIL) return [];
      const open = side === Side.sell ? positions.lots(position) : -positions.lots(position);
      const lots = open <= 0 ? 0 : partOf(open, copies.follower(user)!);
      if (lots === 0) return [];
      const own = {
        leverage: positions.leverage(position),
        isolated: positions.isolated(position),
      };
      return [ownerOf({ user, lots, closes: lots, leftOut: CopyLeftOut.none, ...own })];
    });
  }

  private positionOf(user: number, instrument: number): number {
    const { seats } = this.state;
    const seat = seats.find(this.wallets.accountOf({ user }), instrument);
    return seat === NIL ? NIL : seats.position(seat);
  }

  /** The trader's own order, as an order of anybody. */
  private check(
    portfolio: TraderPortfolio,
    market: Market,
    command: PlaceCopyOrderCommand,
  ): Checked | null {
    const { state } = this;
    const { orders } = this.trading.contracts;
    const account = this.wallets.accountOf(portfolio);
    const seat = state.seat(account, market.instrument);
    const request = orders.admit(market, requestOf(account, command), seat, NIL, false);
    if (request === null) return null;
    const { position } = orders;
    const before = this.restingBefore(portfolio.user, request);
    const lots = state.positions.lots(position) + (before.get(portfolio.user) ?? 0);
    const open = Math.max(0, request.side === Side.buy ? -lots : lots);
    const closes = Math.min(open, request.quantity);
    const order: CopiedOrder = {
      ...{ instrument: market.instrument.id, side: request.side, closes, position: open },
      ...{ opens: request.quantity - closes, price: market.contract!.mark },
      ...{ leverage: state.positions.leverage(position), equity: this.equityOf(portfolio) },
    };
    return { market, request, position, order, before };
  }

  /** The trader and its followers with what they have in the batch, in the order of users. */
  private ownersOf(portfolio: TraderPortfolio, checked: Checked): BatchOwner[] {
    const { copies, positions } = this.state;
    const { market, request, position, order } = checked;
    const followers = [...copies.followersOf(portfolio.user)].sort((a, b) => a - b);
    const each = followers.map((user) => this.candidate(copies.follower(user)!, checked));
    const contract = contractOf(market);
    // What meets nothing has its own price.
    const best =
      mayRest(request) && !market.book.crosses(request.side, request.price)
        ? request.price
        : market.book.best(request.side === Side.buy ? Side.sell : Side.buy);
    const reach = (lots: number) => this.reach(checked, lots);
    const { mark } = market.contract!;
    const sizes = batchSizes(order, contract, each, { best, mark, reach });
    const owners = followers.map((user, i): BatchOwner => {
      const { settings, lots, isolated } = each[i]!;
      const { closes, opens, leftOut } = this.withinTier(checked, sizes[i]!, lots, settings);
      const leverage = leverageFor(order, contract, settings);
      return ownerOf({ user, lots: closes + opens, closes, leftOut, leverage, isolated });
    });
    const own = { leverage: positions.leverage(position), isolated: positions.isolated(position) };
    const { none: leftOut } = CopyLeftOut;
    const { quantity: lots } = request;
    owners.push(ownerOf({ user: portfolio.user, lots, closes: order.closes, leftOut, ...own }));
    return owners.sort((a, b) => a.user - b.user);
  }

  /** A follower before the batch. A position that is open keeps its leverage. */
  private candidate(
    portfolio: FollowerPortfolio,
    { market, position: traders, before }: Checked,
  ): BatchCandidate & { readonly isolated: boolean } {
    const { positions } = this.state;
    const { settings, user, asset } = portfolio;
    const position = this.positionOf(user, market.instrument.id);
    const lots = (position === NIL ? 0 : positions.lots(position)) + (before.get(user) ?? 0);
    const isNew = position === NIL || positions.idle(position);
    const { traders: alike, isolated: own } = CopyMargin;
    const asked = settings.margin === alike ? positions.isolated(traders) : settings.margin === own;
    const isolated = isNew ? asked : positions.isolated(position);
    const backing = position === NIL ? 0n : this.backingOf(position);
    const free = this.freeOf(user, asset, isolated);
    const has = { equity: this.equityOf(portfolio), free, backing, lots, isolated };
    if (isNew) return { ...has, settings };
    const leverage = positions.leverage(position);
    return { ...has, settings: { ...settings, leverageOf: CopyLeverage.own, leverage } };
  }

  /** What of a size the tiers of the contract allow at its leverage. */
  private withinTier(
    { market, order }: Checked,
    size: CopySize,
    lots: number,
    settings: CopySettings,
  ): CopySize {
    if (size.opens === 0) return size;
    const { risk, mark } = market.contract!;
    const after = Math.abs(order.side === Side.buy ? lots + size.opens : lots - size.opens);
    const leverage = leverageFor(order, contractOf(market), settings);
    const most = positionLimit(risk.bounds, leverage);
    if (marginCeil(risk, (after + size.closes) * mark) <= most) return size;
    return { ...size, opens: 0, leftOut: CopyLeftOut.positionLimit };
  }

  /** Units by the mark prices. */
  private equityOf(portfolio: TraderPortfolio | FollowerPortfolio): bigint {
    return this.wallets.owned(portfolio) + this.wallets.unrealised(portfolio);
  }

  /** Units that orders may use; an unrealised profit counts with cross margin, as for any account. */
  private freeOf(user: number, asset: number, isolated: boolean): bigint {
    const { users, ledger, riskAccounts } = this.state;
    const { margin } = this.trading.contracts;
    const risk = users.futuresAccount(user);
    const account = accountOf(user, AccountKind.usdtFutures);
    if (risk === NIL) return ledger.available(ledger.slot(account, asset));
    const { marginUnits } = margin.contractOf(riskAccounts.first(risk)).risk;
    const free = BigInt(margin.free(risk)) * BigInt(marginUnits);
    const spare = margin.spare(risk);
    return isolated && spare < free ? spare : free;
  }

  /** Units that back a position, by the worse of mark and index. */
  private backingOf(position: number): bigint {
    const { margin, risk } = this.trading.contracts;
    const { marginUnits } = margin.contractOf(position).risk;
    return BigInt(margin.equityBy('worst', risk.riskOf(position), position)) * BigInt(marginUnits);
  }

  /** Lots of orders on a side that may trade before an order that may rest, by owner; of one that only closes such others. */
  private restingBefore(trader: number, request: OrderRequest): ReadonlyMap<number, number> {
    const { instrument, side, options } = request;
    const resting = new Map<number, number>();
    if (!mayRest(request)) return resting;
    const sign = side === Side.buy ? 1 : -1;
    for (const batch of this.state.copies.batchesOf(trader)) {
      if (batch.instrument !== instrument || batch.side !== side) continue;
      if (options === REDUCE_ONLY && !batch.reduceOnly) continue;
      for (const owner of batch.owners) {
        const lots = leftOf(owner);
        if (lots > 0) resting.set(owner.user, (resting.get(owner.user) ?? 0) + sign * lots);
      }
    }
    return resting;
  }

  /** What the book would give for so many lots; what rests then counts at its price. */
  private reach({ market, request }: Trading, lots: number): { lots: number; cost: number } {
    const { state, sweep } = this;
    if (lots === 0) return { lots: 0, cost: 0 };
    const account = SystemAccount.copying;
    const position = state.seats.position(state.seat(account, market.instrument));
    sweep.run(market, { ...request, account, quantity: lots }, position);
    if (!mayRest(request)) return { lots: sweep.lots, cost: sweep.cost };
    return { lots, cost: sweep.cost + (lots - sweep.lots) * request.price };
  }

  /** What only the whole batch can break, and whether the trader bears its average. */
  private checkWhole(checked: Checked, owners: readonly BatchOwner[]): boolean {
    const { out } = this;
    const { market, request, order, position } = checked;
    const { side, quantity } = request;
    const contract = market.contract!;
    const total = lotsOf(owners);
    const reached = this.reach(checked, total);
    const units = BigInt(reached.cost) * BigInt(market.instrument.quoteFactor);
    // Each owner pays less than a unit more than its part.
    const most = UNITS_MAX - owners.length;
    if (total > COPY_LOTS_MAX || units > BigInt(most)) {
      return out.refuse(Reject.notionalTooLarge, most, Number(units));
    }
    const interest = contract.openInterest + (side === Side.buy ? total : 0);
    const { openInterestMax } = contract.terms;
    if (order.opens > 0 && interest > openInterestMax) {
      return out.refuse(Reject.openInterest, openInterestMax, interest);
    }
    if (request.timeInForce === TimeInForce.fok && reached.lots < total) {
      return out.refuse(Reject.fokNotFillable, reached.lots, total);
    }
    if (reached.lots === 0) return true;
    const price = copyAverage(side, reached);
    const closing = { side, lots: order.closes, opens: 0, leverage: order.leverage };
    const lost = copyNeeds(closing, contractOf(market), { price, mark: contract.mark });
    const backing = this.backingOf(position);
    if (order.closes > 0 && lost > backing) {
      return out.refuse(Reject.closeBeyondBankruptcy, Number(backing), Number(lost));
    }
    if (order.opens === 0) return true;
    const asked = { side, lots: quantity, opens: order.opens, leverage: order.leverage };
    const needs = copyNeeds(asked, contractOf(market), { price, mark: contract.mark });
    const isolated = this.state.positions.isolated(position);
    const free = this.freeOf(request.account >>> 3, market.instrument.quote, isolated);
    return needs <= free || out.refuse(Reject.insufficientMargin, Number(free), Number(needs));
  }

  /** The aggregate trades with the book, and rests if it may; what it got is worked out for each owner later. */
  private trade(
    trader: number,
    { market, request }: Trading,
    owners: readonly BatchOwner[],
  ): boolean {
    const { state, trading, out } = this;
    const { side, price, options } = request;
    const quantity = lotsOf(owners);
    const account = SystemAccount.copying;
    const seat = state.seat(account, market.instrument);
    const position = state.seats.position(seat);
    const { settlement } = trading.contracts;
    settlement.beginBatch();
    trading.accept(market, { ...request, account, quantity, options: 0 }, seat, position, 0);
    settlement.endBatch();
    const { taken, takenValue: value } = settlement;
    const { quoteFactor, id: instrument } = market.instrument;
    const units = value * quoteFactor;
    const batch: CopyBatch = {
      ...{ id: out.id, trader, instrument, side, price: mayRest(request) ? price : 0 },
      ...{ reduceOnly: options === REDUCE_ONLY, owners, traded: taken, value },
      ...{ filled: taken, units, from: 0, taken, takenUnits: units },
      ended: state.orders.find(out.id) === NIL,
      ...{ version: 0, next: 0, behind: 0, seen: 0 },
    };
    state.copies.begin(batch);
    for (const owner of owners) if (owner.lots > 0) this.holdMargin(batch, owner);
    tellBatch(state, batch);
    return true;
  }

  /** What may rest needs margin from now on, at the leverage that it will have. */
  private holdMargin(batch: CopyBatch, owner: BatchOwner): void {
    if (batch.price === 0) return;
    const { positions } = this.state;
    const position = ownPosition(this.state, batch, owner.user);
    if (positions.idle(position)) {
      positions.setLeverage(position, owner.leverage);
      positions.setFlag(position, PositionFlag.isolated, owner.isolated);
    }
    loadOwner(this.state, batch, owner, owner.lots);
  }
}

/** An owner who has got nothing yet. */
function ownerOf(
  about: Pick<BatchOwner, 'user' | 'lots' | 'closes' | 'leftOut' | 'leverage' | 'isolated'>,
): BatchOwner {
  const { user, lots, closes, leftOut, leverage, isolated } = about;
  const got = { base: 0, open: lots, filled: 0, cost: 0, fee: 0, at: 0, out: false };
  return { user, lots, closes, leftOut, leverage, isolated, ...got };
}

/** Whether what does not trade at once stays in the book. */
function mayRest({ type, timeInForce }: Pick<OrderRequest, 'type' | 'timeInForce'>): boolean {
  if (type !== OrderType.limit) return false;
  return timeInForce === TimeInForce.gtc || timeInForce === TimeInForce.postOnly;
}

function lotsOf(owners: readonly BatchOwner[]): number {
  return owners.reduce((sum, { lots }) => sum + lots, 0);
}

/** An order as the checks of orders take it. */
function requestOf(
  account: AccountId,
  { instrument, side, type, timeInForce: given, price: limit, quantity, reduceOnly }: BatchOrder,
): OrderRequest {
  const isMarket = type === OrderType.market;
  const [price, timeInForce] = isMarket ? [0, TimeInForce.ioc] : [limit, given];
  return {
    ...{ account, instrument, side, type, price, quantity, timeInForce },
    ...{ selfTrade: SelfTrade.none, quoteAmount: 0, clientId: '' },
    ...{ options: reduceOnly === 1 ? REDUCE_ONLY : 0, ...NO_ATTACHED },
  };
}

function contractOf({ instrument, contract }: Market): CopiedContract {
  const { quoteFactor, quantityMin, quantityMax, quantityStep, notionalMin } = instrument;
  const { terms } = contract!;
  const { leverageMax } = terms.tiers[0]!;
  const sizes = { quantityMin, quantityMax, quantityStep, notionalMin };
  return { quoteFactor, ...sizes, leverageMax, takerPpm: terms.takerPpm };
}
