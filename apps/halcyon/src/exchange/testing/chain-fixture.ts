/** An exchange with one user, and processes of it that die; its journal and the chain outlive them. */
import { Core, NEWEST_RULES, restoreCore, snapshotCore } from '@halcyon/core';
import {
  accountOf,
  type Command,
  type CommandInput,
  CommandKind,
  type Outcome,
  SystemAccount,
  type Withdrawal,
} from '@halcyon/domain';
import type { WayIn, WayOut } from '../chain.ts';
import { DepositRunner } from '../deposits.ts';
import { WithdrawalRunner } from '../withdrawal-runner.ts';

/** The user's account. */
export const ANN = accountOf(16, 0);
/** What it begins with, units. */
export const DOLLARS = 1_000;
/** Of each withdrawal. */
export const AMOUNT = 100;
export const FEE = 1;

/** Does something outside of a process, or dies of it. */
type Outside = <T>(act: () => T) => T;

/** What ends at its `dies`th act outside of itself: after every other one before that. */
function outsideUntil(dies: number): Outside {
  let acts = 0;
  return (act) => {
    acts += 1;
    if (acts > dies) throw new Error('killed');
    const done = act();
    // It was done and nobody heard of it.
    if (acts === dies) throw new Error('killed');
    return done;
  };
}

/** See the head of the file. */
export class ChainFixture {
  core = new Core();
  now = 1_000_000;
  /** What the chain got, by transaction. */
  readonly given = new Map<string, number>();
  readonly problems: string[] = [];
  /** What the chain failed, as it was told. */
  readonly failed: string[] = [];
  mayLeave = true;

  constructor() {
    this.apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
    this.apply({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
    this.apply({ kind: CommandKind.openUser, simulated: false });
    const by = { actor: 'test', reason: 'test', reference: 'first' };
    const given = { account: ANN, from: 0, asset: 0, amount: BigInt(DOLLARS) };
    this.apply({ kind: CommandKind.deposit, ...given, ...by });
  }

  apply(input: CommandInput): Outcome {
    const { state } = this.core;
    const stamped = { ...input, seq: state.seq + 1, time: Math.max(state.time, this.now) };
    const outcome = { ...this.core.apply(stamped as Command) };
    state.log.reset();
    return outcome;
  }

  /** Asks for a withdrawal to the outside. @returns its id; 0 = it was refused */
  ask(): number {
    return this.apply({
      ...{ kind: CommandKind.requestWithdrawal, account: ANN, to: SystemAccount.external },
      ...{ asset: 0, amount: BigInt(AMOUNT), fee: BigInt(FEE), address: 'hal1', clientId: '' },
      ...{ approvals: 0, notBefore: 0, dayMax: 0n },
    }).id;
  }

  open(): Withdrawal[] {
    return [...this.core.state.withdrawals.open.values()];
  }

  money() {
    const { ledger } = this.core.state;
    const of = (account: number) => {
      const slot = ledger.slot(account, 0);
      return Number(ledger.available(slot)) + Number(ledger.held(slot));
    };
    ledger.assertConserved();
    return { ann: of(ANN), fees: of(SystemAccount.fees) };
  }

  /** What takes withdrawals out, in a process that ends at its `dies`th call of anything outside of itself. */
  process(chain: WayOut, dies = Number.POSITIVE_INFINITY): WithdrawalRunner {
    this.core = restoreCore(snapshotCore(this.core));
    const outside = outsideUntil(dies);
    return new WithdrawalRunner({
      chain: {
        terms: chain.terms,
        prepare: async (one) => outside(() => chain.prepare(one)),
        broadcast: async (one) => outside(() => this.#broadcast(chain, one)),
        stateOf: async (one) => outside(() => chain.stateOf(one)),
      },
      commands: {
        submit: async (command: CommandInput) => outside(() => this.apply(command)),
      } as never,
      withdrawals: () => this.open(),
      mayLeave: async () => this.mayLeave,
      onProblem: (message) => this.problems.push(message),
      onFailed: (message) => this.failed.push(message),
    });
  }

  /** What brings deposits, in such a process. */
  receiver(chain: WayIn, dies = Number.POSITIVE_INFINITY): DepositRunner {
    this.core = restoreCore(snapshotCore(this.core));
    const outside = outsideUntil(dies);
    return new DepositRunner({
      chain: {
        terms: chain.terms,
        arrivals: async () => outside(() => chain.arrivals()),
        booked: async (transaction) => outside(() => chain.booked(transaction)),
        send: async (gift) => outside(() => chain.send(gift)),
      },
      commands: { submit: async (command) => outside(() => this.apply(command)) },
      onProblem: (message) => this.problems.push(message),
    });
  }

  /** Nothing is given to a chain whose transaction is not in the journal. */
  #broadcast(chain: WayOut, { id, transaction, amount }: Withdrawal): Promise<void> {
    const noted = this.core.state.withdrawals.open.get(id)?.transaction;
    if (noted !== transaction) this.problems.push(`${transaction} left, the journal has ${noted}`);
    this.given.set(transaction, amount);
    return chain.broadcast({ ...this.core.state.withdrawals.open.get(id)!, transaction });
  }
}
