/**
 * The core's margin accounts against the slow exchange with them. A difference prints seed and command:
 * run again with HALCYON_TEST_SEED=<seed> to see the same one.
 */
import { DoneReason, type Event, EventKind, LoanCause, Reject } from '@halcyon/domain';
import { describe, test } from 'vitest';
import { text } from './compare.ts';
import { LoanAudit } from './loan-audit.ts';
import { checkLoans } from './loan-invariants.ts';
import { Lockstep } from './lockstep.ts';
import { MarginGenerator } from './margin-generator.ts';
import { expectMet } from './met.ts';
import { NaiveLiquidation } from './naive-margin/liquidation.ts';
import { seedOf } from './test-seed.ts';

const COUNT = Number(process.env['HALCYON_MARGIN_ORACLE_COMMANDS'] ?? 10_000);
const CHECK_EVERY = 100;
const MINUTES_10 = 600_000;

interface Run {
  readonly both: Lockstep;
  readonly seen: ReadonlySet<number>;
}

/** What is looked for: causes of loans, reasons for which orders ended, kinds of all other events. */
function keyOf(event: Event): number {
  if (event.kind === EventKind.orderDone) return 200 + event.reason;
  return event.kind === EventKind.loan ? 100 + event.cause : event.kind;
}

function run(seed: number): Run {
  console.log(`margin oracle: seed ${seed}`);
  const generator = new MarginGenerator(seed);
  const naive = new NaiveLiquidation();
  const both = new Lockstep(naive);
  const audit = new LoanAudit();
  const seen = new Set<number>();
  let done = 0;
  try {
    for (const command of generator.opening()) audit.note(both.step(command));
    for (; done < COUNT; done++) {
      const events = both.step(generator.next());
      generator.learn(events);
      audit.note(events);
      for (const event of events) seen.add(keyOf(event));
      checkLoans(both.core.state);
      audit.check(both.core.state);
      const lost = naive.notKept();
      if (text(both.core.loans.risk.liquidated) !== text(lost))
        throw new Error(`INV-11: not kept are ${text(lost)}`);
      if (done % CHECK_EVERY === 0) both.check();
    }
  } catch (error) {
    throw new Error(`seed ${seed}, command ${done} of ${COUNT}`, { cause: error });
  }
  return { both, seen };
}

describe('margin accounts of the core and of the slow exchange', () => {
  test('A1 A3 INV-11 INV-25 INV-26 INV-27 everything: liquidated if and only if', {
    timeout: MINUTES_10,
  }, () => {
    const { both, seen } = run(seedOf());
    // That a pool loses is too rare for a short run; every storm of margin-storm.test.ts sees it.
    const usual = Object.values(LoanCause).filter((cause) => cause !== LoanCause.writtenOff);
    const kinds = [
      EventKind.marginLiquidation,
      ...usual.map((cause) => 100 + cause),
      EventKind.interestHour,
      EventKind.flashRepaid,
      EventKind.marginCall,
      EventKind.trade,
      200 + DoneReason.marginUsed,
    ];
    const refusals = [
      Reject.borrowBeyondMargin,
      Reject.repayBeyondDebt,
      Reject.nothingOwed,
      Reject.notWithdrawable,
      Reject.debtLimit,
      Reject.poolLimit,
      Reject.loanTooSmall,
      Reject.indexStale,
      Reject.amountRange,
      Reject.insufficientMargin,
      Reject.insufficientBalance,
      Reject.optionsUnknown,
      Reject.unknownInstrument,
    ];
    const met = new Set([
      ...[...seen].map((kind) => `event ${kind}`),
      ...[...both.codes.keys()].map((code) => `refusal ${code}`),
    ]);
    const wanted = [
      ...kinds.map((kind) => `event ${kind}`),
      ...refusals.map((code) => `refusal ${code}`),
    ];
    expectMet('margin accounts', wanted, (thing) => met.has(thing));
  });
});
