/** An exchange for tests of copy trading: a coin, a contract in it, people with money, and what batches will do. */
import { Core, NEWEST_RULES, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  COPY_DEFAULTS,
  type Command,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  CopyExit,
  type CopySettings,
  type CopyTerms,
  type Event,
  encodeCommand,
  type FollowerPortfolio,
  InstrumentState,
  OrderType,
  type PlaceCommand,
  type PlaceCopyPlanCommand,
  type PlanType,
  PositionLeg,
  PositionMode,
  RARE_COMMAND_BYTES_MAX,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
  TriggerBy,
} from '@halcyon/domain';
import { SMALL_TERMS } from './futures-scenario.ts';
import { checkInvariants } from './invariants.ts';

/** The coin, and the contract. A coin has 10,000 units, a tick times a lot is one coin. */
export const USD = 1;
export const BTC = 0;
export const COIN = 10_000n;
const BY = { actor: 'test', reason: 'test' };
const SIZES = { priceStep: 1, quantityStep: 1, quantityMin: 1, quantityMax: 1_000 };
const LIMITS = { ...SIZES, notionalMin: 0, bandPpm: 500_000, openOrdersMax: 100 };

/** Terms of traders: a tenth of new profit, 100 coins at the least. */
export const TERMS: CopyTerms = {
  sharePpm: 100_000,
  followersMax: 10,
  amountMin: Number(100n * COIN),
  amountMax: Number(100_000n * COIN),
  code: '',
};

export const spotOf = (user: number): number => accountOf(user, AccountKind.spot);
export const futuresOf = (user: number): number => accountOf(user, AccountKind.usdtFutures);

/** What came of a command. */
export interface Said {
  readonly code: number;
  readonly limit: number;
  readonly value: number;
  readonly id: number;
  readonly events: readonly Event[];
}

/** What a position is. */
export interface PositionIs {
  readonly lots: number;
  readonly cost: number;
  readonly leverage: number;
  readonly isolated: boolean;
}

export class CopyExchange {
  core = new Core();
  time = 1_000;
  /** Which positions orders and questions are about. */
  leg: PositionLeg = PositionLeg.net;
  private readonly bytes = new Uint8Array(RARE_COMMAND_BYTES_MAX);
  private readonly decoder = new CommandDecoder();

  /**
   * @param people who have 100,000 coins in their spot accounts, from user 16 on
   * @param takerPpm the contract's fee of takers
   */
  constructor(
    people: number,
    rules: number = NEWEST_RULES,
    takerPpm = 0,
    openInterestMax = 100_000,
    makerPpm = 0,
  ) {
    this.send({ kind: CommandKind.setRules, version: rules });
    this.send({ kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 3 });
    this.send({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 4 });
    const named = { symbol: 'BTCUSD', base: 0, quote: USD, priceScale: 0, quantityScale: 0 };
    const tiers = [{ upTo: 100_000, leverageMax: 20, maintenancePpm: 20_000 }];
    // Tests trade far from the mark.
    const terms = { ...SMALL_TERMS, tiers, liquidationBandPpm: 500_000 };
    const contract = { ...terms, makerPpm, takerPpm, openInterestMax };
    const state = InstrumentState.open;
    this.send({ kind: CommandKind.listContract, ...named, ...LIMITS, state, contract });
    for (let i = 0; i < people; i++) {
      this.send({ kind: CommandKind.openUser, simulated: false });
      this.deposit(spotOf(16 + i), 100_000n * COIN);
    }
  }

  /** Carries out a command as a journal has it. */
  send(input: CommandInput): Said {
    const command = { ...input, seq: this.core.state.seq + 1, time: this.time } as Command;
    const length = encodeCommand(command, this.bytes, 0);
    const { code, limit, value, id } = this.core.apply(this.decoder.decode(this.bytes, 0, length));
    const events = this.core.state.log.decode();
    this.core.state.log.reset();
    return { code, limit, value, id, events };
  }

  /** Goes on from a snapshot, which must be of the same state. */
  restore(): void {
    checkInvariants(this.core.state);
    const again = restoreCore(snapshotCore(this.core));
    if (stateHash(again) !== stateHash(this.core)) throw new Error('INV-15: a snapshot differs');
    this.core = again;
  }

  deposit(account: number, amount: bigint): Said {
    const coin = { account, from: SystemAccount.faucet, asset: USD, amount, reference: '' };
    return this.send({ kind: CommandKind.deposit, ...coin, ...BY });
  }

  open(
    user: number,
    amount = 1_000n * COIN,
    terms: Partial<CopyTerms> = {},
    positionMode: PositionMode = PositionMode.oneWay,
  ): Said {
    const offered = { ...TERMS, ...terms };
    const kind = CommandKind.openCopyPortfolio;
    return this.send({ kind, user, asset: USD, amount, terms: offered, positionMode });
  }

  follow(user: number, trader: number, amount = 1_000n * COIN, code = ''): Said {
    const settings = COPY_DEFAULTS;
    return this.send({ kind: CommandKind.followTrader, user, trader, amount, code, settings });
  }

  move(user: number, portfolio: number, amount: bigint, clientId = ''): Said {
    return this.send({ kind: CommandKind.moveCopyMoney, user, portfolio, amount, clientId });
  }

  end(user: number, portfolio: number): Said {
    return this.send({ kind: CommandKind.endCopyPortfolio, user, portfolio });
  }

  /** A follower leaves at once. @param exit see CopyExit */
  stop(user: number, portfolio: number, exit: CopyExit = CopyExit.close): Said {
    return this.send({ kind: CommandKind.stopCopying, user, portfolio, exit });
  }

  /** Ticks until all followers of orders were asked, and those have traded; all that was said. */
  gather(): Event[] {
    const events: Event[] = [];
    const { copies } = this.core.state;
    while (copies.gathered.length > 0) events.push(...this.tick(this.time).events);
    return events;
  }

  /** Ticks until nothing is under way; all that was said. */
  finish(): Event[] {
    const events: Event[] = [];
    while (this.core.deadline === 0) events.push(...this.tick(this.time).events);
    return events;
  }

  /** Sets what a follower wants. */
  set(user: number, portfolio: number, change: Partial<CopySettings>): Said {
    const settings = { ...COPY_DEFAULTS, ...change };
    return this.send({ kind: CommandKind.setCopySettings, user, portfolio, settings });
  }

  /** A trader's order for all that follow. @param price ticks, 0 = a market order */
  order(
    user: number,
    portfolio: number,
    lots: number,
    price = 0,
    reduceOnly = 0,
    timeInForce: TimeInForce = TimeInForce.ioc,
  ): Said {
    const [side, quantity] = [lots > 0 ? Side.buy : Side.sell, Math.abs(lots)];
    const type = price === 0 ? OrderType.market : OrderType.limit;
    const about = { user, portfolio, instrument: BTC, side, type, price, quantity, reduceOnly };
    const { leg } = this;
    return this.send({ kind: CommandKind.placeCopyOrder, ...about, timeInForce, leg });
  }

  /** A trader's order that waits in the book for all that follow. */
  wait(user: number, portfolio: number, lots: number, price: number, reduceOnly = 0): Said {
    return this.order(user, portfolio, lots, price, reduceOnly, TimeInForce.gtc);
  }

  /** Takes a trader's order out of the book. */
  cancel(user: number, portfolio: number, order: number): Said {
    return this.send({ kind: CommandKind.cancelCopyOrder, user, portfolio, order });
  }

  /** Closes what a trader and all who follow have, or turns it around. */
  close(user: number, portfolio: number, reverses = 0): Said {
    const about = { user, portfolio, instrument: BTC, reverses, leg: this.leg };
    return this.send({ kind: CommandKind.closeCopyPosition, ...about });
  }

  /** A trader's order that waits for a price. @param lots signed; 0 = all of a long position, for a plan of it */
  plan(
    user: number,
    portfolio: number,
    planType: PlanType,
    lots: number,
    triggerPrice: number,
    more: Partial<PlaceCopyPlanCommand> = {},
  ): Said {
    return this.send({
      ...{
        kind: CommandKind.placeCopyPlan,
        user,
        portfolio,
        instrument: BTC,
        planType,
        triggerPrice,
      },
      ...{ side: lots > 0 ? Side.buy : Side.sell, quantity: Math.abs(lots), price: 0 },
      ...{ triggerBy: TriggerBy.mark, callbackPpm: 0, reduceOnly: 0, leg: this.leg, ...more },
    });
  }

  cancelPlan(user: number, portfolio: number, plan: number): Said {
    return this.send({ kind: CommandKind.cancelCopyPlan, user, portfolio, plan });
  }

  /** Gives a trader's order another price or size; 0 = as it is. */
  amend(user: number, portfolio: number, order: number, price: number, quantity: number): Said {
    const about = { user, portfolio, order, price, quantity };
    return this.send({ kind: CommandKind.amendCopyOrder, ...about });
  }

  /** Moves money of somebody to the futures account. */
  fund(user: number, coins: bigint): Said {
    const moved = { from: spotOf(user), to: futuresOf(user), asset: USD, clientId: '' };
    return this.send({ kind: CommandKind.transfer, ...moved, amount: coins * COIN });
  }

  /** Sets the leverage of somebody's own account. */
  lever(user: number, leverage: number): Said {
    const about = { account: futuresOf(user), instrument: BTC, leg: PositionLeg.net };
    return this.send({ kind: CommandKind.setLeverage, ...about, leverage });
  }

  /** Somebody's order that waits in the book. @param lots signed @param leg of which position in hedge mode */
  rest(user: number, lots: number, price: number, leg: PositionLeg = PositionLeg.net): Said {
    const side = lots > 0 ? Side.buy : Side.sell;
    const order = orderOf(futuresOf(user), side, Math.abs(lots), price);
    return this.send(leg === PositionLeg.net ? order : { ...order, options: leg << 1 });
  }

  /** Sets the position mode of somebody's own account to hedge mode. */
  hedge(user: number): Said {
    const about = { account: futuresOf(user), mode: PositionMode.hedge };
    return this.send({ kind: CommandKind.setPositionMode, ...about });
  }

  /** Lots of the long and of the short leg of each of some users. */
  legs(...users: number[]): [long: number, short: number][] {
    return users.map((user) => [
      this.positionOf(futuresOf(user), PositionLeg.long).lots,
      this.positionOf(futuresOf(user), PositionLeg.short).lots,
    ]);
  }

  /** The position of a futures account: lots signed, cost in tick-lots. */
  position(account: number): PositionIs {
    const ofBatches = account === SystemAccount.copying;
    return this.positionOf(account, ofBatches ? PositionLeg.net : this.leg);
  }

  /** One leg of it; of one that never was nothing. */
  positionOf(account: number, leg: PositionLeg): PositionIs {
    const { seats, positions } = this.core.state;
    const seat = seats.find(account, BTC);
    const legs = seat === -1 ? [] : [...positions.legs(seats.position(seat))];
    const at = legs.find((each) => positions.leg(each) === leg);
    if (at === undefined) return { lots: 0, cost: 0, leverage: 0, isolated: false };
    const [lots, cost] = [positions.lots(at), positions.cost(at)];
    return { lots, cost, leverage: positions.leverage(at), isolated: positions.isolated(at) };
  }

  /** Sets the price of the contract. */
  index(price: number): Said {
    return this.send({ kind: CommandKind.prices, entries: [BTC, price] });
  }

  tick(time: number): Said {
    this.time = time;
    return this.send({ kind: CommandKind.tick });
  }

  /**
   * What a batch will do to a portfolio: `lots` (signed) against an order of somebody who rests at a price.
   * @param maker a person with money in the futures account
   */
  trade(portfolio: number, maker: number, lots: number, price: number): void {
    const [own, other] = lots > 0 ? [Side.buy, Side.sell] : [Side.sell, Side.buy];
    const rested = this.send(orderOf(futuresOf(maker), other, Math.abs(lots), price));
    if (rested.code !== 0) throw new Error(`the other side was refused: ${rested.code}`);
    this.send({ kind: CommandKind.tick });
    const { core } = this;
    const taken = orderOf(futuresOf(portfolio), own, Math.abs(lots), price);
    core.trading.place(taken, 0);
    const { code } = core.outcome;
    if (code !== 0) throw new Error(`the portfolio's order was refused: ${code}`);
    core.futures.run();
    core.state.log.reset();
  }

  /** Units available and held. */
  has(account: number): bigint {
    const { ledger } = this.core.state;
    const slot = ledger.slot(account, USD);
    return ledger.available(slot) + ledger.held(slot);
  }

  /** The portfolio of a follower. */
  follower(user: number): FollowerPortfolio {
    const found = this.core.state.copies.follower(user);
    if (found === null) throw new Error(`${user} is no follower's portfolio`);
    return found;
  }
}

/** A limit order for the contract. */
export function orderOf(
  account: number,
  side: Side,
  quantity: number,
  price: number,
): Omit<PlaceCommand, 'seq' | 'time'> {
  const none = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
  return {
    ...{
      kind: CommandKind.place,
      account,
      instrument: BTC,
      side,
      type: OrderType.limit,
      quoteAmount: 0,
    },
    ...{ timeInForce: TimeInForce.gtc, selfTrade: SelfTrade.none, clientId: '', ...none },
    ...{ price, quantity },
  };
}
