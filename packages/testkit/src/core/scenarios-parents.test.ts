/** INV-40: parent orders as a trader sees them. */
import { CHILDREN_PER_COMMAND, CommandKind, PARENTS_PER_USER, Side } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { ParentScenario } from './parent-scenario.ts';

function play(table: string): void {
  const { expected, actual } = new ParentScenario().run(table);
  expect(actual).toEqual(expected);
}

test('a scaled order is a grid; each of its orders may be taken away, the last one ends it', () =>
  play(`
    ann scales buy 31 @ 90 to 100 in 4 id=s -> ok, s working 0, rests ann1 7, rests ann2 8, rests ann3 8, rests ann4 8
    book                          -> 100x8 96x8 93x8 90x7 | -
    bob sells 10 @ 93             -> ok, trade 8@100 ann4, done ann4 filled, trade 2@96 ann3, done bob1 filled, s working 8
    ann cancels ann1              -> ok, done ann1 cancelled
    ann amends ann2 to 9          -> childOfParent 0 1
    ann cancels ann2              -> ok, done ann2 cancelled
    ann cancels ann3              -> ok, done ann3 cancelled, s cancelled 10
    book                          -> - | -
    ann USDT                      -> 99008
  `));

test('all of a scaled order is placed, or nothing', () =>
  play(`
    bob sells 5 @ 100             -> ok, rests bob1 5
    ann scales buy 30 @ 90 to 100 in 3 post id=s -> postOnlyWouldTake 100 100
    ann scales buy 1 @ 90 to 100 in 2 id=s -> quantityTooSmall 2 1
    ann scales buy 300 @ 90 to 100 in 51 id=s -> parentParts 50 51
    book                          -> - | 100x5
  `));

test('an iceberg shows one part, goes to the end of the queue, and ends when all has traded', () =>
  play(`
    ann hides sell 12 @ 100 showing 5 id=h -> ok, h working 0, rests ann1 5
    cat sells 3 @ 100             -> ok, rests cat1 3
    bob buys 6 @ 100              -> ok, trade 5@100 ann1, done ann1 filled, trade 1@100 cat1, done bob1 filled, rests ann2 5, h working 5
    bob buys 4 @ 100              -> ok, trade 2@100 cat1, done cat1 filled, trade 2@100 ann2, done bob2 filled
    bob buys 3 @ 100              -> ok, trade 3@100 ann2, done ann2 filled, done bob3 filled, rests ann3 2, h working 10
    bob buys 2 @ 100              -> ok, trade 2@100 ann3, done ann3 filled, done bob4 filled, h filled 12
  `));

test('pausing takes its orders out; an amend lays what is left out anew', () =>
  play(`
    ann hides sell 12 @ 100 showing 5 id=h -> ok, h working 0, rests ann1 5
    bob buys 2 @ 100              -> ok, trade 2@100 ann1, done bob1 filled
    ann pauses h                  -> ok, done ann1 cancelled, h paused 2
    ann pauses h                  -> settingUnchanged 1 1
    ann reshapes h @ 110 size 8 showing 4 -> ok, h paused 2
    ann resumes h                 -> ok, rests ann2 4, h working 2
    ann reshapes h size 2         -> amendBelowFilled 2 2
    ann drops h                   -> ok, done ann2 cancelled, h cancelled 2
    ann drops h                   -> parentNotFound 0 1
  `));

test('a child that is refused pauses its parent with the reason, and so does a freeze', () =>
  play(`
    ann hides sell 12 @ 100 showing 5 id=h -> ok, h working 0, rests ann1 5
    bob buys 5 @ 100              -> ok, trade 5@100 ann1, done ann1 filled, done bob1 filled, rests ann2 5, h working 5
    ann is frozen                 -> ok, done ann2 cancelled, h paused 5 takesNoDeposits
    ann resumes h                 -> takesNoDeposits 1 128
    ann is free                   -> ok
    ann resumes h                 -> ok, rests ann3 5, h working 5
    operator halted               -> ok
    ann reshapes h @ 120          -> instrumentHalted 0 3
    ann pauses h                  -> ok, done ann3 cancelled, h paused 5
    ann resumes h                 -> instrumentHalted 0 3
  `));

test('money that is missing for the next part pauses an iceberg', () =>
  play(`
    ann hides buy 900 @ 200 showing 400 id=h -> ok, h working 0, rests ann1 400
    ann buys 50 @ 390             -> ok, rests ann2 50
    bob sells 400 @ 200           -> ok, trade 50@390 ann2, done ann2 filled, trade 350@200 ann1, done bob1 filled
    bob sells 50 @ 200            -> ok, trade 50@200 ann1, done ann1 filled, done bob2 filled, h paused 400 insufficientBalance
  `));

test('mass cancel and the dead-man’s switch end parents', () =>
  play(`
    ann hides sell 12 @ 100 showing 5 id=h -> ok, h working 0, rests ann1 5
    ann cancels all               -> ok, done ann1 cancelled, h cancelled 0
    ann scales sell 12 @ 100 to 110 in 2 id=s -> ok, s working 0, rests ann2 6, rests ann3 6
    ann pauses s                  -> ok, done ann2 cancelled, done ann3 cancelled, s paused 0
    ann countdown 500             -> ok
    wait 600                      -> ok, s cancelled 0
  `));

test('a command places so many children; the rest comes with the next, which is due at once', () => {
  const table = new ParentScenario();
  const bob = table.account('bob');
  const { core } = table;
  expect(core.deadline).toBe(Number.POSITIVE_INFINITY);
  table.run('bob buys 250 @ 100 -> ok, rests bob1 250');
  table.run('ann hides sell 200 @ 100 showing 1 id=h ->');
  const left = () => [...core.state.markets[0]!.book.queue(Side.buy)].length;
  expect(core.deadline).toBe(0);
  expect(core.state.nextTrade - 1).toBe(CHILDREN_PER_COMMAND);
  table.send({ kind: CommandKind.tick });
  expect(core.state.nextTrade - 1).toBe(2 * CHILDREN_PER_COMMAND);
  expect(core.deadline).toBe(Number.POSITIVE_INFINITY);
  expect([left(), core.state.parents.orders.size]).toEqual([1, 0]);
  expect(bob).toBeGreaterThan(0);
});

test('a user has so many parents open', () => {
  const table = new ParentScenario();
  for (let i = 0; i < PARENTS_PER_USER; i++) {
    table.run('ann hides buy 2 @ 1 showing 1 -> ok');
  }
  const { actual } = table.run('ann hides buy 2 @ 1 showing 1 -> ok');
  expect(actual).toEqual(['ann hides buy 2 @ 1 showing 1 -> parentsUser 100 101']);
  expect(table.core.state.parents.countOf(table.account('ann') >> 3)).toBe(PARENTS_PER_USER);
});

test('a venue that follows something else ends parents, those that are paused too', () => {
  const table = new ParentScenario();
  table.run(`
    ann hides sell 12 @ 100 showing 5 id=h
    ann scales sell 12 @ 100 to 110 in 2 id=s
    ann pauses s
  `);
  const by = { actor: 'test', reason: 'table' };
  table.send({ kind: CommandKind.follow, source: 'live', detail: '', ...by });
  expect(table.core.state.parents.orders.size).toBe(0);
  expect(table.core.state.orders.count).toBe(0);
});

test('a closed account has no parents left, and one that has some is not closed', () => {
  const table = new ParentScenario();
  const user = table.account('ann') >> 3;
  table.run('ann scales sell 12 @ 100 to 110 in 2 id=s');
  table.run('ann pauses s');
  const close = { kind: CommandKind.setUserMode, user, mode: 2, actor: 'a', reason: 'r' } as const;
  expect(table.send(close)).toBe('accountNotEmpty 0 3');
  expect(table.send({ ...close, keepsMoney: true })).toBe('ok, s cancelled 0');
});
