/**
 * Who is in a trader's order with how much: what the trader may place, what each follower has in it by settings and
 * money, and what only the whole of it can break.
 */
import {
  type AccountId,
  AccountKind,
  accountOf,
  type BatchCandidate,
  COPY_LOTS_MAX,
  type CopiedContract,
  type CopiedOrder,
  CopyLeftOut,
  CopyLeverage,
  CopyMargin,
  type CopyMarket,
  type CopySettings,
  type CopySize,
  copyAverage,
  copyNeeds,
  type FollowerPortfolio,
  legOf,
  leverageFor,
  marginCeil,
  OrderType,
  PPM,
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
import { Rules } from '../rules.ts';
import { NO_ATTACHED, type OrderRequest } from '../spot/order-request.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { type BatchOwner, leftOf, ownerAt } from './copy-batch.ts';
import type { BatchOrder } from './gathered-order.ts';
import { findPosition, isOf, keptOpening, type LegName } from './legs.ts';
import type { CopyWallets } from './wallets.ts';
import { Worst, withinWorst } from './worst-price.ts';

const NIL = -1;
/** See OrderOption: the order only makes a position smaller. */
export const REDUCE_ONLY = 1;

/** What trades in a market. */
export interface BatchTrading {
  readonly market: Market;
  readonly request: OrderRequest;
}

/** A trader's order after its own checks. */
export interface Checked extends BatchTrading {
  /** Lots (signed) of orders on the side of one that may rest, which may trade before it. */
  readonly before: (user: number) => number;
  readonly position: number;
  readonly order: CopiedOrder;
}

/** The position that an order is for. */
export function legNameOf({ instrument, options = 0 }: OrderRequest): LegName {
  return { instrument, leg: legOf(options) };
}

export class BatchAdmission {
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

  /** The trader's own order, as an order of anybody. */
  check(
    portfolio: TraderPortfolio,
    market: Market,
    asked: BatchOrder,
    planned: boolean,
  ): Checked | null {
    const { state } = this;
    const { orders } = this.trading.contracts;
    const account = this.wallets.accountOf(portfolio);
    const seat = state.seat(account, market.instrument);
    const admitted = orders.admit(market, requestOf(account, asked), seat, NIL, planned);
    if (admitted === null) return null;
    const { position } = orders;
    const request = withinWorst(market, this.out, admitted, this.worstOf(position, admitted));
    if (request === null) return null;
    return this.checkedOf(portfolio, { market, request, position });
  }

  /** How far a trader's order may trade: one that closes of what is open half as far as one that opens. */
  worstOf(position: number, { side }: Pick<OrderRequest, 'side'>): Worst {
    const { positions, rules } = this.state;
    const lots = positions.lots(position);
    const open = side === Side.sell ? lots : -lots;
    return open > 0 && rules >= Rules.copyClosing ? Worst.traderCloses : Worst.any;
  }

  /** A trader's order as followers see it. @param but a batch that it takes the place of */
  checkedOf(
    portfolio: TraderPortfolio,
    { market, request, position }: BatchTrading & { readonly position: number },
    but = 0,
  ): Checked {
    const { state } = this;
    const before = this.restingBefore(portfolio.user, request, but);
    const lots = state.positions.lots(position) + before(portfolio.user);
    const open = Math.max(0, request.side === Side.buy ? -lots : lots);
    const closes = Math.min(open, request.quantity);
    const order: CopiedOrder = {
      ...{ instrument: market.instrument.id, side: request.side, closes, position: open },
      ...{ opens: request.quantity - closes, price: market.contract!.mark },
      ...{ leverage: state.positions.leverage(position), equity: this.equityOf(portfolio) },
    };
    return { market, request, position, order, before };
  }

  /** The book before an order. What meets nothing has its own price. */
  bookFor({ market, request }: BatchTrading): CopyMarket {
    const { side, price } = request;
    const { mark } = market.contract!;
    const waits = mayRest(request) && !market.book.crosses(side, price);
    const best = waits ? price : market.book.best(side === Side.buy ? Side.sell : Side.buy);
    return { best, mark, reach: (lots) => this.reach({ market, request }, lots) };
  }

  /** A follower before the batch. A position that is open keeps its leverage. */
  candidate(
    portfolio: FollowerPortfolio,
    { request, position: traders, before }: Checked,
  ): BatchCandidate & { readonly isolated: boolean } {
    const { state } = this;
    const { settings, user, asset } = portfolio;
    const name = legNameOf(request);
    const position = findPosition(state, name, user);
    const lots = (position === NIL ? 0 : state.positions.lots(position)) + before(user);
    const { leverage, isolated: kept } = keptOpening(state, name, user);
    const { traders: alike, isolated: own } = CopyMargin;
    const isTraders = settings.margin === alike;
    const asked = isTraders ? state.positions.isolated(traders) : settings.margin === own;
    const isolated = kept ?? asked;
    const backing = position === NIL ? 0n : this.backingOf(position);
    const free = this.freeOf(user, asset, isolated);
    const has = { equity: this.equityOf(portfolio), free, backing, lots, isolated };
    if (leverage === null) return { ...has, settings };
    return { ...has, settings: { ...settings, leverageOf: CopyLeverage.own, leverage } };
  }

  /** What of a size the tiers of the contract allow at its leverage. */
  withinTier(
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

  /**
   * Whether the mark has not gone against who opens by more than what backs each: what they had free was true at the price
   * of before.
   * @param before ticks
   */
  checkMark({ contract }: Market, side: Side, before: number): boolean {
    const { mark, risk, terms } = contract!;
    const against = side === Side.buy ? before - mark : mark - before;
    const kept = Math.max(0, risk.bounds[0]!.maintenancePpm - terms.takerPpm);
    const most = Math.floor((before * kept) / PPM);
    return against <= most || this.out.refuse(Reject.copyPriceMoved, before, mark);
  }

  /** Units by the mark prices. */
  equityOf(portfolio: TraderPortfolio | FollowerPortfolio): bigint {
    return this.wallets.owned(portfolio) + this.wallets.unrealised(portfolio);
  }

  /** Units that orders may use; an unrealised profit counts with cross margin, as for any account. */
  freeOf(user: number, asset: number, isolated: boolean): bigint {
    const { users, ledger, riskAccounts } = this.state;
    const { margin } = this.trading.contracts;
    const risk = users.futuresAccount(user);
    const account = accountOf(user, AccountKind.usdtFutures);
    const traded = risk !== NIL && riskAccounts.first(risk) !== NIL;
    if (!traded) return ledger.available(ledger.slot(account, asset));
    const { marginUnits } = margin.contractOf(riskAccounts.first(risk)).risk;
    const free = BigInt(margin.free(risk)) * BigInt(marginUnits);
    const spare = margin.spare(risk);
    return isolated && spare < free ? spare : free;
  }

  /** Units that back a position of a user, of nothing none. */
  backingAt(user: number, name: LegName): bigint {
    const position = findPosition(this.state, name, user);
    return position === NIL ? 0n : this.backingOf(position);
  }

  /** Units that back a position, by the worse of mark and index. */
  backingOf(position: number): bigint {
    const { margin, risk } = this.trading.contracts;
    const { marginUnits } = margin.contractOf(position).risk;
    return BigInt(margin.equityBy('worst', risk.riskOf(position), position)) * BigInt(marginUnits);
  }

  /** Lots (signed) of orders on a side that may trade before an order that may rest; of one that only closes such others. */
  restingBefore(trader: number, request: OrderRequest, but = 0): (user: number) => number {
    const { side } = request;
    if (!mayRest(request)) return () => 0;
    const name = legNameOf(request);
    const reduces = isReduceOnly(request);
    const sign = side === Side.buy ? 1 : -1;
    const batches = this.state.copies.batchesOf(trader).filter((batch) => {
      const alike = isOf(batch, name) && batch.side === side;
      return alike && batch.id !== but && (!reduces || batch.reduceOnly);
    });
    return (user) => {
      let lots = 0;
      for (const batch of batches) {
        const at = ownerAt(batch, user);
        if (at !== NIL) lots += leftOf(batch.owners[at]!);
      }
      return sign * lots;
    };
  }

  /** What the book would give for so many lots; what rests then counts at its price. */
  reach({ market, request }: BatchTrading, lots: number): { lots: number; cost: number } {
    const { state, sweep } = this;
    if (lots === 0) return { lots: 0, cost: 0 };
    const account = SystemAccount.copying;
    const position = state.seats.position(state.seat(account, market.instrument));
    sweep.run(market, { ...request, account, quantity: lots }, position);
    if (!mayRest(request)) return { lots: sweep.lots, cost: sweep.cost };
    return { lots, cost: sweep.cost + (lots - sweep.lots) * request.price };
  }

  /** What only the whole batch can break, and whether the trader bears its average. @param spent units that it has traded */
  checkWhole(checked: Checked, owners: readonly Pick<BatchOwner, 'lots'>[], spent = 0): boolean {
    const { out } = this;
    const { market, request, order, position } = checked;
    const { side, quantity } = request;
    const contract = market.contract!;
    const total = lotsOf(owners);
    const reached = this.reach(checked, total);
    const units = BigInt(reached.cost) * BigInt(market.instrument.quoteFactor);
    // Each owner pays less than a unit more than its part.
    const most = UNITS_MAX - owners.length - spent;
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
      return out.refuse(Reject.copyAverageLoss, Number(backing), Number(lost));
    }
    if (order.opens === 0) return true;
    const asked = { side, lots: quantity, opens: order.opens, leverage: order.leverage };
    const needs = copyNeeds(asked, contractOf(market), { price, mark: contract.mark });
    const isolated = this.state.positions.isolated(position);
    const free = this.freeOf(request.account >>> 3, market.instrument.quote, isolated);
    return needs <= free || out.refuse(Reject.copyAverageMargin, Number(free), Number(needs));
  }
}

/** An owner who has got nothing yet. */
export function ownerOf(
  about: Pick<BatchOwner, 'user' | 'lots' | 'closes' | 'leftOut' | 'leverage' | 'isolated'>,
): BatchOwner {
  const { user, lots, closes, leftOut, leverage, isolated } = about;
  const none = { due: 0, dueTaken: 0, dueMade: 0, filled: 0, cost: 0, fee: 0, extra: 0 };
  const got = { base: 0, open: lots, ...none, at: 0, out: false };
  return { user, lots, closes, leftOut, leverage, isolated, ...got };
}

/** Whether what does not trade at once stays in the book. */
export function mayRest({
  type,
  timeInForce,
}: Pick<OrderRequest, 'type' | 'timeInForce'>): boolean {
  if (type !== OrderType.limit) return false;
  return timeInForce === TimeInForce.gtc || timeInForce === TimeInForce.postOnly;
}

/** Whether an order that was checked only makes a position smaller. */
export function isReduceOnly({ options = 0 }: OrderRequest): boolean {
  return (options & REDUCE_ONLY) !== 0;
}

export function lotsOf(owners: readonly Pick<BatchOwner, 'lots'>[]): number {
  return owners.reduce((sum, { lots }) => sum + lots, 0);
}

/** An order as the checks of orders take it. */
export function requestOf(
  account: AccountId,
  { instrument, side, type, timeInForce: given, price: limit, quantity, options }: BatchOrder,
): OrderRequest {
  const isMarket = type === OrderType.market;
  const [price, timeInForce] = isMarket ? [0, TimeInForce.ioc] : [limit, given];
  return {
    ...{ account, instrument, side, type, price, quantity, timeInForce },
    ...{ selfTrade: SelfTrade.none, quoteAmount: 0, clientId: '' },
    ...{ options, ...NO_ATTACHED },
  };
}

export function contractOf({ instrument, contract }: Market): CopiedContract {
  const { quoteFactor, quantityMin, quantityMax, quantityStep, notionalMin } = instrument;
  const { terms } = contract!;
  const { leverageMax } = terms.tiers[0]!;
  const sizes = { quantityMin, quantityMax, quantityStep, notionalMin };
  return { quoteFactor, ...sizes, leverageMax, takerPpm: terms.takerPpm };
}
