/** A venue goes over to newer rules in its journal, and what was written before stays as it was. */
import { Core, NEWEST_RULES, Rules, restoreCore, snapshotCore, stateHash } from '@halcyon/core';
import {
  COMMAND_BYTES_MAX,
  type Command,
  CommandDecoder,
  CommandKind,
  type Event,
  EventKind,
  encodeCommand,
  Reject,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { CommandGenerator } from './generator.ts';

const COUNT = 20_000;
const CHANGED_AT = 10_000;
const CLOSED: ReadonlySet<number> = new Set([
  Reject.instrumentHalted,
  Reject.instrumentCancelOnly,
  Reject.instrumentPostOnly,
]);

/** Commands in the form in which a journal keeps them. */
class Record {
  readonly commands: Uint8Array[] = [];
  private readonly bytes = new Uint8Array(COMMAND_BYTES_MAX);

  add(command: Command): void {
    this.commands.push(this.bytes.slice(0, encodeCommand(command, this.bytes, 0)));
  }

  /** Applies all that `core` does not know yet, up to `to`. @returns what happened */
  replay(core: Core, to = this.commands.length): Event[] {
    const decoder = new CommandDecoder();
    const events: Event[] = [];
    for (const bytes of this.commands.slice(core.state.seq, to)) {
      core.apply(decoder.decode(bytes, 0, bytes.length));
      events.push(...core.state.log.decode());
      core.state.log.reset();
    }
    return events;
  }
}

/** A busy exchange under the first rules, which goes over to the newest half-way. */
function recorded(): { readonly record: Record; readonly live: Core } {
  const record = new Record();
  const live = new Core();
  const generator = new CommandGenerator(20_260_101);
  const take = ({ ...command }: Command): void => {
    if (command.kind === CommandKind.setRules && live.state.seq < CHANGED_AT) {
      command = { kind: CommandKind.tick, seq: 0, time: command.time };
    }
    command.seq = live.state.seq + 1;
    record.add(command);
    live.apply(command);
    generator.learn(live.state.log.decode());
    live.state.log.reset();
  };
  for (const command of generator.opening()) take(command);
  while (live.state.seq < CHANGED_AT) take(generator.next());
  const { time } = live.state;
  take({ kind: CommandKind.setRules, seq: 0, time, version: NEWEST_RULES });
  while (live.state.seq < COUNT) take(generator.next());
  return { record, live };
}

/** Plans that ended because their instrument was not open. */
function lost(events: readonly Event[]): number {
  return events.filter((event) => event.kind === EventKind.planEnded && CLOSED.has(event.code))
    .length;
}

const { record, live } = recorded();

test('INV-15 a journal with a change of rules replays equal, from the start and from snapshots', () => {
  for (const at of [0, CHANGED_AT - 100, CHANGED_AT, CHANGED_AT + 1, COUNT - 100]) {
    let core = new Core();
    record.replay(core, at);
    core = restoreCore(snapshotCore(core));
    expect(core.state.rules).toBe(at <= CHANGED_AT ? Rules.first : NEWEST_RULES);
    record.replay(core);
    expect(core.state.log.chain).toBe(live.state.log.chain);
    expect(stateHash(core)).toBe(stateHash(live));
  }
});

test('plans are lost in closed instruments before the change, and not after it', () => {
  const core = new Core();
  expect(lost(record.replay(core, CHANGED_AT))).toBeGreaterThan(0);
  expect(lost(record.replay(core))).toBe(0);
});

test('orders that are refused are told after the change, and not before it', () => {
  const core = new Core();
  const refused = (events: readonly Event[]) =>
    events.filter(({ kind }) => kind === EventKind.orderRefused).length;
  expect(refused(record.replay(core, CHANGED_AT))).toBe(0);
  expect(refused(record.replay(core))).toBeGreaterThan(100);
});

test('a snapshot names the rules only when they are not the first', () => {
  const rest = (core: Core): object =>
    JSON.parse(new TextDecoder().decode(snapshotCore(core).get('rest')));
  const core = new Core();
  record.replay(core, CHANGED_AT);
  expect(rest(core)).not.toHaveProperty('rules');
  record.replay(core, CHANGED_AT + 1);
  expect(rest(core)).toHaveProperty('rules', NEWEST_RULES);
});

test('rules that only a newer version knows end a replay and a restore', () => {
  const core = new Core();
  const version = NEWEST_RULES + 1;
  const command = { kind: CommandKind.setRules, seq: 1, time: 1, version } as const;
  expect(() => core.apply(command)).toThrow(`a newer version made this journal: rules ${version}`);
  const other = new Core();
  other.state.rules = version;
  const parts = snapshotCore(other);
  expect(() => restoreCore(parts)).toThrow(`a newer version made this snapshot: rules ${version}`);
});
