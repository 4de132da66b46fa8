/** Random steps of withdrawals of a few users, deposits between them, and what a chain may say of each. */
import { NEWEST_RULES } from '@halcyon/core';
import {
  type Command,
  type CommandInput,
  CommandKind,
  type Event,
  EventKind,
  SystemAccount,
  UserMode,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { addOperators } from './operators.ts';
import { TestRandom } from './random.ts';

const FIRST_USER = 16;
const USERS = 6;
const START = 1_700_000_000_000;
const HOUR = 3_600_000;
/** Those that it knows: ended ones among them, whose steps are refused. */
const MEMORY = 40;
const OPERATORS = ['ada', 'bob', 'eve'] as const;
const { sent, confirmed, failed } = WithdrawalStatus;

/** A stream of stamped commands. Tell it the events of each so that it can name withdrawals. */
export class WithdrawalGenerator {
  readonly random: TestRandom;
  private seq = 0;
  private time = START;
  private readonly known = new Map<number, Withdrawal>();

  constructor(seed: number) {
    this.random = new TestRandom(seed);
  }

  /** The commands that set the exchange up. */
  opening(): Command[] {
    const inputs: CommandInput[] = [
      { kind: CommandKind.setRules, version: NEWEST_RULES },
      { kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 },
      ...addOperators(OPERATORS),
    ];
    for (let user = 0; user < USERS; user++) {
      inputs.push({ kind: CommandKind.openUser, simulated: false });
    }
    return inputs.map((input) => this.stamp(input));
  }

  /** The next command. */
  next(): Command {
    const { random } = this;
    this.time += random.chance(0.02) ? random.int(1, 5) * HOUR : random.int(1, 20_000);
    return this.stamp(this.draw());
  }

  /** Remembers where withdrawals stand now. */
  learn(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind !== EventKind.withdrawal) continue;
      this.known.set(event.withdrawal.id, event.withdrawal);
      for (const [id] of this.known) if (this.known.size > MEMORY) this.known.delete(id);
    }
  }

  private stamp(input: CommandInput): Command {
    this.seq += 1;
    return { ...input, seq: this.seq, time: this.time } as Command;
  }

  private draw(): CommandInput {
    const { random } = this;
    const what = random.next();
    if (what < 0.02) return this.mode();
    if (what < 0.04) return this.payout();
    if (what < 0.15) return this.deposit();
    if (what < 0.4 || this.known.size === 0) return this.request();
    return what < 0.65 ? this.decision() : this.answer();
  }

  private account(): number {
    return this.random.int(FIRST_USER, FIRST_USER + USERS - 1) * 8;
  }

  private deposit(): CommandInput {
    const { random } = this;
    return {
      ...{ kind: CommandKind.deposit, from: SystemAccount.external, account: this.account() },
      ...{ asset: 0, amount: BigInt(random.int(1, 9_000)), reference: `d${random.int(1, 2_000)}` },
      ...{ actor: 'chain', reason: 'deposit' },
    };
  }

  /** Deposits stop and come again; who is closed stays so, with what is there. */
  private mode(): CommandInput {
    const { random } = this;
    const user = random.int(FIRST_USER, FIRST_USER + USERS - 1);
    const { open, depositsFrozen, closed } = UserMode;
    const mode = random.pick([open, open, depositsFrozen, closed]);
    const by = { actor: 'ada', reason: random.chance(0.1) ? '' : 'asked for it' };
    const keepsMoney = random.chance(0.05);
    return {
      kind: CommandKind.setUserMode,
      user,
      mode,
      ...(keepsMoney ? { keepsMoney } : {}),
      ...by,
    };
  }

  private payout(): CommandInput {
    const { random } = this;
    return {
      ...{ kind: CommandKind.requestPayout, account: this.account(), asset: 0, address: 'hal1' },
      to: random.chance(0.5) ? this.account() : SystemAccount.external,
      ...{ amount: BigInt(random.int(1, 400)), actor: random.pick(OPERATORS), reason: 'late' },
    };
  }

  private request(): CommandInput {
    const { random } = this;
    return {
      ...{ kind: CommandKind.requestWithdrawal, account: this.account(), asset: 0 },
      to: random.chance(0.2) ? this.account() : SystemAccount.external,
      ...{ amount: BigInt(random.int(0, 4_000)), fee: BigInt(random.int(0, 30)), address: 'hal1' },
      clientId: random.chance(0.3) ? `w${random.int(1, 300)}` : '',
      ...{ approvals: random.int(0, 2), notBefore: this.time + random.int(-9, 1), dayMax: 20_000n },
    };
  }

  private decision(): CommandInput {
    const { random } = this;
    const { id: withdrawal, account } = random.pick([...this.known.values()]);
    const by = { actor: random.pick(OPERATORS), reason: random.chance(0.1) ? '' : 'looked at' };
    const what = random.next();
    if (what < 0.2) return { kind: CommandKind.cancelWithdrawal, account, withdrawal };
    const refused = what < 0.3;
    const kind = refused ? CommandKind.refuseWithdrawal : CommandKind.approveWithdrawal;
    return { kind, withdrawal, ...by };
  }

  /** What a chain says of one: of its transaction of now, or of another. */
  private answer(): CommandInput {
    const { random } = this;
    const { id: withdrawal, transaction: own } = random.pick([...this.known.values()]);
    const status = random.pick([sent, sent, confirmed, confirmed, failed]);
    const transaction = random.chance(0.7) && own !== '' ? own : `tx ${random.int(1, 3)}`;
    const step = { kind: CommandKind.advanceWithdrawal, withdrawal, transaction } as const;
    return status === failed ? { ...step, status, reason: 'never' } : { ...step, status };
  }
}
