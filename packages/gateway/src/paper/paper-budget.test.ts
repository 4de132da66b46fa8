import { type CommandInput, CommandKind, type CommandPort } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import {
  PAPER_COMMANDS_MIN,
  PAPER_COMMANDS_PER_SECOND,
  PaperBudget,
  withinBudget,
} from './paper-budget.ts';

const TICK = { kind: CommandKind.tick } as CommandInput;
const CANCEL = { kind: CommandKind.cancel, account: 1, order: 1, clientId: '' } as CommandInput;

function setUp() {
  const clock = { now: 1_000 };
  const given: CommandInput[] = [];
  const port = {
    status: 'running',
    seq: 0,
    submit: async (command: CommandInput) => given.push(command),
    submitAll: async (commands: readonly CommandInput[]) => given.push(...commands),
    onCommit: () => () => {},
  } as unknown as CommandPort;
  return { clock, given, port: withinBudget(port, new PaperBudget(() => clock.now)) };
}

describe('the budget of paper trading', () => {
  it('lets a second of commands through at once, and then as many as time brings', async () => {
    const { clock, given, port } = setUp();
    for (let i = 0; i < PAPER_COMMANDS_PER_SECOND; i++) await port.submit(TICK);
    await expect(port.submit(TICK)).rejects.toMatchObject({ reason: 'rateLimit', retryAfterMs: 1 });
    clock.now += 10;
    const ten = PAPER_COMMANDS_PER_SECOND / 100;
    await port.submitAll(Array.from({ length: ten }, () => TICK));
    await expect(port.submit(TICK)).rejects.toMatchObject({ reason: 'rateLimit' });
    expect(given).toHaveLength(PAPER_COMMANDS_PER_SECOND + ten);
  });

  it('gives way while the thread is late, and comes back within a second', () => {
    const clock = { now: 0 };
    const budget = new PaperBudget(() => clock.now);
    for (let i = 0; i < 10; i++) budget.observe(50);
    clock.now += 10_000;
    expect(() => budget.take(PAPER_COMMANDS_MIN + 1)).toThrow('Too Many Requests');
    budget.take(PAPER_COMMANDS_MIN);
    for (let i = 0; i < 20; i++) budget.observe(0);
    clock.now += 1_000;
    budget.take(PAPER_COMMANDS_PER_SECOND);
  });

  it('refuses no cancel, and a batch whole or not at all', async () => {
    const { given, port } = setUp();
    const many = Array.from({ length: PAPER_COMMANDS_PER_SECOND + 1 }, () => TICK);
    await expect(port.submitAll(many)).rejects.toMatchObject({ reason: 'rateLimit' });
    expect(given).toEqual([]);
    await port.submitAll(many.slice(1));
    await port.submit(CANCEL);
    expect(given.at(-1)).toBe(CANCEL);
  });

  it('is not made smaller by a clock that goes back', async () => {
    const { clock, port } = setUp();
    clock.now -= 500;
    await port.submitAll(Array.from({ length: PAPER_COMMANDS_PER_SECOND }, () => TICK));
  });
});
