/** Copy portfolios: who opens, joins and ends them, what moves their money, and what keeps away from them. */
import { Rules } from '@halcyon/core';
import {
  COPY_DEFAULTS,
  COPY_FOLLOWERS_MAX,
  COPY_TIERS,
  COPY_TRADERS_PER_ROOT,
  type CommandInput,
  CommandKind,
  type CopySettings,
  CopySizing,
  type CopyTerms,
  copySettingsFault,
  copyTermsFault,
  EVERY_INSTRUMENT,
  EventKind,
  PositionMode,
  Reject,
  Side,
  SystemAccount,
  UserMode,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, orderOf, spotOf, TERMS, USD } from './copy-exchange.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

const [ANN, BOB, CAT] = [16, 17, 18];
const BY = { actor: 'test', reason: 'test' };
const START = 100_000n * COIN;

let exchange: CopyExchange;
/** Ann's portfolio as a trader. */
let trader: number;

beforeEach(() => {
  exchange = new CopyExchange(3);
  trader = exchange.open(ANN).id;
});

describe('opening', () => {
  test('moves money of the root, opens a user that nobody is told of, and a snapshot knows it', () => {
    const { id, code, events } = exchange.follow(BOB, trader, 500n * COIN);
    expect(code).toBe(0);
    expect(events.map(({ kind }) => kind)).not.toContain(EventKind.userOpened);
    const told = events.filter(({ kind }) => kind === EventKind.copyPortfolioSet);
    expect(told).toMatchObject([{ ended: false, portfolio: { user: id, root: BOB, trader } }]);
    expect(exchange.has(spotOf(BOB))).toBe(START - 500n * COIN);
    expect(exchange.has(futuresOf(id))).toBe(500n * COIN);
    const { users } = exchange.core.state;
    expect([users.rootOf(id), users.isPortfolio(id), users.isPortfolio(BOB)]).toEqual([
      BOB,
      true,
      false,
    ]);
    exchange.restore();
    expect(exchange.core.state.users.isPortfolio(id)).toBe(true);
    expect(exchange.follower(id)).toMatchObject({ paidIn: 500n * COIN, sharePpm: 100_000 });
  });

  test('rules before know none', () => {
    const older = new CopyExchange(1, Rules.copying - 1);
    expect(older.open(ANN)).toMatchObject({ code: Reject.parameterRange, limit: Rules.copying });
    expect(older.core.state.copies.active).toBe(false);
  });

  test('a trader has 100 coins of its own, of a coin that contracts settle in', () => {
    const least = Number(100n * COIN);
    const small = exchange.open(BOB, 100n * COIN - 1n);
    expect(small).toMatchObject({ code: Reject.copyTooLittle, limit: least, value: least - 1 });
    expect(exchange.open(BOB, START + 1n).code).toBe(Reject.insufficientBalance);
    const kind = CommandKind.openCopyPortfolio;
    const other = { kind, user: BOB, asset: 0, amount: 1_000n, terms: TERMS } as const;
    const positionMode = PositionMode.oneWay;
    expect(exchange.send({ ...other, positionMode }).code).toBe(Reject.unknownAsset);
  });

  test('terms out of range are refused with the limit', () => {
    const { sharePpm: shareMaxPpm } = COPY_TIERS[0];
    const faults: [Partial<CopyTerms>, limit: number, value: number][] = [
      [{ sharePpm: shareMaxPpm + 1 }, shareMaxPpm, shareMaxPpm + 1],
      [{ sharePpm: -1 }, 0, -1],
      [{ followersMax: 0 }, 1, 0],
      [{ followersMax: COPY_FOLLOWERS_MAX + 1 }, COPY_FOLLOWERS_MAX, COPY_FOLLOWERS_MAX + 1],
      [{ amountMin: 1 }, Number(10n * COIN), 1],
      [{ amountMax: TERMS.amountMin - 1 }, TERMS.amountMin, TERMS.amountMin - 1],
    ];
    for (const [change, limit, value] of faults) {
      const said = exchange.open(BOB, 1_000n * COIN, change);
      expect(said).toMatchObject({ code: Reject.copyTermsRange, limit, value });
      expect(said.events).toEqual([]);
    }
    for (const [code, limit] of [
      ['a b c d', 32],
      ['12345', 6],
      ['x'.repeat(33), 32],
    ] as const) {
      const said = exchange.open(BOB, 1_000n * COIN, { code });
      expect(said).toMatchObject({ code: Reject.copyTermsRange, limit, value: code.length });
    }
    const fault = copyTermsFault({ ...TERMS, sharePpm: 1.5 }, { amountMin: 1, shareMaxPpm });
    expect(fault).toEqual({ field: 'sharePpm', limit: 0, value: 1.5 });
  });

  test('a root has so many portfolios as a trader', () => {
    for (let i = 1; i < COPY_TRADERS_PER_ROOT; i++) expect(exchange.open(ANN).code).toBe(0);
    const more = exchange.open(ANN);
    expect(more).toMatchObject({ code: Reject.copyPortfoliosMax, limit: COPY_TRADERS_PER_ROOT });
  });

  test('who is no root, or takes no deposits, opens none', () => {
    const sub = exchange.send({ kind: CommandKind.openUser, simulated: false, root: BOB }).id;
    for (const user of [sub, trader, 99, 5, -1, 0.5]) {
      expect(exchange.open(user).code, String(user)).toBe(Reject.unknownUser);
    }
    const mode = UserMode.depositsFrozen;
    exchange.send({ kind: CommandKind.setUserMode, user: BOB, mode, ...BY });
    expect(exchange.open(BOB).code).toBe(Reject.takesNoDeposits);
    expect(exchange.follow(BOB, trader).code).toBe(Reject.takesNoDeposits);
  });
});

describe('following', () => {
  test('a code that is not known, or a trader that is not there, looks the same', () => {
    const hidden = exchange.open(ANN, 1_000n * COIN, { code: 'only-friends' }).id;
    const { code, limit } = exchange.follow(BOB, 99);
    expect(exchange.follow(BOB, hidden, 1_000n * COIN, 'guessed')).toMatchObject({ code, limit });
    expect(code).toBe(Reject.copyPortfolioNotFound);
    expect(exchange.follow(BOB, hidden, 1_000n * COIN, 'only-friends').code).toBe(0);
    // Who follows is no trader.
    expect(exchange.follow(CAT, exchange.follow(BOB, trader).id).code).toBe(code);
  });

  test('never oneself, never twice, never in a circle', () => {
    expect(exchange.follow(ANN, trader).code).toBe(Reject.copyOwnPortfolio);
    const first = exchange.follow(BOB, trader).id;
    const again = exchange.follow(BOB, trader);
    expect(again).toMatchObject({ code: Reject.copyFollowedAlready, value: first });
    const bobs = exchange.open(BOB).id;
    expect(exchange.follow(ANN, bobs).code).toBe(Reject.copyCircle);
    expect(exchange.follow(CAT, bobs).code).toBe(0);
    const cats = exchange.open(CAT).id;
    expect(exchange.follow(ANN, cats).code).toBe(Reject.copyCircle);
    expect(exchange.end(BOB, first).code).toBe(0);
    expect(exchange.follow(ANN, cats).code).toBe(0);
  });

  test("within the trader's limits", () => {
    const kind = CommandKind.setCopyTerms;
    const terms = { ...TERMS, followersMax: 1, amountMax: Number(600n * COIN), sharePpm: 50_000 };
    expect(exchange.send({ kind, user: ANN, portfolio: trader, terms }).code).toBe(0);
    const little = exchange.follow(BOB, trader, 99n * COIN);
    expect(little).toMatchObject({ code: Reject.copyTooLittle, limit: TERMS.amountMin });
    expect(exchange.follow(BOB, trader, 601n * COIN).code).toBe(Reject.copyTooMuch);
    const { id } = exchange.follow(BOB, trader, 500n * COIN);
    expect(exchange.follower(id).sharePpm).toBe(50_000);
    expect(exchange.move(BOB, id, 101n * COIN)).toMatchObject({ code: Reject.copyTooMuch });
    expect(exchange.move(BOB, id, 100n * COIN).code).toBe(0);
    expect(exchange.follow(CAT, trader)).toMatchObject({ code: Reject.copyFollowersMax, limit: 1 });
    // What was agreed on at joining stays.
    exchange.send({ kind, user: ANN, portfolio: trader, terms: TERMS });
    expect(exchange.follower(id).sharePpm).toBe(50_000);
  });

  test('settings out of range are refused; those in range are kept', () => {
    const { id } = exchange.follow(BOB, trader);
    const set = (change: Partial<CopySettings>) => {
      const settings = { ...COPY_DEFAULTS, ...change };
      return exchange.send({
        kind: CommandKind.setCopySettings,
        user: BOB,
        portfolio: id,
        settings,
      });
    };
    for (const change of [
      { size: 0 },
      { size: 'much' as unknown as number },
      { sizing: 3 as CopySizing },
      { leverage: 0 },
      { slippagePpm: 100_001 },
      { stopLossPpm: 1_000_001 },
      { paused: 2 },
      { only: [-1] },
      { only: 'all' as unknown as [] },
      { without: Array.from({ length: 101 }, (_, i) => i) },
    ]) {
      expect(set(change), JSON.stringify(change)).toMatchObject({ code: Reject.copySettingsRange });
    }
    const fault = copySettingsFault({ ...COPY_DEFAULTS, size: 9_999 });
    expect(fault).toEqual({ field: 'size', limit: 10_000, value: 9_999 });
    const more = { sizing: CopySizing.amount, size: 1, only: [0], note: 'x'.repeat(1_000) };
    expect(set(more).code).toBe(0);
    expect(exchange.follower(id).settings).not.toHaveProperty('note');
    expect(exchange.follower(id).settings).toMatchObject({ sizing: CopySizing.amount, only: [0] });
    const stranger = { kind: CommandKind.setCopySettings, user: CAT, portfolio: id } as const;
    const said = exchange.send({ ...stranger, settings: COPY_DEFAULTS });
    expect(said.code).toBe(Reject.copyPortfolioNotFound);
  });
});

describe('money', () => {
  test('goes in and out by copy commands, once for a client id', () => {
    const { id } = exchange.follow(BOB, trader, 500n * COIN);
    const first = exchange.move(BOB, id, 100n * COIN, 'a');
    expect(exchange.move(BOB, id, 100n * COIN, 'a')).toMatchObject({ code: 0, id: first.id });
    expect(exchange.has(futuresOf(id))).toBe(600n * COIN);
    const many = exchange.move(BOB, id, -601n * COIN);
    expect(many).toMatchObject({ code: Reject.notWithdrawable, limit: Number(600n * COIN) });
    expect(exchange.move(BOB, id, 0n).code).toBe(Reject.amountRange);
    expect(exchange.move(BOB, id, -200n * COIN).code).toBe(0);
    expect(exchange.follower(id).paidIn).toBe(400n * COIN);
    expect(exchange.has(spotOf(BOB))).toBe(START - 400n * COIN);
    for (const stranger of [ANN, CAT]) {
      expect(exchange.move(stranger, id, -1n).code).toBe(Reject.copyPortfolioNotFound);
    }
  });

  test('INV-34 nothing but copying names a portfolio', () => {
    const { id } = exchange.follow(BOB, trader, 500n * COIN);
    const before = exchange.has(futuresOf(id));
    const [account, asset, amount] = [futuresOf(id), USD, 1n];
    const moved = { asset, amount, clientId: '' };
    const deposit = {
      kind: CommandKind.deposit,
      from: SystemAccount.faucet,
      reference: '',
    } as const;
    const out = { address: '', approvals: 0, notBefore: 0, dayMax: 0n, fee: 0n, clientId: '' };
    const order = { account, instrument: 0 };
    const commands: CommandInput[] = [
      { ...deposit, account, asset, amount, ...BY },
      { kind: CommandKind.transfer, from: account, to: spotOf(BOB), ...moved },
      { kind: CommandKind.transfer, from: spotOf(BOB), to: account, ...moved },
      { kind: CommandKind.transfer, from: spotOf(BOB), to: spotOf(id), ...moved },
      { kind: CommandKind.withdraw, account, to: 0, ...moved, fee: 0n, address: '' },
      { kind: CommandKind.requestWithdrawal, account, to: 0, asset, amount, ...out },
      {
        kind: CommandKind.requestWithdrawal,
        account: spotOf(CAT),
        to: spotOf(id),
        asset,
        amount,
        ...out,
      },
      orderOf(account, Side.buy, 1, 100),
      { kind: CommandKind.cancelAll, account, instrument: EVERY_INSTRUMENT },
      { kind: CommandKind.countdown, account, timeoutMs: 1_000 },
      { kind: CommandKind.setLeverage, ...order, leg: 0, leverage: 3 },
      { kind: CommandKind.setPositionMode, account, mode: 1 },
      { kind: CommandKind.setFeeTier, user: id, tier: 0, ...BY },
      { kind: CommandKind.setUserMode, user: id, mode: UserMode.closed, ...BY },
      { kind: CommandKind.openUser, simulated: false, root: id },
    ];
    for (const command of commands) {
      const { code } = exchange.send(command);
      expect([Reject.unknownAccount, Reject.unknownUser], JSON.stringify(command.kind)).toContain(
        code,
      );
    }
    expect(exchange.has(futuresOf(id))).toBe(before);
    // Not those of an ended one either.
    exchange.end(BOB, id);
    exchange.restore();
    expect(exchange.send(commands[2]!).code).toBe(Reject.unknownAccount);
  });

  test('the same commands of everybody else are carried out', () => {
    expect(exchange.deposit(spotOf(CAT), 5n).code).toBe(0);
    const [from, to] = [spotOf(CAT), futuresOf(CAT)];
    const moved = { from, to, asset: USD, amount: 5n, clientId: '' };
    expect(exchange.send({ kind: CommandKind.transfer, ...moved }).code).toBe(0);
  });
});

describe('ending', () => {
  test('gives back all, and the portfolio is known no longer', () => {
    const { id } = exchange.follow(BOB, trader, 500n * COIN);
    const { code, events } = exchange.end(BOB, id);
    expect(code).toBe(0);
    expect(events.at(-1)).toMatchObject({ ended: true, portfolio: { user: id, paidIn: 0n } });
    expect(exchange.has(spotOf(BOB))).toBe(START);
    expect(exchange.end(BOB, id).code).toBe(Reject.copyPortfolioNotFound);
    expect(exchange.move(BOB, id, 1n).code).toBe(Reject.copyPortfolioNotFound);
    exchange.restore();
  });

  test('a trader with followers takes no more, and ends after the last', () => {
    exchange.follow(BOB, trader);
    expect(exchange.end(ANN, trader).code).toBe(0);
    expect(exchange.follow(CAT, trader).code).toBe(Reject.copyClosing);
    exchange.finish();
    expect([exchange.has(spotOf(ANN)), exchange.has(spotOf(BOB))]).toEqual([START, START]);
    expect(exchange.follow(CAT, trader).code).toBe(Reject.copyPortfolioNotFound);
  });

  test('not while something is open', () => {
    const { id } = exchange.follow(BOB, trader);
    const moved = { from: spotOf(CAT), to: futuresOf(CAT), asset: USD, clientId: '' };
    exchange.send({ kind: CommandKind.transfer, ...moved, amount: 10_000n * COIN });
    exchange.index(100);
    exchange.trade(id, CAT, 1, 100);
    expect(exchange.end(BOB, id)).toMatchObject({ code: Reject.copyStillOpen, value: 1 });
    // The position's margin is not free, the rest is.
    const free = exchange.move(BOB, id, -1_000n * COIN);
    expect(free).toMatchObject({ code: Reject.notWithdrawable, limit: Number(995n * COIN) });
    exchange.trade(id, CAT, -1, 100);
    expect(exchange.end(BOB, id).code).toBe(0);
  });

  test('an account is not closed while it has a portfolio, with money or without', () => {
    const { id } = exchange.follow(BOB, trader, 100n * COIN);
    exchange.move(BOB, id, -100n * COIN);
    exchange.send({
      ...{ kind: CommandKind.withdraw, account: spotOf(BOB), to: 0, asset: USD, amount: START },
      ...{ fee: 0n, address: '', clientId: '' },
    });
    const close = {
      kind: CommandKind.setUserMode,
      user: BOB,
      mode: UserMode.closed,
      ...BY,
    } as const;
    expect(exchange.send(close).code).toBe(Reject.accountNotEmpty);
    exchange.end(BOB, id);
    expect(exchange.send(close).code).toBe(0);
    expect(exchange.follow(BOB, trader).code).toBe(Reject.accountClosed);
  });
});

describe('any commands', () => {
  test('INV-34 what portfolios have is what was paid in, and snapshots go on alike', () => {
    const random = new TestRandom(seedOf());
    const all = new CopyExchange(6);
    const people = [16, 17, 18, 19, 20, 21];
    let carriedOut = 0;
    for (let step = 0; step < 1_500; step++) {
      const user = random.pick(people);
      const known = [...all.core.state.copies.portfolios.keys()];
      const portfolio = known.length === 0 ? 0 : random.pick(known);
      const root = all.core.state.copies.portfolios.get(portfolio)?.root ?? user;
      const owner = random.chance(0.9) ? root : user;
      const amount = BigInt(random.int(1, 3_000)) * COIN;
      const { code, events } = random.pick([
        () => all.open(user, amount, { followersMax: random.int(1, 4) }),
        () => all.follow(user, portfolio, amount),
        () => all.move(owner, portfolio, amount),
        () => all.move(owner, portfolio, -amount),
        () => all.end(owner, portfolio),
      ])();
      if (code === 0) carriedOut += 1;
      else expect(events).toEqual([]);
      all.finish();
      const { copies, users } = all.core.state;
      for (const one of copies.portfolios.values()) {
        expect(all.has(futuresOf(one.user))).toBe(one.paidIn);
      }
      for (let one = 22; one < users.count; one++) {
        if (!copies.portfolios.has(one)) expect(all.has(futuresOf(one))).toBe(0n);
      }
      if (step % 50 === 0) all.restore();
    }
    expect(carriedOut).toBeGreaterThan(300);
  });
});
