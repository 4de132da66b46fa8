/** Questions about contracts: prices and fundings of each, positions and margin of accounts. */
import {
  type AccountId,
  type AssetId,
  accountNeeds,
  breakEvenPrice,
  contractRates,
  crossEquity,
  crossKeeps,
  crossRatio,
  equityOf,
  equityOfAll,
  estimateOrder,
  freeOf,
  type InstrumentId,
  type Interval,
  isIsolated,
  LEVERAGE_DEFAULT,
  legOf,
  liquidationPrice,
  type MarginAccount,
  MarginMode,
  type MarginPosition,
  marginUnitsOf,
  type OrderEstimate,
  OrderOption,
  ownerOf,
  type PlannedOrder,
  PositionLeg,
  PositionMode,
  positionInitial,
  positionKeeps,
  positionProfit,
  positionRatio,
  positionValue,
  profitOfAll,
  removableOf,
  returnOnMargin,
  scoreOf,
  withdrawableOf,
} from '@halcyon/domain';
import type { AccountState } from './account-state.ts';
import { positionKey } from './contract-market.ts';
import type {
  AccountFigures,
  ContractAccountSettings,
  ContractView,
  FundingQuery,
  FundingView,
  OrderQuestion,
  PositionFigures,
  PositionView,
  RankedPosition,
} from './contract-types.ts';
import type { Projection } from './projection.ts';
import type { CandleQuery, CandleView, ListQuery } from './types.ts';

/** Display of the rank in deleveraging: this many lamps. */
const RANKS = 5;

/** What an order is about. */
export interface OrderPlace {
  readonly margin: MarginAccount;
  readonly position: MarginPosition;
}

/** Values of an account's resting orders for one position, ticks × lots. */
interface Load {
  readonly instrument: InstrumentId;
  readonly leg: PositionLeg;
  buys: number;
  sells: number;
}

/** An open position and how high it stands in the order of deleveraging. */
interface ScoredPosition extends Pick<PositionView, 'account' | 'instrument' | 'leg' | 'lots'> {
  readonly score: number;
}

/** A position in its line: how many are in it, and how many of them stand before it. */
interface RankLine {
  readonly own: ScoredPosition;
  same: number;
  before: number;
}
type Lines = ReadonlyMap<number, RankLine>;

/** The read models of contracts. Throws RangeError for an instrument that is none. */
export class ContractViews {
  declare private readonly projection: Projection;
  declare private readonly now: () => number;

  /** @param now the views' clock */
  constructor(projection: Projection, now: () => number) {
    this.projection = projection;
    this.now = now;
  }

  /** Prices, the funding that is expected, and what is open. */
  contract(instrument: InstrumentId): ContractView {
    return this.projection.contract(instrument).view(instrument);
  }

  /** Past fundings, newest first; the last 1,100 are kept. */
  fundings(instrument: InstrumentId, limit: number, query: FundingQuery = {}): FundingView[] {
    return this.projection.contract(instrument).fundings(limit, query);
  }

  /** Candles of the index and of the mark price: as `Views.candles`, but without volumes. */
  indexCandles(
    instrument: InstrumentId,
    interval: Interval,
    query: CandleQuery = {},
  ): CandleView[] {
    return this.projection.contract(instrument).indexCandles.query(interval, query, this.now());
  }
  markCandles(instrument: InstrumentId, interval: Interval, query: CandleQuery = {}): CandleView[] {
    return this.projection.contract(instrument).markCandles.query(interval, query, this.now());
  }

  /** One position a contract, or a long and a short one. */
  positionMode(account: AccountId): PositionMode {
    return this.projection.users.findAccount(account)?.positionMode ?? PositionMode.oneWay;
  }

  /** Leverage and margin mode of an account in a contract; of one leg, where they may differ. */
  settings(
    account: AccountId,
    instrument: InstrumentId,
    leg: PositionLeg = PositionLeg.net,
  ): ContractAccountSettings {
    const { terms } = this.projection.contract(instrument);
    const positions = this.projection.users.findAccount(account)?.positions;
    // A leg that was never told of has what its contract has.
    const known =
      positions?.get(positionKey(instrument, leg)) ??
      positions?.get(positionKey(instrument, PositionLeg.net));
    if (known !== undefined) {
      const { marginMode, leverage, autoMargin } = known;
      return { marginMode, leverage, autoMargin: autoMargin && known.leg === leg };
    }
    const leverage = Math.min(LEVERAGE_DEFAULT, terms.tiers[0]!.leverageMax);
    return { marginMode: MarginMode.cross, leverage, autoMargin: false };
  }

  /** An open position, undefined = none is. */
  position(
    account: AccountId,
    instrument: InstrumentId,
    leg: PositionLeg = PositionLeg.net,
  ): PositionView | undefined {
    const { positions } = this.projection.users.findAccount(account) ?? {};
    const found = positions?.get(positionKey(instrument, leg));
    return found === undefined || found.lots === 0 ? undefined : found;
  }

  /** Open positions, by contract and leg. */
  positions(
    account: AccountId,
    { instrument }: Pick<ListQuery, 'instrument'> = {},
  ): PositionView[] {
    const { positions } = this.projection.users.findAccount(account) ?? {};
    return [...(positions?.values() ?? [])]
      .filter((position) => position.lots !== 0)
      .filter((position) => instrument === undefined || position.instrument === instrument)
      .sort((a, b) => positionKey(a.instrument, a.leg) - positionKey(b.instrument, b.leg));
  }

  /** The asset that futures accounts are kept in; undefined while no contract is listed. */
  get settleAsset(): AssetId | undefined {
    return this.projection.registry.instruments.find(({ contract }) => contract !== null)?.quote;
  }

  /** An account as the arithmetic of domain/contract-account.ts takes it, with its resting orders. */
  marginAccount(account: AccountId): MarginAccount {
    const state = this.projection.users.findAccount(account);
    const loads = this.#loads(state);
    const legs = new Map<number, Pick<Load, 'instrument' | 'leg'>>(loads);
    for (const [key, position] of state?.positions ?? []) legs.set(key, position);
    const positions = [...legs.entries()]
      .sort(([a], [b]) => a - b)
      .map(([key, { instrument, leg }]) =>
        this.#marginPosition(account, instrument, leg, loads.get(key)),
      );
    return { ...this.#wallet(state), positions };
  }

  #wallet(state: AccountState | undefined): { wallet: bigint; marginUnits: number } {
    const { registry, balances } = this.projection;
    const asset = this.settleAsset;
    if (asset === undefined) return { wallet: 0n, marginUnits: 1 };
    const balance = state === undefined ? undefined : balances.find(state.row, asset);
    const marginUnits = marginUnitsOf(registry.asset(asset)!.scale);
    return { wallet: balance?.available ?? 0n, marginUnits };
  }

  #marginPosition(
    account: AccountId,
    instrument: InstrumentId,
    leg: PositionLeg,
    load: Load | undefined,
  ): MarginPosition {
    const { risk, mark } = this.projection.contract(instrument);
    const { marginMode, leverage } = this.settings(account, instrument, leg);
    const position = this.position(account, instrument, leg);
    const { lots = 0, cost = 0, margin = 0 } = position ?? {};
    const { buys = 0, sells = 0 } = load ?? {};
    const settings = { terms: risk, marginMode, leverage };
    return { instrument, leg, ...settings, lots, cost, margin, mark, buys, sells };
  }

  /** What resting orders may still add to positions, by position. */
  #loads(state: AccountState | undefined): Map<number, Load> {
    const { orders, users } = this.projection;
    const loads = new Map<number, Load>();
    let slot = state === undefined ? -1 : users.table.tail(state.row);
    for (; slot !== -1; slot = orders.older(slot)) {
      const instrument = orders.instrumentAt(slot);
      const options = orders.contractTerms(slot)?.options ?? 0;
      if (this.projection.market(instrument).contract === null) continue;
      if ((options & OrderOption.reduceOnly) !== 0) continue;
      const leg = legOf(options);
      const key = positionKey(instrument, leg);
      const load = loads.get(key) ?? { instrument, leg, buys: 0, sells: 0 };
      loads.set(key, load);
      const value = orders.restingValue(slot);
      if (value > 0) load.buys += value;
      else load.sells -= value;
    }
    return loads;
  }

  /**
   * What an account has and needs; undefined while no contract is listed.
   * @param margin of the account, where it is known
   */
  accountFigures(
    account: AccountId,
    margin: MarginAccount = this.marginAccount(account),
  ): AccountFigures | undefined {
    const settle = this.settleAsset;
    if (settle === undefined) return undefined;
    return {
      account,
      settle,
      wallet: margin.wallet,
      equity: equityOfAll(margin),
      unrealised: profitOfAll(margin),
      crossEquity: crossEquity(margin),
      maintenance: crossKeeps(margin),
      marginRatioPpm: crossRatio(margin),
      needed: accountNeeds(margin),
      free: freeOf(margin),
      withdrawable: withdrawableOf(margin),
    };
  }

  /**
   * What an open position is worth; undefined where none is open.
   * @param margin of its account, where several positions of it are asked about
   */
  positionFigures(
    { account, instrument, leg }: Pick<PositionView, 'account' | 'instrument' | 'leg'>,
    margin: MarginAccount = this.marginAccount(account),
  ): PositionFigures | undefined {
    const view = this.position(account, instrument, leg);
    const found = find(margin, instrument, leg);
    if (view === undefined || found === undefined) return undefined;
    const { takerPpm } = this.feeRates(account, instrument);
    return {
      mark: found.mark,
      value: positionValue(found),
      unrealised: positionProfit(found),
      returnPpm: returnOnMargin(found),
      initial: positionInitial(found),
      maintenance: positionKeeps(found),
      equity: equityOf(margin, found),
      marginRatioPpm: positionRatio(margin, found),
      liquidationPrice: liquidationPrice(margin, found),
      breakEvenPrice: breakEvenPrice(found, { ...view, takerPpm }),
      removable: isIsolated(found) ? removableOf(found) : 0,
    };
  }

  /** Fees of an account in a contract, ppm of a fill's value. */
  feeRates(
    account: AccountId,
    instrument: InstrumentId,
  ): { readonly makerPpm: number; readonly takerPpm: number } {
    const { users, registry } = this.projection;
    const { terms } = this.projection.contract(instrument);
    return contractRates(registry.fees, users.find(ownerOf(account))?.tier ?? 0, terms);
  }

  /** An account with a position of it, which may be one that it never had: what an order is about. */
  orderPlace(account: AccountId, instrument: InstrumentId, leg: PositionLeg): OrderPlace {
    const margin = this.marginAccount(account);
    const known = find(margin, instrument, leg);
    const position = known ?? this.#marginPosition(account, instrument, leg, undefined);
    const positions = known === undefined ? [...margin.positions, position] : margin.positions;
    return { margin: { ...margin, positions }, position };
  }

  /** An order with its fees. */
  plannedOrder(
    account: AccountId,
    { instrument, lots, price, reduceOnly }: Omit<OrderQuestion, 'leg'>,
  ): PlannedOrder {
    const termsTakerPpm = this.projection.contract(instrument).terms.takerPpm;
    const { takerPpm } = this.feeRates(account, instrument);
    return { lots, price, reduceOnly, termsTakerPpm, takerPpm };
  }

  /**
   * What an order would need now and what it would make of its position, as one fill at its price; that
   * is what the engine asks for as long as it would not trade at better prices at once.
   */
  estimate(account: AccountId, question: OrderQuestion): OrderEstimate {
    const { margin, position } = this.orderPlace(account, question.instrument, question.leg);
    return estimateOrder(margin, position, this.plannedOrder(account, question));
  }

  /**
   * How near the open positions of an account are to being deleveraged, each among those of its
   * direction: 5 = of the first fifth, 1 = of the last. All of them together cost one pass over the
   * accounts that have a position in their contracts.
   */
  deleveragingRanks(account: AccountId): RankedPosition[] {
    const lines = new Map<number, RankLine>();
    for (const own of this.#scored(account)) lines.set(lineOf(own), { own, same: 0, before: 0 });
    for (const other of this.#accountsIn(lines)) {
      for (const scored of this.#scored(other, lines)) {
        const line = lines.get(lineOf(scored))!;
        line.same += 1;
        if (isAhead(scored, line.own)) line.before += 1;
      }
    }
    return [...lines.values()].map(({ own, same, before }) => {
      const { account, instrument, leg, lots } = own;
      const rank = RANKS - Math.floor((before * RANKS) / same);
      return { account, instrument, leg, lots, rank };
    });
  }

  /** Who has an open position in the contracts of these lines. */
  #accountsIn(lines: Lines): ReadonlySet<AccountId> {
    const accounts = new Set<AccountId>();
    for (const instrument of new Set([...lines.values()].map(({ own }) => own.instrument))) {
      const { open } = this.projection.contract(instrument);
      for (const position of open.values()) accounts.add(position.account);
    }
    return accounts;
  }

  /**
   * Open positions of an account with their scores as the engine reckons them: resting orders do not count.
   * @param lines where given, those of these lines alone
   */
  #scored(account: AccountId, lines?: Lines): ScoredPosition[] {
    const open = this.positions(account);
    const positions = open.map(({ instrument, leg }) =>
      this.#marginPosition(account, instrument, leg, undefined),
    );
    const margin = { ...this.#wallet(this.projection.users.findAccount(account)), positions };
    return positions
      .filter((position) => lines === undefined || lines.has(lineOf(position)))
      .map((position) => {
        const { instrument, leg, lots } = position;
        return { account, instrument, leg, lots, score: scoreOf(margin, position) };
      });
  }
}

/** Positions of one contract and direction have one line. */
function lineOf({ instrument, lots }: Pick<PositionView, 'instrument' | 'lots'>): number {
  return lots > 0 ? instrument + 1 : -instrument - 1;
}

/** Whether a position is deleveraged before another one of its line. */
function isAhead(one: ScoredPosition, other: ScoredPosition): boolean {
  return (other.score - one.score || one.account - other.account || one.leg - other.leg) < 0;
}

function find(
  { positions }: MarginAccount,
  instrument: InstrumentId,
  leg: PositionLeg,
): MarginPosition | undefined {
  return positions.find((each) => each.instrument === instrument && each.leg === leg);
}
