/** Parent orders: the core against the slow exchange on random streams; HALCYON_TEST_SEED as in oracle.test.ts. */
import { type Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { EventKind, ParentKind, ParentState, Reject } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { Lockstep } from './lockstep.ts';
import { ParentGenerator } from './parent-generator.ts';
import { seedOf } from './test-seed.ts';

const COMMANDS = 40_000;
const MINUTES_10 = 600_000;

test(
  'INV-01 INV-03 INV-13 INV-15 INV-40 parent orders: events, answers and balances equal',
  () => {
    const seed = seedOf() + 2;
    console.log(`parents oracle: seed ${seed}`);
    const generator = new ParentGenerator(seed);
    const both = new Lockstep();
    const ends = new Map<ParentState, number>();
    let chased = 0;
    let copy: Core | null = null;
    const traded = new Map<ParentKind, number>();
    for (const command of generator.opening()) both.step(command);
    for (let done = 0; done < COMMANDS; done++) {
      try {
        const command = generator.next();
        const events = both.step(command);
        copy?.apply(command);
        copy?.state.log.reset();
        generator.learn(events);
        for (const event of events) {
          const { parents } = both.core.state;
          if (event.kind === EventKind.orderAmended && parents.ofChild(event.order) > 0)
            chased += 1;
          if (event.kind !== EventKind.parentOrderSet) continue;
          ends.set(event.state, (ends.get(event.state) ?? 0) + 1);
          if (event.filled === 0) continue;
          traded.set(event.parentKind, (traded.get(event.parentKind) ?? 0) + 1);
        }
        if (done % 200 === 0) both.check();
        // A core that went on from a snapshot stays the same.
        if (done % 2_500 === 200 && copy !== null)
          expect(stateHash(copy)).toBe(stateHash(both.core));
        if (done % 2_500 === 200) copy = null;
        if (done % 2_500 === 0) {
          copy = restoreCore(snapshotCore(both.core));
          expect(stateHash(copy)).toBe(stateHash(both.core));
        }
      } catch (error) {
        throw new Error(`seed ${seed}, command ${done}`, { cause: error });
      }
    }
    for (const state of Object.values(ParentState)) {
      expect(ends.get(state) ?? 0, `parents that were ${state}`).toBeGreaterThan(100);
    }
    for (const kind of Object.values(ParentKind)) {
      expect(traded.get(kind) ?? 0, `parents of kind ${kind} that traded`).toBeGreaterThan(100);
    }
    expect(chased, 'prices that chase orders went to').toBeGreaterThan(200);
    const unseen = [
      Reject.parentParts,
      Reject.parentNotFound,
      Reject.childOfParent,
      Reject.settingUnchanged,
      Reject.takesNoDeposits,
      Reject.amendNothing,
      Reject.amendBelowFilled,
      Reject.insufficientBalance,
      Reject.clientIdDuplicate,
    ].filter((code) => !both.codes.has(code));
    expect(unseen, 'refusals that the stream never met').toEqual([]);
  },
  MINUTES_10,
);
