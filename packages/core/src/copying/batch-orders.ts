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
  EventKind,
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
import { Sweep } from '../futures/sweep.ts';
import type { CommandOutcome } from '../outcome.ts';
import { NO_ATTACHED, type OrderRequest } from '../spot/order-request.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { BatchOwner } from './copy-batch.ts';
import type { CopyWallets } from './wallets.ts';

const NIL = -1;

/** What an order of a batch is. */
type BatchOrder = Pick<
  PlaceCopyOrderCommand,
  'instrument' | 'side' | 'type' | 'price' | 'quantity' | 'reduceOnly'
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
      return [{ user, lots, leftOut: CopyLeftOut.none, ...own, done: false }];
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
    const lots = state.positions.lots(position);
    const open = Math.max(0, request.side === Side.buy ? -lots : lots);
    const closes = Math.min(open, request.quantity);
    const order: CopiedOrder = {
      ...{ instrument: market.instrument.id, side: request.side, closes, position: open },
      ...{ opens: request.quantity - closes, price: market.contract!.mark },
      ...{ leverage: state.positions.leverage(position), equity: this.equityOf(portfolio) },
    };
    return { market, request, position, order };
  }

  /** The trader and its followers with what they have in the batch, in the order of users. */
  private ownersOf(portfolio: TraderPortfolio, checked: Checked): BatchOwner[] {
    const { copies, positions } = this.state;
    const { market, request, position, order } = checked;
    const followers = [...copies.followersOf(portfolio.user)].sort((a, b) => a - b);
    const each = followers.map((user) => this.candidate(copies.follower(user)!, checked));
    const contract = contractOf(market);
    const best = market.book.best(request.side === Side.buy ? Side.sell : Side.buy);
    const reach = (lots: number) => this.reach(checked, lots);
    const { mark } = market.contract!;
    const sizes = batchSizes(order, contract, each, { best, mark, reach });
    const owners = followers.map((user, i): BatchOwner => {
      const { settings, lots, isolated } = each[i]!;
      const { closes, opens, leftOut } = this.withinTier(checked, sizes[i]!, lots, settings);
      const leverage = leverageFor(order, contract, settings);
      return { user, lots: closes + opens, leftOut, leverage, isolated, done: false };
    });
    const own = { leverage: positions.leverage(position), isolated: positions.isolated(position) };
    const { none: leftOut } = CopyLeftOut;
    owners.push({ user: portfolio.user, lots: request.quantity, leftOut, ...own, done: false });
    return owners.sort((a, b) => a.user - b.user);
  }

  /** A follower before the batch. A position that is open keeps its leverage. */
  private candidate(
    portfolio: FollowerPortfolio,
    { market, position: traders }: Checked,
  ): BatchCandidate & { readonly isolated: boolean } {
    const { positions } = this.state;
    const { settings, user, asset } = portfolio;
    const position = this.positionOf(user, market.instrument.id);
    const lots = position === NIL ? 0 : positions.lots(position);
    const { traders: alike, isolated: own } = CopyMargin;
    const asked = settings.margin === alike ? positions.isolated(traders) : settings.margin === own;
    const isolated = lots === 0 ? asked : positions.isolated(position);
    const backing = position === NIL ? 0n : this.backingOf(position);
    const free = this.freeOf(user, asset, isolated);
    const has = { equity: this.equityOf(portfolio), free, backing, lots, isolated };
    if (lots === 0) return { ...has, settings };
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

  /** What the book would give for so many lots. */
  private reach({ market, request }: Trading, lots: number): { lots: number; cost: number } {
    const { state, sweep } = this;
    if (lots === 0) return { lots: 0, cost: 0 };
    const account = SystemAccount.copying;
    const position = state.seats.position(state.seat(account, market.instrument));
    sweep.run(market, { ...request, account, quantity: lots }, position);
    return { lots: sweep.lots, cost: sweep.cost };
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

  /** The aggregate trades once; what it got is worked out for each owner later. */
  private trade(
    trader: number,
    { market, request }: Trading,
    owners: readonly BatchOwner[],
  ): boolean {
    const { state, trading, out } = this;
    const { positions, copies } = state;
    const { side } = request;
    const lots = lotsOf(owners);
    const account = SystemAccount.copying;
    const seat = state.seat(account, market.instrument);
    const position = state.seats.position(seat);
    const [before, costBefore] = [positions.lots(position), trading.traded];
    const { settlement } = trading.contracts;
    settlement.beginBatch();
    trading.accept(market, { ...request, account, quantity: lots, options: 0 }, seat, position, 0);
    settlement.endBatch();
    const filled = Math.abs(positions.lots(position) - before);
    const cost = trading.traded - costBefore;
    const batch = { id: out.id, trader, instrument: market.instrument.id, side, filled, cost };
    copies.batches.push({ ...batch, owners, next: 0, given: 0, units: 0 });
    const { seq, time, log } = state;
    const { id, instrument } = batch;
    const counts = { owners: owners.filter((owner) => owner.lots > 0).length };
    const leftOut = owners.length - counts.owners;
    const told = { batch: id, trader, instrument, side, lots, filled, cost, ...counts, leftOut };
    log.push({ kind: EventKind.copyBatchTraded, seq, time, ...told });
    return true;
  }
}

function lotsOf(owners: readonly BatchOwner[]): number {
  return owners.reduce((sum, { lots }) => sum + lots, 0);
}

/** An order as the checks of orders take it: what does not trade at once ends. */
function requestOf(
  account: AccountId,
  { instrument, side, type, price, quantity, reduceOnly }: BatchOrder,
): OrderRequest {
  return {
    ...{ account, instrument, side, type, price: type === OrderType.market ? 0 : price, quantity },
    ...{ timeInForce: TimeInForce.ioc, selfTrade: SelfTrade.none, quoteAmount: 0, clientId: '' },
    ...{ options: reduceOnly === 1 ? 1 : 0, ...NO_ATTACHED },
  };
}

function contractOf({ instrument, contract }: Market): CopiedContract {
  const { quoteFactor, quantityMin, quantityMax, quantityStep, notionalMin } = instrument;
  const { terms } = contract!;
  const { leverageMax } = terms.tiers[0]!;
  const sizes = { quantityMin, quantityMax, quantityStep, notionalMin };
  return { quoteFactor, ...sizes, leverageMax, takerPpm: terms.takerPpm };
}
