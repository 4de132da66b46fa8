/**
 * S11: random steps of withdrawals beside a plain model, on a clock that jumps and an exchange that is
 * killed and comes back: nothing leaves early, twice, or without an end. A failure prints its seed: run
 * again with HALCYON_TEST_SEED=<seed> to see the same one.
 */
import { Core, NEWEST_RULES, Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  accountOf,
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  encodeCommand,
  PostingReason,
  Reject,
  SystemAccount,
  WITHDRAWAL_DAY_MS,
  WITHDRAWALS_OPEN_MAX,
  WithdrawalStatus,
} from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { checkInvariants } from './invariants.ts';
import { addOperators } from './operators.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

const STEPS = Number(process.env['HALCYON_WITHDRAWAL_STEPS'] ?? 4_000);
const HOUR = 60 * 60 * 1000;
const USERS = [16, 17, 18];
const OPERATORS = ['ada', 'bob', 'eve'];
const DAY_MAX = 5_000n;

/** What one withdrawal is, as the rules say it in words. */
interface Known {
  readonly id: number;
  readonly account: number;
  readonly to: number;
  readonly amount: number;
  readonly fee: number;
  readonly needs: number;
  readonly by: Set<string>;
  sent: boolean;
  transaction: string;
  end: (typeof ENDS)[number] | null;
}

const ENDS = ['confirmed', 'cancelled', 'refused', 'failed'] as const;

/** The core on a clock that jumps. Commands go through their bytes, as through a journal. */
class Exchange {
  core = new Core();
  wall = 1_700_000_000_000;
  private readonly bytes = new Uint8Array(COMMAND_BYTES_MAX);
  private readonly decoder = new CommandDecoder();

  /** The time of the exchange: it stands while the clock is behind. */
  get time(): number {
    return Math.max(this.core.state.time, this.wall);
  }

  submit(input: CommandInput): { code: number; id: number; events: Event[] } {
    const command = { ...input, seq: this.core.state.seq + 1, time: this.time } as Command;
    const length = encodeCommand(command, this.bytes, 0);
    const { code, id } = this.core.apply(this.decoder.decode(this.bytes, 0, length));
    const events = this.core.state.log.decode();
    this.core.state.log.reset();
    return { code, id, events };
  }

  /** As a start from a snapshot. */
  restart(): void {
    const again = restoreCore(snapshotCore(this.core));
    expect(stateHash(again)).toBe(stateHash(this.core));
    this.core = again;
  }

  balance(account: number): { available: number; held: number } {
    const { ledger } = this.core.state;
    const slot = ledger.slot(account, 0);
    return { available: Number(ledger.available(slot)), held: Number(ledger.held(slot)) };
  }
}

function opened(): Exchange {
  const exchange = new Exchange();
  exchange.submit({ kind: CommandKind.setRules, version: NEWEST_RULES });
  exchange.submit({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
  for (const each of addOperators(OPERATORS)) exchange.submit(each);
  for (const user of USERS) {
    exchange.submit({ kind: CommandKind.openUser, simulated: false });
    const given = { account: accountOf(user, 0), from: 0, asset: 0, amount: 1_000_000n };
    const said = { actor: 'test', reason: 'test', reference: `first ${user}` };
    exchange.submit({ kind: CommandKind.deposit, ...given, ...said });
  }
  return exchange;
}

const ASKED = {
  ...{ kind: CommandKind.requestWithdrawal, account: accountOf(16, 0), asset: 0 },
  ...{ to: SystemAccount.external, amount: 100n, fee: 3n, address: 'hal1', clientId: '' },
  ...{ approvals: 0, notBefore: 0, dayMax: 0n },
} as const;

class Model {
  readonly exchange = opened();
  readonly random: TestRandom;
  readonly all = new Map<number, Known>();
  /** When each address can be used, by its number. */
  readonly cooled = [0, 0, 0, 0];
  readonly asked: { user: number; time: number; amount: number; id: number }[] = [];
  readonly ends = { confirmed: 0, cancelled: 0, refused: 0, failed: 0 };
  /** Those whose money came back: once, and it never leaves after that. */
  readonly back = new Set<number>();
  replaced = 0;
  early = 0;

  constructor(seed: number) {
    this.random = new TestRandom(seed);
  }

  step(): void {
    const { random, exchange } = this;
    const what = random.next();
    if (what < 0.1) exchange.wall += random.pick([1_000, HOUR, 30 * HOUR]);
    else if (what < 0.2) exchange.wall -= random.pick([1_000, HOUR, 40 * HOUR]);
    else if (what < 0.22) exchange.restart();
    else if (what < 0.24) this.cooled[random.int(1, 3)] = exchange.time + WITHDRAWAL_DAY_MS;
    else if (what < 0.5) this.request();
    else if (what < 0.7) this.approve();
    else if (what < 0.76) this.giveBack(CommandKind.refuseWithdrawal);
    else if (what < 0.82) this.giveBack(CommandKind.cancelWithdrawal);
    else this.advance();
  }

  /** One of all that ever were, most often a late one; sometimes none. */
  private some(): number {
    const { random } = this;
    if (this.all.size === 0 || random.chance(0.02)) return 999_999_999;
    const ids = [...this.exchange.core.state.withdrawals.open.keys()];
    if (ids.length > 0 && random.chance(0.9)) return random.pick(ids);
    return random.pick([...this.all.keys()].slice(-20));
  }

  private request(): void {
    const { random, exchange } = this;
    const user = random.pick(USERS);
    const account = accountOf(user, 0);
    const address = random.int(0, 3);
    const inside = accountOf(random.pick(USERS), 0);
    const to = random.chance(0.4) ? inside : SystemAccount.external;
    const amount = random.int(0, 1_500);
    const fee = random.int(0, 3);
    const notBefore = this.cooled[address]!;
    const needs = random.int(0, 2);
    const { available } = exchange.balance(account);
    const day = this.asked.filter((one) => one.user === user && this.inDay(one.time));
    const leaving = day.reduce((sum, one) => sum + one.amount, 0) + amount;
    const open = [...this.all.values()].filter((one) => one.account === account && !one.end);
    const { code, id, events } = exchange.submit({
      ...{ ...ASKED, account, to, amount: BigInt(amount), fee: BigInt(fee) },
      ...{ address: `hal${address}`, approvals: needs, notBefore, dayMax: DAY_MAX },
    });
    const may =
      to !== account && amount > 0 && amount + fee <= available && exchange.time >= notBefore;
    const within = leaving <= DAY_MAX && open.length < WITHDRAWALS_OPEN_MAX;
    expect(code === 0).toBe(may && within);
    if (code !== 0) return;
    if (exchange.time < notBefore) this.early += 1;
    const known = { id, account, to, amount, fee, needs, by: new Set<string>() };
    this.all.set(id, { ...known, sent: false, transaction: '', end: null });
    this.asked.push({ user, time: exchange.time, amount, id });
    this.look(events);
  }

  /** Whether an hour that began in the last day has it. */
  private inDay(time: number): boolean {
    return Math.floor(time / HOUR) >= Math.floor(this.exchange.time / HOUR) - 24;
  }

  private approve(): void {
    const withdrawal = this.some();
    const actor = this.random.pick(OPERATORS);
    const known = this.all.get(withdrawal);
    const waits = known !== undefined && known.end === null && known.by.size < known.needs;
    const may = waits && !known.by.has(actor);
    if (may) known.by.add(actor);
    const command = { kind: CommandKind.approveWithdrawal, withdrawal, actor, reason: 'looked at' };
    const { code, events } = this.exchange.submit(command);
    expect(code === 0).toBe(may);
    this.look(events);
  }

  private giveBack(kind: 57 | 58): void {
    const withdrawal = this.some();
    const known = this.all.get(withdrawal);
    const own = kind === CommandKind.refuseWithdrawal || this.random.chance(0.8);
    const account = own ? (known?.account ?? 0) : accountOf(99, 0);
    const by = { actor: 'ada', reason: 'why not' };
    const { code, events } = this.exchange.submit({ kind, withdrawal, account, ...by } as never);
    const may = own && known !== undefined && known.end === null && !known.sent;
    expect(code === 0).toBe(may);
    if (may) this.end(known, kind === CommandKind.refuseWithdrawal ? 'refused' : 'cancelled');
    this.look(events);
  }

  /** It came back, and takes nothing of its day. */
  private end(known: Known, how: (typeof ENDS)[number]): void {
    known.end = how;
    const at = this.asked.findIndex(({ id }) => id === known.id);
    this.asked.splice(at, 1);
    this.ends[how] += 1;
  }

  private advance(): void {
    const withdrawal = this.some();
    const known = this.all.get(withdrawal);
    const { random } = this;
    const { sent, confirmed, failed } = WithdrawalStatus;
    const status = random.pick([sent, sent, confirmed, failed]);
    // That of now, one that was replaced or will be, or none.
    const transaction = random.pick([known?.transaction || 'tx 0', 'tx 0', 'tx 1', 'tx 2', '']);
    const reason = random.chance(0.1) ? '' : 'out of gas';
    const step = { kind: CommandKind.advanceWithdrawal, withdrawal, status, transaction } as const;
    const { code, events } = this.exchange.submit(status === failed ? { ...step, reason } : step);
    const ready = known !== undefined && known.end === null && known.by.size >= known.needs;
    const ends = known?.sent === true && transaction === known.transaction;
    const follows = status === sent ? !ends : ends && (status !== failed || reason !== '');
    const next = ready && follows && transaction !== '';
    expect(code === 0).toBe(next);
    if (next && status === sent) {
      if (known.sent) this.replaced += 1;
      Object.assign(known, { sent: true, transaction });
    }
    if (next && status === failed) this.end(known, 'failed');
    this.look(events);
  }

  /** What left may leave, and only once. */
  private look(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind !== EventKind.posting) continue;
      if (event.reason === PostingReason.release) {
        expect(this.back.has(event.reference)).toBe(false);
        this.back.add(event.reference);
      }
      if (event.reason !== PostingReason.withdraw) continue;
      expect(this.back.has(event.reference)).toBe(false);
      const known = this.all.get(event.reference);
      if (known === undefined || known.by.size < known.needs) this.early += 1;
      if (known?.to === SystemAccount.external && !known.sent) this.early += 1;
      expect(known).toMatchObject({ end: null, amount: Number(-event.heldDelta) });
      known!.end = 'confirmed';
      this.ends.confirmed += 1;
    }
  }

  /** Every account has what it had, less what left, and holds what is on its way. */
  check(): void {
    for (const user of USERS) {
      const account = accountOf(user, 0);
      let available = 1_000_000;
      let held = 0;
      for (const one of this.all.values()) {
        const sum = one.amount + one.fee;
        if (one.account === account && (one.end === null || one.end === 'confirmed')) {
          available -= sum;
        }
        if (one.account === account && one.end === null) held += sum;
        if (one.to === account && one.end === 'confirmed') available += one.amount;
      }
      expect(this.exchange.balance(account)).toEqual({ available, held });
    }
    checkInvariants(this.exchange.core.state);
  }
}

test('S11 INV-18 nothing leaves early, twice or without an end, whatever the clock does', () => {
  const seed = seedOf();
  console.log(`withdrawals: seed ${seed}`);
  const ends = { confirmed: 0, cancelled: 0, refused: 0, failed: 0 };
  let replaced = 0;
  // A model looks at all that ever were: many short lives are quicker than one long.
  for (let life = 0; life * 2_000 < STEPS; life++) {
    const model = new Model(seed + life);
    for (let i = 0; i < 2_000; i++) {
      model.step();
      if (i % 100 === 0) model.check();
    }
    model.check();
    expect(model.early).toBe(0);
    for (const end of ENDS) ends[end] += model.ends[end];
    expect(model.back.size).toBe(model.ends.cancelled + model.ends.refused + model.ends.failed);
    replaced += model.replaced;
  }
  expect(Math.min(...Object.values(ends), replaced)).toBeGreaterThan(STEPS / 2_000);
});

describe('a withdrawal', () => {
  const start = (more: Partial<Record<string, unknown>> = {}) => {
    const exchange = opened();
    return { exchange, ...exchange.submit({ ...ASKED, ...more } as never) };
  };

  test('outside is held, sent, confirmed; each step is one event', () => {
    const { exchange, id, events } = start();
    const steps = (given: readonly Event[]): number[] =>
      given.flatMap((one) => (one.kind === EventKind.withdrawal ? [one.withdrawal.status] : []));
    expect(steps(events)).toEqual([WithdrawalStatus.requested, WithdrawalStatus.approved]);
    expect(exchange.balance(ASKED.account)).toEqual({ available: 999_897, held: 103 });
    const next = { kind: CommandKind.advanceWithdrawal, withdrawal: id, transaction: 'a' } as const;
    const { sent, confirmed } = WithdrawalStatus;
    expect(exchange.submit({ ...next, status: confirmed }).code).toBe(Reject.withdrawalStatus);
    expect(steps(exchange.submit({ ...next, status: sent }).events)).toEqual([sent]);
    const cancel = { kind: CommandKind.cancelWithdrawal, account: ASKED.account, withdrawal: id };
    expect(exchange.submit(cancel as never).code).toBe(Reject.withdrawalStatus);
    const other = { ...next, status: confirmed, transaction: 'b' };
    expect(exchange.submit(other).code).toBe(Reject.withdrawalStatus);
    expect(steps(exchange.submit({ ...next, status: confirmed }).events)).toEqual([confirmed]);
    expect(exchange.balance(ASKED.account)).toEqual({ available: 999_897, held: 0 });
    expect(exchange.balance(SystemAccount.fees)).toEqual({ available: 3, held: 0 });
    expect(exchange.submit({ ...next, status: confirmed }).code).toBe(Reject.withdrawalNotFound);
  });

  test('that the chain fails is available again with its fee, once, and takes nothing of the day', () => {
    const { exchange, id: withdrawal } = start({ dayMax: 150n });
    const { sent, confirmed, failed } = WithdrawalStatus;
    const step = { kind: CommandKind.advanceWithdrawal, withdrawal, transaction: 'a' } as const;
    const fail = { ...step, status: failed, reason: 'its input was spent' } as const;
    expect(exchange.submit(fail).code).toBe(Reject.withdrawalStatus);
    exchange.submit({ ...step, status: sent });
    expect(exchange.submit({ ...fail, reason: '' }).code).toBe(Reject.parameterRange);
    expect(exchange.submit({ ...fail, transaction: 'b' }).code).toBe(Reject.withdrawalStatus);
    expect(exchange.submit({ ...ASKED, dayMax: 150n }).code).toBe(Reject.withdrawalDayLimit);
    expect(exchange.submit(fail).events.at(-1)).toMatchObject({
      ...{ kind: EventKind.withdrawal, actor: '', reason: 'its input was spent' },
      withdrawal: { id: withdrawal, status: failed, transaction: 'a' },
    });
    expect(exchange.balance(ASKED.account)).toEqual({ available: 1_000_000, held: 0 });
    for (const status of [sent, confirmed, failed] as const) {
      const again = { ...step, status, reason: 'again' };
      expect(exchange.submit(again).code).toBe(Reject.withdrawalNotFound);
    }
    expect(exchange.balance(ASKED.account)).toEqual({ available: 1_000_000, held: 0 });
    expect(exchange.submit({ ...ASKED, dayMax: 150n }).code).toBe(0);
  });

  test('has the transaction that took the place of its first, and ends with that one alone', () => {
    const { exchange, id: withdrawal } = start();
    const { sent, confirmed, failed } = WithdrawalStatus;
    const step = { kind: CommandKind.advanceWithdrawal, withdrawal } as const;
    const say = (status: 3 | 4 | 7, transaction: string): number =>
      exchange.submit({ ...step, status, transaction, reason: 'gone' }).code;
    expect(say(sent, 'a')).toBe(0);
    expect(say(sent, 'a')).toBe(Reject.withdrawalStatus);
    expect(say(sent, 'b')).toBe(0);
    expect(exchange.balance(ASKED.account)).toEqual({ available: 999_897, held: 103 });
    expect(say(confirmed, 'a')).toBe(Reject.withdrawalStatus);
    expect(say(failed, 'a')).toBe(Reject.withdrawalStatus);
    expect(say(sent, 'a')).toBe(0);
    expect(say(sent, 'b')).toBe(0);
    exchange.restart();
    expect(say(confirmed, 'b')).toBe(0);
    expect(exchange.balance(ASKED.account)).toEqual({ available: 999_897, held: 0 });
  });

  test('neither fails nor is replaced by the rules before, however a journal asks', () => {
    const { exchange, id: withdrawal } = start();
    const { sent, confirmed, failed } = WithdrawalStatus;
    const step = { kind: CommandKind.advanceWithdrawal, withdrawal, transaction: 'a' } as const;
    exchange.submit({ ...step, status: sent });
    exchange.core.state.rules = Rules.marginTransfers;
    for (const command of [
      { ...step, status: sent, transaction: 'b' },
      { ...step, status: failed, reason: 'gone' },
    ] as const) {
      const { code, events } = exchange.submit(command);
      expect([code, events]).toEqual([Reject.withdrawalStatus, []]);
    }
    expect(exchange.submit({ ...step, status: confirmed }).code).toBe(0);
  });

  test('inside arrives at once, and one asked for twice with one client id leaves once', () => {
    const to = accountOf(17, 0);
    const { exchange, id } = start({ to, clientId: 'once' });
    expect(exchange.balance(to).available).toBe(1_000_100);
    const again = exchange.submit({ ...ASKED, to, clientId: 'once' });
    expect(again).toMatchObject({ code: 0, id, events: [] });
  });

  test('S18 two operators are two people, with names and reasons', () => {
    const { exchange, id: withdrawal } = start({ approvals: 2, to: accountOf(17, 0) });
    const by = (actor: string, reason = 'seen'): number =>
      exchange.submit({ kind: CommandKind.approveWithdrawal, withdrawal, actor, reason }).code;
    expect(by('')).toBe(Reject.parameterRange);
    expect(by('ada', '')).toBe(Reject.parameterRange);
    expect(by('ada')).toBe(0);
    expect(by('ada')).toBe(Reject.approvedBefore);
    expect(exchange.balance(accountOf(17, 0)).available).toBe(1_000_000);
    expect(by('bob')).toBe(0);
    expect(exchange.balance(accountOf(17, 0)).available).toBe(1_000_100);
  });

  test('is refused by name and limit, and nothing is held', () => {
    const cases = [
      [{ notBefore: 1_700_000_000_001 }, Reject.withdrawalTooEarly],
      [{ dayMax: 99n }, Reject.withdrawalDayLimit],
      [{ to: SystemAccount.fees }, Reject.unknownAccount],
      [{ to: accountOf(16, 1) }, Reject.sameAccount],
      [{ account: SystemAccount.faucet }, Reject.unknownAccount],
      [{ approvals: 3 }, Reject.parameterRange],
      [{ amount: 0n }, Reject.amountRange],
      [{ fee: -1n }, Reject.amountRange],
      [{ amount: 1_000_000n }, Reject.insufficientBalance],
    ] as const;
    for (const [more, code] of cases) {
      const { exchange, code: got, events } = start(more);
      expect([more, got]).toEqual([more, code]);
      expect(events).toEqual([]);
      expect(exchange.balance(ASKED.account)).toEqual({ available: 1_000_000, held: 0 });
    }
  });

  test('of one user is counted without a look at those of others, and ended ones count no more', () => {
    const exchange = opened();
    for (let other = 0; other < WITHDRAWALS_OPEN_MAX; other++) {
      exchange.submit({ ...ASKED, account: accountOf(17, 0) });
    }
    exchange.restart();
    const open = exchange.core.state.withdrawals.open as Map<number, unknown>;
    const walk = (): never => {
      throw new Error('all withdrawals were looked at');
    };
    for (const way of ['values', 'entries', 'keys', 'forEach', Symbol.iterator] as const) {
      Object.defineProperty(open, way, { value: walk });
    }
    const ids = Array.from({ length: WITHDRAWALS_OPEN_MAX }, () => exchange.submit(ASKED).id);
    expect(exchange.submit(ASKED).code).toBe(Reject.withdrawalsOpen);
    const { cancelWithdrawal: kind } = CommandKind;
    expect(exchange.submit({ kind, account: ASKED.account, withdrawal: ids[0]! }).code).toBe(0);
    expect(exchange.submit(ASKED).code).toBe(0);
    expect(exchange.submit(ASKED).code).toBe(Reject.withdrawalsOpen);
  });

  test('is unknown to the rules before', () => {
    const core = new Core();
    const code = core.apply({ ...ASKED, seq: 1, time: 1 }).code;
    expect(code).toBe(Reject.parameterRange);
  });
});
