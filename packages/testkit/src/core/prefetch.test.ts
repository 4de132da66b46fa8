/** Reading ahead changes nothing, whatever the commands say. */
import { Core, PREFETCH_MAX, stateHash } from '@halcyon/core';
import { type Command, CommandKind } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { CommandGenerator } from './generator.ts';

const SEED = 20_261_122;
const COUNT = 10_000;

/** Two cores given the same commands, one of which looks ahead. */
function pair(): { readonly plain: Core; readonly ahead: Core; take(commands: Command[]): void } {
  const generator = new CommandGenerator(SEED);
  const plain = new Core();
  const ahead = new Core();
  const take = (commands: Command[]): void => {
    const kinds = commands.map(({ kind }) => kind);
    for (let i = 0; i < commands.length; i++) {
      if (i % PREFETCH_MAX === 0) ahead.prefetch(commands, kinds, i);
      const { ...asked } = plain.apply(commands[i]!);
      expect({ ...ahead.apply(commands[i]!) }).toEqual(asked);
    }
    generator.learn(plain.state.log.decode());
    plain.state.log.reset();
    ahead.state.log.reset();
  };
  for (const command of generator.opening()) take([command]);
  // Whatever the stream: more orders rest in the end than are looked at in one go.
  const many = (): boolean => plain.state.orders.count > 2 * PREFETCH_MAX;
  while (plain.state.seq < COUNT || !many()) take([generator.next()]);
  return { plain, ahead, take };
}

const cores = pair();

test(`a core that looks ahead answers and ends as one that does not (seed ${SEED})`, () => {
  const { plain, ahead, take } = cores;
  const { seq, time } = plain.state;
  const orders = [...plain.state.markets].flatMap(({ book }) => [
    ...book.queue(0),
    ...book.queue(1),
  ]);
  const cancels = orders.map((slot, i): Command => {
    const order = plain.state.orders.f64[slot * 8]!;
    const account = plain.state.orders.i32[slot * 16 + 8]!;
    return { kind: CommandKind.cancel, seq: seq + 1 + i, time, account, order, clientId: '' };
  });
  expect(cancels.length).toBeGreaterThan(2 * PREFETCH_MAX);
  take(cancels);
  expect(ahead.state.orders.count).toBe(0);
  expect(ahead.state.log.chain).toBe(plain.state.log.chain);
  expect(stateHash(ahead)).toBe(stateHash(plain));
});

test('numbers that no command may have are looked at without harm', () => {
  const { ahead } = cores;
  const before = stateHash(ahead);
  const odd: unknown[] = [-1, 0, 2 ** 40, 2 ** 53, Number.NaN, 1.5, '7', 7n, undefined, null];
  for (const account of odd) {
    for (const other of odd) {
      const place = { kind: CommandKind.place, account, instrument: other, side: other };
      const cancel = { kind: CommandKind.cancel, account, order: other };
      const kinds = [place.kind, cancel.kind, other] as number[];
      ahead.prefetch([place, cancel, { kind: other }] as unknown as Command[], kinds);
    }
  }
  expect(stateHash(ahead)).toBe(before);
});
