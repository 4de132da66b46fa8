/** INV-16 for margin accounts: random commands, compared with the core's own state and numbers. */
import { createHash } from 'node:crypto';
import { Core, restingOrders } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  balanceNumber,
  coinExcess,
  coinValue,
  EventKind,
  isMargin,
  LoanCause,
  loanHeadroom,
  loanRatio,
  MARGIN_END_PPM,
  MARGIN_OPTION,
  NO_PAIR,
  pocketOf,
  SystemAccount,
} from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { MarginGenerator } from '../../testkit/src/core/margin-generator.ts';
import { movedBuffers, Views } from '../src/index.ts';

const COMMANDS = Number(process.env['HALCYON_AGREEMENTS'] ?? 2_000);
const USERS = Array.from({ length: 8 }, (_, i) => 16 + i);
const ASSETS = [0, 1, 2];
/** Of the generator's three pairs, those with terms of their own. */
const PAIRS = [0, 2];

/** One of the views is told events, the other is shown the log. */
class MarginTrial {
  readonly core = new Core();
  readonly generator: MarginGenerator;
  views = new Views();
  rows = new Views();
  /** Kinds of event that were seen, 100 + cause those of loans. */
  readonly seen = new Set<number>();
  /** Debts and liquidation prices that were compared. */
  debts = 0;
  prices = 0;

  constructor(seed: number) {
    this.generator = new MarginGenerator(seed);
    for (const command of this.generator.opening()) this.core.apply(command);
    this.take();
  }

  step(commands: number): void {
    for (let i = 0; i < commands; i++) this.core.apply(this.generator.next());
    this.take();
  }

  private take(): void {
    const { log, time, seq } = this.core.state;
    const range = { firstSeq: this.views.seq + 1, lastSeq: seq, time };
    this.rows.replay({ ...range, log });
    const events = log.decode();
    log.reset();
    this.views.apply({ ...range, events });
    this.generator.learn(events);
    for (const event of events) {
      this.seen.add(event.kind === EventKind.loan ? 100 + event.cause : event.kind);
    }
  }
}

function compareCoins({ core }: MarginTrial, views: Views): void {
  const { loans, ledger } = core.state;
  expect(views.loans.settleAsset).toBe(loans.settle!.asset);
  expect(views.loans.coins()).toEqual(
    loans.coins.map((coin) => {
      const { asset, market, terms, rate, index, indexTime, lent } = coin;
      const unlent = Number(ledger.available(ledger.slot(SystemAccount.loans, asset)));
      const usedPpm = lent === 0 ? 0 : Math.ceil((lent * 1e6) / (lent + unlent));
      const stale = coin.market !== NO_PAIR && coin.closed;
      return { asset, market, terms, rate, index, indexTime, lent, unlent, usedPpm, stale };
    }),
  );
  expect(views.loans.pairs()).toEqual(
    PAIRS.map((instrument) => {
      const { base, quote } = core.state.markets[instrument]!.instrument;
      return { instrument, base, quote, terms: loans.pairs.get(instrument)!.terms };
    }),
  );
}

/** Every account with its pairs: what is liquidated as one. */
function places(): { user: number; account: number; instrument: number }[] {
  const { crossMargin, isolatedMargin } = AccountKind;
  return USERS.flatMap((user) => [
    { user, account: accountOf(user, crossMargin), instrument: NO_PAIR },
    ...PAIRS.map((instrument) => ({
      user,
      account: accountOf(user, isolatedMargin),
      instrument,
    })),
  ]);
}

type Place = ReturnType<typeof places>[number];

function compareAccount(trial: MarginTrial, views: Views, place: Place): void {
  const { core } = trial;
  const { ledger, loans } = core.state;
  const { user, account, instrument } = place;
  const pocket = pocketOf(account, instrument);
  for (const asset of ASSETS) {
    const number = balanceNumber(asset, pocket);
    const slot = ledger.slot(account, number);
    const seen = views.balance(account, asset, instrument);
    expect([seen.available, seen.held]).toEqual([ledger.available(slot), ledger.held(slot)]);
    const record = loans.records.find(account, number);
    const debt = views.loans.debt(account, asset, instrument);
    const [principal, interest] =
      record === -1 ? [0, 0] : [loans.records.principal(record), loans.records.interest(record)];
    expect(debt).toMatchObject({ principal, interest });
    const listed = views.loans.debts(account).filter((each) => each.instrument === instrument);
    expect(listed.some((each) => each.asset === asset)).toBe(principal + interest > 0);
  }
  const figures = views.loans.figures(account, instrument);
  const sums = core.loans.accounts.sums(user, pocket);
  expect(figures).toMatchObject(sums);
  expect(figures.ratioPpm).toBe(loanRatio(sums));
  const risky = core.loans.risk.liquidated.some(
    (each) => each.user === user && each.pocket === pocket,
  );
  expect(figures.ratioPpm > MARGIN_END_PPM || sums.equity < sums.keeps).toBe(risky);
  trial.debts += figures.coins.filter(({ debt }) => debt > 0).length;
  comparePrices(trial, views, place);
}

/** At the price that is shown the account is kept, one tick on it is not. */
function comparePrices(trial: MarginTrial, views: Views, { account, instrument }: Place): void {
  const { coins } = views.loans.holdings(account, instrument);
  const shown = views.loans.figures(account, instrument).coins;
  const left = (at: number, price: number) =>
    coins.reduce((sum, coin, i) => {
      const scale = i === at ? { ...coin.scale, price } : coin.scale;
      return sum + coinValue(coinExcess(coin.risk, coin), scale);
    }, 0);
  coins.forEach((coin, at) => {
    const excess = coinExcess(coin.risk, coin);
    const price = shown.find(({ asset }) => asset === coin.asset)?.liquidationPrice ?? null;
    if (price === null) {
      const decides = left(at, 0) >= 0 !== left(at, 1e10) >= 0;
      expect(decides).toBe(false);
      return;
    }
    trial.prices += 1;
    expect(left(at, price)).toBeGreaterThanOrEqual(0);
    expect(left(at, excess > 0 ? price - 1 : price + 1)).toBeLessThan(0);
  });
}

/** What may be borrowed and taken out, as the core's own checks have it. */
function compareLimits({ core }: MarginTrial, views: Views, place: Place): void {
  const { user, account, instrument } = place;
  const { loans, ledger, users } = core.state;
  const { accounts } = core.loans;
  const pocket = pocketOf(account, instrument);
  const own = accounts.coins(user, pocket);
  for (const { asset, closed, rate: _rate, terms, lent } of loans.coins) {
    const pair = instrument === NO_PAIR ? null : core.state.markets[instrument]!.instrument;
    if (pair !== null && pair.base !== asset && pair.quote !== asset) continue;
    const number = balanceNumber(asset, pocket);
    const record = loans.records.find(account, number);
    const debt = record === -1 ? 0 : loans.records.debt(record);
    const room = loanHeadroom({
      terms,
      debtMax: loans.riskOf(number).debtMax,
      debt,
      level: users.tier(user),
      lent,
      unlent: Number(ledger.available(ledger.slot(SystemAccount.loans, asset))),
    });
    const blocked = own.some((coin) => coin.closed && loans.settle!.asset !== coin.number % 1_024);
    const noPrice = closed && asset !== loans.settle!.asset;
    const most = accounts.borrowable(user, pocket, number, room);
    const borrowable = blocked || noPrice || most < terms.loanMin ? 0 : most;
    expect(views.loans.borrowable(account, asset, instrument)).toBe(borrowable);
    const available = Number(ledger.available(ledger.slot(account, number)));
    const stuck = blocked && accounts.owes(user, pocket);
    const spare = stuck ? 0 : accounts.spare(user, pocket, number, available);
    expect(views.loans.transferable(account, asset, instrument)).toBe(spare);
  }
}

function compareOrders({ core }: MarginTrial, views: Views): void {
  for (const { id, account, instrument, remaining } of restingOrders(core.state)) {
    const seen = views.order(id)!;
    expect(seen).toMatchObject({ account, instrument, remaining });
    expect((seen.options & MARGIN_OPTION) !== 0).toBe(isMargin(account));
  }
}

function digests(views: Views): [string, string][] {
  return [...views.serialize()].map(([name, bytes]) => [
    name,
    createHash('sha256').update(bytes).digest('hex'),
  ]);
}

function restored(views: Views): Views {
  const fresh = new Views();
  fresh.restore(views.serialize());
  return fresh;
}

function takenOver(views: Views): Views {
  const image = views.handOver();
  const fresh = new Views();
  fresh.takeOver(structuredClone(image, { transfer: movedBuffers(image) }));
  return fresh;
}

describe('Views of margin accounts and the core', () => {
  it.each([1, 3, 5])(
    'INV-16 the views at sequence n are the core at sequence n (seed %i)',
    (seed) => {
      const trial = new MarginTrial(seed);
      const rounds = Math.ceil(COMMANDS / 20);
      for (let round = 1; round <= rounds; round++) {
        trial.step(20);
        compareCoins(trial, trial.views);
        for (const place of places()) compareAccount(trial, trial.views, place);
        if (round % 10 !== 0) continue;
        for (const place of places()) compareLimits(trial, trial.views, place);
        compareOrders(trial, trial.views);
        expect(digests(trial.rows)).toEqual(digests(trial.views));
        if (round % 50 !== 0) continue;
        trial.rows = takenOver(trial.rows);
        trial.views = restored(trial.views);
        expect(digests(trial.rows)).toEqual(digests(trial.views));
        for (const views of [trial.rows, trial.views]) {
          compareCoins(trial, views);
          for (const place of places()) compareAccount(trial, views, place);
        }
      }
      expect(trial.debts).toBeGreaterThan(1_000);
      expect(trial.prices).toBeGreaterThan(500);
      // These need a liquidation that finds nobody; the oracle of margin accounts sees the first, its storm both.
      const rare: readonly LoanCause[] = [LoanCause.takenOver, LoanCause.writtenOff];
      const usual = Object.values(LoanCause).filter((cause) => !rare.includes(cause));
      const { marginLiquidation, interestHour, coinIndex } = EventKind;
      const wanted = [...usual.map((cause) => 100 + cause), marginLiquidation, interestHour];
      for (const kind of [...wanted, coinIndex]) expect([...trial.seen]).toContain(kind);
    },
  );
});
