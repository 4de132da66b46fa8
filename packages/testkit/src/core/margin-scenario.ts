/**
 * Scenario tables of margin accounts: one line a command, with what must come of it.
 *
 *   ann brings 100 USD            -> ok
 *   ann borrows 10 ETH            -> ok, ann borrowed ETH 10, interest 0.001
 *   ann account                   -> equity 99.99, keeps 12.01, needs 25.01, ratio 12.02 %
 *   ann brings 100 USD to LTCETH  -> unknownAsset 0 2
 *   ann moves 10 LTC to LTCETH    -> ok
 *
 *   ann sells 5 @ 10 ETHUSD loan  -> ok, ann borrowed ETH 5, interest 0.0005, rests ann1 5
 *
 * An order is one of the cross margin account, with `isolated` of the pair's, with `spot` of the spot
 * account. Coins of 4 decimals: USD, in which the others are valued, ETH and LTC. Pairs ETHUSD and LTCETH have accounts
 * of their own, LTCUSD has none. Whole ticks and lots. Interest is 0.01 % an hour with nothing lent and 0.1 %
 * where half the pool is lent or more.
 */
import { NEWEST_RULES, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  EVERY_COIN,
  type Event,
  EventKind,
  formatDecimal,
  InstrumentState,
  LoanCause,
  LoanOption,
  type LoanTerms,
  type LoanTier,
  loanRatio,
  type MarginSums,
  NO_PAIR,
  type Outcome,
  ownerOf,
  type PairTerms,
  parseDecimal,
  pocketOf,
  type RateCurve,
  SystemAccount,
} from '@halcyon/domain';
import { expect } from 'vitest';
import { LoanAudit } from './loan-audit.ts';
import { checkLoans } from './loan-invariants.ts';
import { after, parse, Scenario } from './scenario.ts';

const SCALE = 4;
const COIN = 10 ** SCALE;
/** Assets and instruments behind those of `Scenario`. */
const COINS = { USD: 2, ETH: 3, LTC: 4 } as const;
const PAIRS = { ETHUSD: 1, LTCUSD: 2, LTCETH: 3 } as const;
const MARKETS = { USD: NO_PAIR, ETH: PAIRS.ETHUSD, LTC: PAIRS.LTCUSD } as const;
const HOUR = 3_600_000;
type Coin = keyof typeof COINS;
type Pair = keyof typeof PAIRS;

const LIMITS = {
  priceStep: 1,
  quantityStep: 1,
  state: InstrumentState.open,
  quantityMin: 1,
  quantityMax: 1_000,
  notionalMin: 0,
  bandPpm: 500_000,
  openOrdersMax: 100,
};

const tiers = (first: number, second: number): LoanTier[] => [
  { upTo: first * COIN, leverageMax: 5, maintenancePpm: 100_000 },
  { upTo: second * COIN, leverageMax: 3, maintenancePpm: 200_000 },
];

/** Few tiers and round rates, so that a table can be checked by head. */
export const SMALL_LOAN: LoanTerms = {
  tiers: tiers(100, 500),
  collateral: [
    { upTo: 100 * COIN, valuePpm: 900_000 },
    { upTo: 1_000 * COIN, valuePpm: 500_000 },
  ],
  curve: { idlePpm: 876_000, kinkPpm: 8_760_000, fullPpm: 8_760_000, kinkAtPpm: 500_000 },
  lentMax: 10_000 * COIN,
  levelMax: [200 * COIN],
  loanMin: COIN,
  liquidationPpm: 20_000,
};
export const SMALL_PAIR: PairTerms = {
  base: [{ upTo: 100 * COIN, leverageMax: 10, maintenancePpm: 50_000 }],
  quote: [{ upTo: 1_000 * COIN, leverageMax: 10, maintenancePpm: 50_000 }],
  liquidationPpm: 10_000,
};

/** Terms of each coin: USD counts whole. */
const TERMS: Readonly<Record<Coin, LoanTerms>> = {
  USD: {
    ...SMALL_LOAN,
    tiers: tiers(1_000, 5_000),
    collateral: [{ upTo: 1_000_000 * COIN, valuePpm: 1_000_000 }],
    levelMax: [2_000 * COIN],
  },
  ETH: SMALL_LOAN,
  LTC: SMALL_LOAN,
};

/** Runs tables of margin accounts against a fresh core, whose clock begins with an hour. */
export class MarginScenario extends Scenario {
  /** Made with the first command, which the constructor of `Scenario` sends. */
  declare private audit: LoanAudit | undefined;

  /** @param rules that the exchange trades by */
  constructor(rules: number = NEWEST_RULES) {
    super();
    this.now = HOUR;
    this.send({ kind: CommandKind.setRules, version: rules });
    for (const code of Object.keys(COINS)) {
      this.send({ kind: CommandKind.listAsset, code, name: code, scale: SCALE });
    }
    for (const [symbol, base, quote] of [
      ['ETHUSD', 'ETH', 'USD'],
      ['LTCUSD', 'LTC', 'USD'],
      ['LTCETH', 'LTC', 'ETH'],
    ] as const) {
      const listed = { symbol, base: COINS[base], quote: COINS[quote] };
      const scales = { priceScale: 0, quantityScale: 0 };
      this.send({ kind: CommandKind.listInstrument, ...listed, ...scales, ...LIMITS });
    }
    for (const coin of Object.keys(COINS) as Coin[]) this.setTerms(coin, {});
    for (const pair of ['ETHUSD', 'LTCETH'] as const) this.setPair(pair, {});
  }

  override run(table: string): { readonly expected: string[]; readonly actual: string[] } {
    const result = super.run(table);
    const copy = restoreCore(snapshotCore(this.core));
    if (stateHash(copy) !== stateHash(this.core)) throw new Error('a snapshot tells another state');
    return result;
  }

  protected override apply(command: Command): {
    outcome: Outcome;
    events: readonly Event[];
  } {
    const result = super.apply(command);
    this.audit ??= new LoanAudit();
    this.audit.note(result.events);
    return result;
  }

  protected override check(): void {
    super.check();
    checkLoans(this.core.state);
    this.audit?.check(this.core.state);
  }

  /** The spot account of an actor, with plenty of every coin. */
  override account(actor: string): number {
    const users = this.core.state.users.count;
    const spot = super.account(actor);
    if (this.core.state.users.count > users) {
      for (const coin of Object.keys(COINS) as Coin[]) this.give(spot, coin, '1000000');
    }
    return spot;
  }

  private give(account: number, coin: Coin, amount: string): string {
    const by = { actor: 'test', reason: 'funds', reference: '' };
    const asset = COINS[coin];
    const from = SystemAccount.external;
    const units = BigInt(unitsOf(amount));
    return this.send({ kind: CommandKind.deposit, account, from, asset, amount: units, ...by });
  }

  private setTerms(coin: Coin, change: Partial<LoanTerms>): string {
    const terms = { ...TERMS[coin], ...change };
    const by = { actor: 'test', reason: 'table' };
    const at = { asset: COINS[coin], market: MARKETS[coin] };
    return this.send({ kind: CommandKind.setLoanTerms, ...at, terms, ...by });
  }

  private setPair(pair: Pair, change: Partial<PairTerms>): string {
    const terms = { ...SMALL_PAIR, ...change };
    const by = { actor: 'test', reason: 'table' };
    return this.send({ kind: CommandKind.setPairTerms, instrument: PAIRS[pair], terms, ...by });
  }

  protected override execute(line: string): string {
    const [actor = '', verb = '', ...rest] = line.split(' ');
    if (actor === 'index') return this.prices([verb, ...rest]);
    if (actor === 'hour') {
      this.now = (Math.floor(this.now / HOUR) + 1) * HOUR;
      return this.send({ kind: CommandKind.tick });
    }
    if (actor === 'pool') return this.pool(verb, rest);
    if (actor === 'terms') return this.terms(verb as Coin, rest);
    if (['book', 'last', 'wait', 'operator'].includes(actor)) return super.execute(line);
    const spot = this.account(actor);
    const pair = pairIn(rest);
    if (['buys', 'sells', 'cancels', 'amends', 'replaces'].includes(verb)) {
      return this.send(this.order(spot, pair, verb, rest));
    }
    const kind = pair === NO_PAIR ? AccountKind.crossMargin : AccountKind.isolatedMargin;
    const account = spot + kind;
    if (verb === 'account') return this.sums(account, pair);
    if (verb === 'has') return this.holding(account, pair, rest[0] as Coin);
    const input = this.command(spot, account, pair, verb, rest);
    return input === null ? super.execute(line) : this.send(input);
  }

  /** `index ETH 10 LTC 5`. */
  private prices(words: readonly string[]): string {
    const entries: number[] = [];
    for (let i = 0; i < words.length; i += 2) {
      entries.push(MARKETS[words[i] as Coin], Number(words[i + 1]));
    }
    return this.send({ kind: CommandKind.prices, entries });
  }

  /** `pool gets 100 ETH`, `pool gives 5 ETH`, `pool ETH`: unlent, lent; `pool fund 5 ETH`, `pool ETH fund`. */
  private pool(verb: string, [amount = '', coin]: readonly string[]): string {
    const { loans, external } = SystemAccount;
    if (verb === 'gets') return this.give(loans, coin as Coin, amount);
    if (verb === 'gives') {
      const by = { actor: 'test', reason: 'funds', reference: '' };
      const moved = { account: external, from: loans, asset: COINS[coin as Coin] };
      const units = BigInt(unitsOf(amount));
      return this.send({ kind: CommandKind.deposit, ...moved, amount: units, ...by });
    }
    if (verb === 'fund') return this.give(SystemAccount.insurance, coin as Coin, amount);
    const { ledger, loans: book } = this.core.state;
    const asset = COINS[verb as Coin];
    if (amount === 'fund') {
      return coins(Number(ledger.available(ledger.slot(SystemAccount.insurance, asset))));
    }
    const unlent = ledger.available(ledger.slot(loans, asset));
    return `${coins(Number(unlent))}, lent ${coins(book.coin(asset)!.lent)}`;
  }

  /** `terms ETH loanMin=5`: in coins; `terms LTCETH liquidationPpm=1`; `ratePpm=1`: whatever is lent. */
  private terms(name: string, words: readonly string[]): string {
    const change: Record<string, unknown> = {};
    for (const word of words) {
      const [key = '', value = ''] = word.split('=');
      const whole = key.endsWith('Ppm') ? Number(value) : unitsOf(value);
      if (key === 'ratePpm') change['curve'] = flatCurve(whole);
      else change[key] = key === 'levelMax' ? [whole] : whole;
    }
    return name in PAIRS ? this.setPair(name as Pair, change) : this.setTerms(name as Coin, change);
  }

  private command(
    spot: number,
    account: number,
    instrument: number,
    verb: string,
    words: readonly string[],
  ): CommandInput | null {
    const amount = unitsOf(words[0] ?? '');
    const asset = COINS[words[1] as Coin];
    const clientId = words.find((word) => word.startsWith('id='))?.slice(3) ?? '';
    switch (verb) {
      case 'brings':
      case 'takes': {
        const [from, to] = verb === 'brings' ? [spot, account] : [account, spot];
        const moved = { from, to, asset, amount: BigInt(amount), clientId };
        const named = instrument === NO_PAIR ? {} : { instrument };
        return { kind: CommandKind.transfer, ...moved, ...named };
      }
      case 'moves': {
        const cross = accountOf(ownerOf(spot), AccountKind.crossMargin);
        const [from, to] = words.includes('to') ? [cross, account] : [account, cross];
        const moved = { from, to, asset, amount: BigInt(amount), clientId };
        return { kind: CommandKind.transfer, ...moved, instrument };
      }
      case 'borrows':
      case 'repays': {
        const kind = verb === 'borrows' ? CommandKind.borrow : CommandKind.repay;
        return { kind, account, instrument, asset, amount, clientId } as CommandInput;
      }
      case 'flash-repays': {
        const all = words[0] === 'all';
        const coin = all ? EVERY_COIN : COINS[words[0] as Coin];
        return { kind: CommandKind.flashRepay, account, instrument, asset: coin };
      }
      default:
        return null;
    }
  }

  /** An order of the account that the words name, or a change of one. */
  private order(spot: number, pair: number, verb: string, words: readonly string[]): CommandInput {
    const { crossMargin, isolatedMargin } = AccountKind;
    const margin = words.includes('isolated') ? isolatedMargin : crossMargin;
    const account = spot + (words.includes('spot') ? 0 : margin);
    const input = parse(this, account, verb, words);
    if (input.kind !== CommandKind.place) return input;
    const loan = words.includes('loan') ? LoanOption.autoLoan : 0;
    const repay = words.includes('repay') ? LoanOption.autoRepay : 0;
    const quoteAmount = words[0] === 'for' ? unitsOf(words[1] ?? '') : 0;
    const options = after(words, 'bits') | loan | repay;
    return { ...input, instrument: pair, quoteAmount, options };
  }

  private sums(account: number, instrument: number): string {
    const user = account >>> 3;
    const sums = this.core.loans.accounts.sums(user, pocketOf(account, instrument));
    const { equity, keeps, needs } = sums;
    const ratio = ratioOf(sums);
    return `equity ${coins(equity)}, keeps ${coins(keeps)}, needs ${coins(needs)}, ratio ${ratio} %`;
  }

  /** What an account has of a coin, and owes: `10 held 1 owes 5 + 0.001`. */
  private holding(account: number, instrument: number, coin: Coin): string {
    const { ledger, loans } = this.core.state;
    const { records } = loans;
    const number = pocketOf(account, instrument) * 1_024 + COINS[coin];
    const slot = ledger.slot(account, number);
    const held = Number(ledger.held(slot));
    const record = records.find(account, number);
    const free = coins(Number(ledger.available(slot)));
    const has = held === 0 ? free : `${free} held ${coins(held)}`;
    if (record === -1 || records.debt(record) === 0) return has;
    const interest = records.interest(record);
    const more = interest === 0 ? '' : ` + ${coins(interest)}`;
    return `${has} owes ${coins(records.principal(record))}${more}`;
  }

  protected override word(event: Event): string {
    if (event.kind === EventKind.interestHour) {
      const { rates } = event;
      const words: string[] = [];
      for (let i = 0; i < rates.length; i += 2) words.push(`${codeOf(rates[i]!)} ${rates[i + 1]!}`);
      return `rates ${words.join(' ')}`;
    }
    if (event.kind === EventKind.marginLiquidation) {
      const { account: lost, fee, paidByFund, lostByPools, ended } = event;
      const paid = paidByFund > 0 ? ` fund ${coins(paidByFund)}` : '';
      const gone = lostByPools > 0 ? ` pools ${coins(lostByPools)}` : '';
      const more = ended ? '' : ' waits';
      return `liquidated ${this.actorOf(lost)} fee ${coins(fee)}${paid}${gone}${more}`;
    }
    if (event.kind === EventKind.marginCall) {
      return `called ${this.actorOf(event.account)} ${ratioOf(event)} %`;
    }
    if (event.kind === EventKind.flashRepaid) {
      return event.ended ? 'owes nothing of it' : 'still owes of it';
    }
    if (event.kind !== EventKind.loan) return super.word(event);
    const { account, asset, cause, principalDelta, interestDelta } = event;
    const coin = codeOf(asset);
    if (cause === LoanCause.interest) {
      return `interest ${this.actorOf(account)} ${coin} ${coins(interestDelta)}`;
    }
    const borrowed = cause === LoanCause.borrowed || cause === LoanCause.orderBorrowed;
    if (borrowed) return `borrowed ${coin} ${coins(principalDelta)}`;
    const way = { [LoanCause.writtenOff]: 'written off', [LoanCause.takenOver]: 'taken over' };
    const word = way[cause as keyof typeof way] ?? 'repaid';
    return `${word} ${coin} ${coins(-principalDelta)} + ${coins(-interestDelta)}`;
  }
}

/** One yearly rate, whatever part of a pool is lent. */
function flatCurve(ppm: number): RateCurve {
  return { idlePpm: ppm, kinkPpm: ppm, fullPpm: ppm, kinkAtPpm: 500_000 };
}

/** Expects of a table what it says. @param rules that the exchange trades by */
export function play(table: string, rules?: number): void {
  const { expected, actual } = new MarginScenario(rules).run(table);
  expect(actual).toEqual(expected);
}

/** The pair that a line's words name, NO_PAIR = none. */
function pairIn(words: readonly string[]): number {
  const named = words.find((word) => word in PAIRS);
  return named === undefined ? NO_PAIR : PAIRS[named as Pair];
}

/** Per cent. */
function ratioOf(sums: Pick<MarginSums, 'equity' | 'keeps'>): number {
  return Math.min(loanRatio(sums), 99_990_000) / 10_000;
}

function codeOf(asset: number): string {
  return Object.keys(COINS)[asset - COINS.USD]!;
}

function coins(units: number): string {
  return formatDecimal(BigInt(units), SCALE);
}

function unitsOf(text: string): number {
  const negative = text.startsWith('-');
  const units = Number(parseDecimal(negative ? text.slice(1) : text, SCALE) ?? 0n);
  return negative ? -units : units;
}
