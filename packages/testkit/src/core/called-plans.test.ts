/** More plans than one command may set off: the rest fires with the next, in its order. */
import { type Core, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import { CommandKind, EventKind, TRIGGERS_PER_COMMAND } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { Scenario } from './scenario.ts';

const TRADERS = ['ann', 'bob'];
const EACH = 700;
const LEFT = TRADERS.length * EACH - TRIGGERS_PER_COMMAND;

/** A sweep from 100 down to 95, and plans that fire at 98 on the way, in a market that stood at 90. */
function swept(): Scenario {
  const scenario = new Scenario();
  const plans = TRADERS.flatMap((trader) =>
    Array.from(
      { length: EACH },
      (_, i) => `${trader} plans buy 1 when last at 98 then ${50 + (i % 9)} -> ok`,
    ),
  );
  const table = `
    operator rules 4       -> ok
    operator seeds 90      -> ok
    cat buys 5 @ 100       -> ok
    cat buys 5 @ 95        -> ok
    ${plans.join('\n')}
    dan sells 7 at market  -> ok
  `;
  for (const line of scenario.run(table).actual) expect(line).toContain('-> ok');
  return scenario;
}

/** Plans that a tick sets off, in order. */
function fired(core: Core): number[] {
  const { seq, time } = core.state;
  core.apply({ kind: CommandKind.tick, seq: seq + 1, time });
  const events = core.state.log.decode();
  core.state.log.reset();
  return events.flatMap((event) => (event.kind === EventKind.planEnded ? [event.plan] : []));
}

test('what a command leaves fires with the next, though the price has gone, also from a snapshot', () => {
  const { core } = swept();
  expect(core.state.plans.size).toBe(LEFT);
  expect(core.state.markets[0]!.lastPrice).toBe(95);
  const oldest = [...core.state.plans.keys()];
  const restored = restoreCore(snapshotCore(core));
  expect(stateHash(restored)).toBe(stateHash(core));
  expect(fired(core)).toEqual(oldest);
  expect(fired(restored)).toEqual(oldest);
  expect(stateHash(restored)).toBe(stateHash(core));
});

test('plans that were called wait while their instrument is halted, also in a snapshot', () => {
  const scenario = swept();
  const { core } = scenario;
  // The halt is the next command, and no plan fires in it.
  expect(scenario.run('operator halted -> ok').actual).toEqual(['operator halted -> ok']);
  const restored = restoreCore(snapshotCore(core));
  expect(stateHash(restored)).toBe(stateHash(core));
  expect(fired(core)).toEqual([]);
  expect(fired(restored)).toEqual([]);
  for (const each of [core, restored]) {
    const { instrument } = each.state.markets[0]!;
    const open = { ...instrument, state: 0 as const, instrument: 0, actor: 'test', reason: 'over' };
    const { seq, time } = each.state;
    each.apply({ kind: CommandKind.setInstrument, seq: seq + 1, time, ...open });
    expect(each.state.plans.size).toBe(0);
  }
  expect(stateHash(restored)).toBe(stateHash(core));
});
