/** What a plan enters has the plan's id for its client id. */
import { Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { type Event, EventKind, FIRST_USER_ID, wireId } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { FuturesScenario } from './futures-scenario.ts';
import { Scenario } from './scenario.ts';

const NEWEST = 'operator rules 13 -> ok';
/** What fires it: the last price falls to 95. */
const FALL = `
  bob buys 1 @ 95              -> ok, rests bob1 1
  cat sells 1 @ 95             -> ok, trade 1@95 bob1, done bob1 filled, done cat1 filled`;

/** Runs a table on spot pairs; what it says must happen, and a snapshot must keep it. */
function play(table: string, scenario = new Scenario()): Scenario {
  const { expected, actual } = scenario.run(table);
  expect(actual).toEqual(expected);
  const copy = restoreCore(snapshotCore(scenario.core));
  expect(stateHash(copy)).toBe(stateHash(scenario.core));
  return scenario;
}

/** A scenario that keeps which client ids its orders entered with. */
class Named extends Scenario {
  readonly entered: [order: string, plan: string, clientId: string][] = [];

  protected override apply(command: Parameters<Scenario['apply']>[0]) {
    const applied = super.apply(command);
    this.note(applied.events);
    return applied;
  }

  private note(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind !== EventKind.orderOpened || event.plan === 0) continue;
      this.entered.push([wireId(event.order), wireId(event.plan), event.clientId]);
    }
  }
}

describe('a child of a plan', () => {
  test('is named by the id of its plan, whatever client id that has: triggers, the stop of an OCO', () => {
    const scenario = new Named();
    play(
      `
      ${NEWEST}
      operator seeds 100           -> ok
      ann plans sell 1 when last at 95 then 99 -> ok, waits ann1
      ann plans sell 1 when last at 96 then 99 id=mine -> ok, waits ann2
      ann oco sell 1 @ 120 stop 97 then 99 -> ok, rests ann3 1, waits ann4
      ${FALL.replace('cat1 filled', 'cat1 filled, done ann3 ocoOther, rests ann5 1, plan ann4 executed, rests ann6 1, plan ann2 executed, rests ann7 1, plan ann1 executed')}
      `,
      scenario,
    );
    expect(scenario.entered).toHaveLength(3);
    for (const [, plan, clientId] of scenario.entered) expect(clientId).toBe(plan);
  });

  test('is found by that id, which stays reserved for a day after its end', () =>
    play(`
      ${NEWEST}
      operator seeds 100           -> ok
      ann plans sell 5 when last at 95 then 99 -> ok, waits ann1
      ${FALL.replace('cat1 filled', 'cat1 filled, rests ann2 5, plan ann1 executed')}
      ann buys 1 @ 90 id=#ann1     -> clientIdDuplicate 0 ann2
      ann cancels id=#ann1         -> ok, done ann2 cancelled
      ann buys 1 @ 90 id=#ann1     -> clientIdDuplicate 0 ann2
      wait 86400000                -> ok
      ann buys 1 @ 90 id=#ann1     -> ok, rests ann3 1
      ann cancels id=#ann1         -> ok, done ann3 cancelled
      bob buys 1 @ 90              -> ok, rests bob2 1
    `));

  test('enters where an open order has the id, and takes the name over', () =>
    play(`
      ${NEWEST}
      operator seeds 100           -> ok
      ann buys 2 @ 80 id=#+2       -> ok, rests ann1 2
      ann plans sell 5 when last at 95 then 99 -> ok, waits ann2
      ${FALL.replace('cat1 filled', 'cat1 filled, rests ann3 5, plan ann2 executed')}
      ann cancels id=#ann2         -> ok, done ann3 cancelled
      ann cancels id=#ann2         -> orderNotFound 0 5
      ann cancels ann1             -> ok, done ann1 cancelled
      ann buys 1 @ 90 id=#ann2     -> clientIdDuplicate 0 ann3
    `));

  test('enters where an ended order, or the plan itself, has the id', () =>
    play(`
      ${NEWEST}
      operator seeds 100           -> ok
      ann buys 2 @ 80 id=#+2       -> ok, rests ann1 2
      ann cancels ann1             -> ok, done ann1 cancelled
      ann plans sell 5 when last at 95 then 99 -> ok, waits ann2
      ann plans sell 5 when last at 95 then 99 id=#+1 -> ok, waits ann3
      ${FALL.replace('cat1 filled', 'cat1 filled, rests ann4 5, plan ann2 executed, rests ann5 5, plan ann3 executed')}
      ann cancels id=#ann2         -> ok, done ann4 cancelled
      ann cancels id=#ann3         -> ok, done ann5 cancelled
      ann cancels id=#ann3         -> orderNotFound 0 7
      wait 86400000                -> ok
      ann buys 1 @ 90              -> ok, rests ann6 1
      ann cancels ann6             -> ok, done ann6 cancelled
    `));

  test('of a contract has the id of its plan too', () => {
    const scenario = new FuturesScenario({}, {}, Rules.planIds);
    const { expected, actual } = scenario.run(`
      ann brings 10000             -> ok
      bob brings 10000             -> ok
      index 100                    -> ok, mark 100
      ann plans sell 1 when last at 100 then 101 id=own -> ok, waits ann1
      ann longs 1 @ 90 id=#ann1    -> clientIdDuplicate 0 ann1
      bob longs 1 @ 100            -> ok, rests bob1 1
      ann shorts 1 @ 100           -> ok, trade 1@100 bob1, done bob1 filled, done ann2 filled, rests ann3 1, plan ann1 executed
      ann cancels id=#ann1         -> ok, done ann3 cancelled
    `);
    expect(actual).toEqual(expected);
  });
});

describe("a client id that is the id of one of the account's open plans", () => {
  test('is refused for orders, plans and replacements; of others, and once it ended, it is not', () =>
    play(`
      ${NEWEST}
      operator seeds 100           -> ok
      ann plans sell 5 when last at 95 -> ok, waits ann1
      ann buys 1 @ 90 id=#ann1     -> clientIdDuplicate 0 ann1
      ann plans buy 1 when last at 90 id=#ann1 -> clientIdDuplicate 0 ann1
      ann buys 1 @ 90              -> ok, rests ann2 1
      ann replaces ann2 with 1 @ 91 id=#ann1 -> clientIdDuplicate 0 ann1
      ann oco sell 1 @ 120 stop 90 id=#ann1 -> clientIdDuplicate 0 ann1
      ann oco sell 1 @ 120 stop 90 stop-id=#ann1 -> clientIdDuplicate 0 ann1
      bob buys 1 @ 90 id=#ann1     -> ok, rests bob1 1
      ann buys 1 @ 90 id=#ann2     -> ok, rests ann3 1
      ann withdraws-plan ann1      -> ok, plan ann1 cancelled
      ann buys 1 @ 90 id=#ann1     -> ok, rests ann4 1
    `));

  test('is accepted by older rules, whose children have no client id', () => {
    const scenario = new Named();
    play(
      `
      operator rules 12            -> ok
      operator seeds 100           -> ok
      ann plans sell 5 when last at 95 then 99 -> ok, waits ann1
      ann buys 1 @ 90 id=#ann1     -> ok, rests ann2 1
      ${FALL.replace('cat1 filled', 'cat1 filled, rests ann3 5, plan ann1 executed')}
      ann cancels id=#ann1         -> ok, done ann2 cancelled
      `,
      scenario,
    );
    expect(scenario.entered.map(([, , clientId]) => clientId)).toEqual(['']);
    expect(scenario.core.state.users.count).toBeGreaterThan(FIRST_USER_ID);
  });
});
