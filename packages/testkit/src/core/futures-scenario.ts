/**
 * Scenario tables of contracts: one line a command of a trader, with what must come of it.
 *
 *   ann brings 100                    -> ok
 *   index 100                         -> ok, mark 100
 *   ann longs 5 @ 100                 -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
 *   ann position                      -> long 5 @ 100, profit 0, fees 1
 *
 * Two contracts in USD, which has 4 decimals: BTC, which a line means where it names none, and ETH.
 * Whole ticks and lots. Both have the tiers of `SMALL_TERMS`.
 */
import { Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  AccountKind,
  type CommandInput,
  CommandKind,
  type ContractTerms,
  EVERY_INSTRUMENT,
  type Event,
  EventKind,
  FIRST_USER_ID,
  formatDecimal,
  type InstrumentLimits,
  InstrumentState,
  loanRatio,
  MARGIN_SCALE,
  MarginMode,
  NO_PAIR,
  OrderOption,
  ownerOf,
  type PlacePlanCommand,
  type PlanTerms,
  PositionLeg,
  PositionMode,
  PostingReason,
  parseDecimal,
  SystemAccount,
  TradeOrigin,
} from '@halcyon/domain';
import { expect } from 'vitest';
import { figuresOf } from './contract-figures.ts';
import { checkMargins } from './position-invariants.ts';
import { after, parse, Scenario } from './scenario.ts';

const USD = 2;
const BTC_PERPETUAL = 1;
const ETH_PERPETUAL = 2;

/** Few tiers and round rates, so that a table can be checked by head. */
export const SMALL_TERMS: ContractTerms = {
  tiers: [
    { upTo: 1_000, leverageMax: 20, maintenancePpm: 20_000 },
    { upTo: 5_000, leverageMax: 10, maintenancePpm: 40_000 },
    { upTo: 20_000, leverageMax: 5, maintenancePpm: 80_000 },
  ],
  makerPpm: 1_000,
  takerPpm: 2_000,
  liquidationPpm: 10_000,
  liquidationBandPpm: 100_000,
  openInterestMax: 1_000,
  fundingIntervalMs: 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 2_000_000,
};

/** What the contracts are of has as many decimals. */
const LOT_SCALE_MAX = 3;
const LIMITS: InstrumentLimits = {
  priceStep: 1,
  quantityStep: 1,
  state: InstrumentState.open,
  quantityMin: 1,
  quantityMax: 1_000,
  notionalMin: 0,
  bandPpm: 500_000,
  openOrdersMax: 100,
};

const LEGS = { net: PositionLeg.net, long: PositionLeg.long, short: PositionLeg.short } as const;
const SYSTEM = {
  fund: SystemAccount.insurance,
  fees: SystemAccount.fees,
  rounding: SystemAccount.rounding,
  clearing: SystemAccount.clearing,
} as const;

/** Runs tables of contracts against a fresh core. */
export class FuturesScenario extends Scenario {
  protected override readonly traded = BTC_PERPETUAL;
  private terms: ContractTerms;
  /** Decimals of USD. */
  private readonly scale: number;

  /**
   * @param terms what differs from `SMALL_TERMS`
   * @param limits what differs from the limits above
   * @param rules that the exchange trades by
   * @param digits decimals of a tick times a lot, of which 3 at most are the lot's; USD has as many, but 4 at least
   */
  constructor(
    terms: Partial<ContractTerms> = {},
    limits: Partial<InstrumentLimits> = {},
    rules: number = Rules.contracts,
    digits = 0,
  ) {
    super();
    this.terms = { ...SMALL_TERMS, ...terms };
    this.scale = Math.max(MARGIN_SCALE, digits);
    const quantityScale = Math.min(LOT_SCALE_MAX, digits);
    this.send({ kind: CommandKind.setRules, version: rules });
    this.send({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: this.scale });
    for (const symbol of ['BTCUSD', 'ETHUSD']) {
      const scales = { base: 0, quote: USD, priceScale: digits - quantityScale, quantityScale };
      const listed = { symbol, ...scales, contract: this.terms };
      this.send({ kind: CommandKind.listContract, ...listed, ...LIMITS, ...limits });
    }
  }

  override run(table: string): { readonly expected: string[]; readonly actual: string[] } {
    const result = super.run(table);
    const copy = restoreCore(snapshotCore(this.core));
    if (stateHash(copy) !== stateHash(this.core)) throw new Error('a snapshot tells another state');
    return result;
  }

  protected override check(): void {
    super.check();
    const { risk } = this.core.trading.contracts;
    if (!risk.pending) checkMargins(this.core.state, new Set(risk.waiting.keys()));
  }

  /** The futures account of an actor, whose spot account has plenty. */
  override account(actor: string): number {
    const users = this.core.state.users.count;
    const spot = super.account(actor);
    if (this.core.state.users.count > users) this.give(spot, '1000000');
    return spot + AccountKind.usdtFutures;
  }

  private give(account: number, coins: string): string {
    const amount = unitsOf(coins, this.scale);
    const by = { actor: 'test', reason: 'funds', reference: '' };
    const from = SystemAccount.external;
    return this.send({ kind: CommandKind.deposit, account, from, asset: USD, amount, ...by });
  }

  protected override execute(line: string): string {
    const [actor = '', verb = '', ...rest] = line.split(' ');
    if (actor === 'index') return this.prices([verb, ...rest]);
    if (actor === 'fund' && verb === 'gets') return this.give(SystemAccount.insurance, rest[0]!);
    if (actor in SYSTEM) return this.system(SYSTEM[actor as keyof typeof SYSTEM]);
    if (actor === 'rate') return String(this.contract().fundingRate);
    if (actor === 'later') {
      this.now += Number(verb);
      return '';
    }
    const general = ['book', 'last', 'wait', 'operator'];
    if (general.includes(actor)) return super.execute(line);
    const account = this.account(actor);
    const asked = this.ask(account, verb, rest);
    return asked ?? this.send(this.command(account, verb, rest));
  }

  private contract(words: readonly string[] = []) {
    return this.core.state.markets[instrumentOf(words)]!.contract!;
  }

  /** `index 101`, `index ETH 50`, `index 101 ETH 50`. */
  private prices(words: readonly string[]): string {
    let instrument = BTC_PERPETUAL;
    const entries: number[] = [];
    for (const word of words) {
      if (word === 'ETH') instrument = ETH_PERPETUAL;
      else entries.push(instrument, Number(word));
    }
    return this.send({ kind: CommandKind.prices, entries });
  }

  private system(account: number): string {
    const { ledger } = this.core.state;
    return formatDecimal(ledger.available(ledger.slot(account, USD)), this.scale);
  }

  /** `operator terms takerPpm=0`, `operator discounts ann 500 1000`, else as in spot. */
  protected override operator(verb: string, rest: readonly string[]): string {
    const by = { actor: 'test', reason: 'table' };
    if (verb === 'terms') {
      const changes = rest.map((word) => word.split('=')).map(([key, to]) => [key, Number(to)]);
      this.terms = { ...this.terms, ...Object.fromEntries(changes) };
      const { terms: contract, traded: instrument } = this;
      return this.send({ kind: CommandKind.setContract, instrument, contract, ...by });
    }
    if (verb !== 'discounts') return super.operator(verb, rest);
    const usual = { makerPpm: 1_000, takerPpm: 1_000 };
    const [contractMakerPpm, contractTakerPpm] = rest.slice(1).map(Number);
    const lower = {
      ...usual,
      contractMakerPpm: contractMakerPpm!,
      contractTakerPpm: contractTakerPpm!,
    };
    this.send({ kind: CommandKind.setFeeSchedule, tiers: [usual, lower], ...by });
    const user = ownerOf(this.account(rest[0]!));
    return this.send({ kind: CommandKind.setFeeTier, user, tier: 1, ...by });
  }

  /** What an actor's line asks about its account; null where it is a command. */
  private ask(account: number, verb: string, words: readonly string[]): string | null {
    const { ledger, users } = this.core.state;
    const { margin } = this.core.trading.contracts;
    const risk = users.futuresAccount(ownerOf(account));
    if (verb === 'USD') {
      const slot = ledger.slot(account, USD);
      const held = ledger.held(slot);
      const free = formatDecimal(ledger.available(slot), this.scale);
      return held === 0n ? free : `${free} held ${formatDecimal(held, this.scale)}`;
    }
    if (verb === 'free') return coins(margin.free(risk));
    if (verb === 'spare') return coins(margin.withdrawable(risk));
    if (verb === 'position') return this.position(account, words);
    if (verb === 'figures')
      return figuresOf(this.core.state, account, instrumentOf(words), legNamed(words));
    return null;
  }

  /** `long 5 @ 100, margin 25, unrealised 5, profit 0, fees 1`; what is nothing is left out. */
  private position(account: number, words: readonly string[]): string {
    const { positions, seats } = this.core.state;
    const { margin } = this.core.trading.contracts;
    const seat = seats.find(account, instrumentOf(words));
    if (seat === -1) return 'none';
    const slot = [...positions.legs(seats.position(seat))].find(
      (leg) => positions.leg(leg) === legNamed(words),
    );
    if (slot === undefined || positions.lots(slot) === 0) return 'none';
    const lots = positions.lots(slot);
    const size = Math.abs(lots);
    const entry = Number((positions.cost(slot) / size).toFixed(4));
    const [, , , , , profit, fees, funding] = positions.f64.subarray(slot * 16, slot * 16 + 8);
    const facts = [
      ['margin', positions.margin(slot), this.scale],
      ['unrealised', margin.profit(slot), MARGIN_SCALE],
      ['profit', profit!, this.scale],
      ['fees', fees!, this.scale],
      ['funding', funding!, this.scale],
    ] as const;
    const told = facts.filter(([, units]) => units !== 0);
    const words_ = told.map(([name, units, scale]) => `${name} ${coins(units, scale)}`);
    return [`${lots > 0 ? 'long' : 'short'} ${size} @ ${entry}`, ...words_].join(', ');
  }

  private command(account: number, verb: string, words: readonly string[]): CommandInput {
    const instrument = instrumentOf(words);
    const setting = this.setting(account, instrument, verb, words);
    if (setting !== null) return setting;
    const options = optionBits(verb, words);
    const trades = ['longs', 'shorts', 'closes', 'reverses'].includes(verb);
    if (trades) {
      const side = verb === 'longs' ? 'buys' : 'sells';
      const priced = words.includes('@') ? words : [...words, 'at', 'market'];
      const placed = parse(this, account, side, priced);
      const sized = 'quantity' in placed && Number.isNaN(placed.quantity);
      return { ...placed, instrument, ...(sized ? { quantity: 0 } : {}), options } as CommandInput;
    }
    if (verb === 'pairs') {
      const at = words.indexOf('and');
      const plan = ([kind = '', ...rest]: readonly string[]): PlanTerms =>
        this.command(account, kind, rest) as PlacePlanCommand;
      const plans = [plan(words.slice(0, at)), plan(words.slice(at + 1))] as const;
      return { kind: CommandKind.placePlanPair, account, instrument, plans };
    }
    const input = parse(this, account, verb, words);
    if (input.kind === CommandKind.placePlan) return { ...input, instrument, options };
    return input.kind === CommandKind.placeOco ? { ...input, instrument } : input;
  }

  private setting(
    account: number,
    instrument: number,
    verb: string,
    words: readonly string[],
  ): CommandInput | null {
    const leg = legNamed(words);
    const at = { account, instrument };
    switch (verb) {
      case 'leverage':
        return {
          kind: CommandKind.setLeverage,
          account,
          instrument: words.includes('everywhere') ? EVERY_INSTRUMENT : instrument,
          leg,
          leverage: Number(words[0]),
          ...(words.includes('short') ? { shortLeverage: after(words, 'short') } : {}),
        };
      case 'isolated':
      case 'cross':
        return { kind: CommandKind.setMarginMode, ...at, mode: MarginMode[verb] };
      case 'hedge':
        return { kind: CommandKind.setPositionMode, account, mode: PositionMode.hedge };
      case 'one-way':
        return { kind: CommandKind.setPositionMode, account, mode: PositionMode.oneWay };
      case 'auto':
        return { kind: CommandKind.setAutoMargin, ...at, leg, on: words[0] === 'on' ? 1 : 0 };
      case 'adds':
      case 'removes': {
        const amount = Number(unitsOf(words[0]!, this.scale)) * (verb === 'adds' ? 1 : -1);
        return { kind: CommandKind.changeMargin, ...at, leg, amount };
      }
      case 'brings':
      case 'takes': {
        const spot = account - AccountKind.usdtFutures;
        const [from, to] = verb === 'brings' ? [spot, account] : [account, spot];
        const moved = {
          from,
          to,
          asset: USD,
          amount: unitsOf(words[0]!, this.scale),
          clientId: '',
        };
        return { kind: CommandKind.transfer, ...moved };
      }
      default:
        return null;
    }
  }

  protected override word(event: Event): string {
    switch (event.kind) {
      case EventKind.contractTrade: {
        const { quantity, price, makerOrder, makerAccount, origin } = event;
        if (origin === TradeOrigin.offset) return `offset ${quantity}@${price}`;
        if (origin === TradeOrigin.book) {
          return `trade ${quantity}@${price} ${this.nameOf(makerOrder)}`;
        }
        return `deleveraged ${this.actorOf(makerAccount)} ${quantity}@${price}`;
      }
      case EventKind.marks:
        return `mark ${event.instrument === ETH_PERPETUAL ? 'ETH ' : ''}${event.mark}`;
      case EventKind.fundingSet: {
        const symbol = event.instrument === ETH_PERPETUAL ? 'ETH ' : '';
        return `round ${symbol}${event.round} rate ${event.rate} at ${event.mark}`;
      }
      case EventKind.posting: {
        const { account, reason, availableDelta, heldDelta } = event;
        if (reason !== PostingReason.funding || ownerOf(account) < FIRST_USER_ID) return '';
        return `funding ${this.actorOf(account)} ${formatDecimal(availableDelta + heldDelta, this.scale)}`;
      }
      case EventKind.marginCall: {
        const own = event.instrument === NO_PAIR ? '' : ' isolated';
        const symbol = event.instrument === ETH_PERPETUAL ? ' ETH' : '';
        const percent = loanRatio(event) / 10_000;
        return `called ${this.actorOf(event.account)}${symbol}${own} ${percent} %`;
      }
      case EventKind.liquidation: {
        const { account, closed, deleveraged, limit, fee, paidByFund } = event;
        const off = deleveraged > 0 ? ` deleveraged ${deleveraged}` : '';
        const paid = paidByFund > 0 ? ` fund ${coins(paidByFund, this.scale)}` : '';
        const at = limit > 0 ? ` limit ${limit}` : '';
        return `liquidated ${this.actorOf(account)} ${closed}${off}${at} fee ${coins(fee, this.scale)}${paid}`;
      }
      default:
        return super.word(event);
    }
  }
}

/** Expects of a table what it says. @param given as of a `FuturesScenario` */
export function play(table: string, ...given: ConstructorParameters<typeof FuturesScenario>): void {
  const { expected, actual } = new FuturesScenario(...given).run(table);
  expect(actual).toEqual(expected);
}

/** Margin units as coins; settle units where `scale` says how many decimals these have. */
function coins(units: number, scale: number = MARGIN_SCALE): string {
  return formatDecimal(BigInt(units), scale);
}

function unitsOf(coinsText: string, scale: number): bigint {
  const negative = coinsText.startsWith('-');
  const units = parseDecimal(negative ? coinsText.slice(1) : coinsText, scale);
  if (units === null) throw new Error(`"${coinsText}" is no amount`);
  return negative ? -units : units;
}

function instrumentOf(words: readonly string[]): number {
  return words.includes('ETH') ? ETH_PERPETUAL : BTC_PERPETUAL;
}

/** The leg that `leg=long` names. */
function legNamed(words: readonly string[]): PositionLeg {
  const named = words.find((word) => word.startsWith('leg='))?.slice(4) ?? 'net';
  return LEGS[named as keyof typeof LEGS];
}

/** Bits of OrderOption: `reduce`, `leg=long`, `bits=64`; closing and reversing are verbs. */
function optionBits(verb: string, words: readonly string[]): number {
  const leg = legNamed(words);
  let bits = after(words, 'bits') | (leg << 1);
  if (words.includes('reduce')) bits |= OrderOption.reduceOnly;
  if (verb === 'closes' && words[0] === 'all') bits |= OrderOption.closeAll;
  if (verb === 'reverses') bits |= OrderOption.closeAll | OrderOption.reverse;
  return bits;
}
