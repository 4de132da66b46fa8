/** Where a paper trade's footprint ends, case by case: docs/decisions/0015. */
import { describe, expect, test } from 'vitest';
import { PaperScenario } from './paper-scenario.ts';

function play(table: string, limits?: ConstructorParameters<typeof PaperScenario>[0]): void {
  const { expected, actual } = new PaperScenario(limits).run(table);
  expect(actual).toEqual(expected);
}

describe('the paper book is the live book until somebody trades on paper', () => {
  test('placing, trading, amending, replacing, cancelling', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    live bob sells 5 @ 101 post  -> ok, rests bob1 5 | rests bob1 5
    live cat buys 7 @ 101        -> ok, trade 5@100 ann1, done ann1 filled, trade 2@101 bob1, done cat1 filled | trade 5@100 ann1, done ann1 filled, trade 2@101 bob1, done cat1 filled
    live cat buys 7 @ 99         -> ok, rests cat2 7 | rests cat2 7
    live ann buys 3 @ 99         -> ok, rests ann2 3 | rests ann2 3
    live cat amends cat2 to 6    -> ok, amended cat2 6@99 kept | amended cat2 6@99 kept
    queue                        -> cat2:6 ann2:3 bob1:3
    live cat amends cat2 to 8    -> ok, amended cat2 8@99 moved, rests cat2 8 | done cat2 replaced, rests cat2 8
    live ann replaces ann2 with 4 @ 98 -> ok, done ann2 replaced, rests ann3 4 | done ann2 cancelled, rests ann3 4
    live bob amends bob1 to @ 99 -> postOnlyWouldTake 99 99
    live dan sells 9 at market   -> ok, trade 8@99 cat2, done cat2 filled, trade 1@98 ann3, done dan1 filled | trade 8@99 cat2, done cat2 filled, trade 1@98 ann3, done dan1 filled
    live bob cancels bob1        -> ok, done bob1 cancelled | done bob1 cancelled
    queue                        -> ann3:3
    live book                    -> 98x3 | -
    last                         -> 98
  `));

  test("self-trade rules among ghosts are live's, and paper users are strangers to them", () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    live bob sells 5 @ 100       -> ok, rests bob1 5 | rests bob1 5
    live ann buys 8 @ 100 stp=maker -> ok, prevented ann1 5, done ann1 selfTrade, trade 5@100 bob1, done bob1 filled, rests ann2 3 | prevented ann1 5, done ann1 selfTrade, trade 5@100 bob1, done bob1 filled, rests ann2 3
    live ann sells 1 @ 100 stp=taker -> ok, prevented ann2 1, done ann3 selfTrade | prevented ann2 1, done ann3 selfTrade
    pat sells 1 @ 100 stp=both   -> ok, trade 1@100 ann2, done pat1 filled
    queue                        -> ann2:2
  `));

  test('live plans reach the paper book when they fire', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    live ann sells 5 @ 102       -> ok, rests ann2 5 | rests ann2 5
    live bob plans buy 4 when last at 100 then 102 -> ok, waits bob1
    live cat buys 5 @ 100        -> ok, trade 5@100 ann1, done ann1 filled, done cat1 filled, trade 4@102 ann2, done bob2 filled, plan bob1 executed | trade 5@100 ann1, done ann1 filled, done cat1 filled, trade 4@102 ann2, done bob2 filled
    live dan oco sell 5 @ 110 stop 90 then 89 -> ok, rests dan1 5, waits dan2 | rests dan1 5
    live ann buys 5 @ 90         -> ok, rests ann3 5 | rests ann3 5
    live ann buys 5 @ 89         -> ok, rests ann4 5 | rests ann4 5
    live bob sells 5 at market   -> ok, trade 5@90 ann3, done ann3 filled, done bob3 filled, done dan1 ocoOther, trade 5@89 ann4, done ann4 filled, done dan3 filled, plan dan2 executed | trade 5@90 ann3, done ann3 filled, done bob3 filled, done dan1 cancelled, trade 5@89 ann4, done ann4 filled, done dan3 filled
    queue                        -> ann2:1
  `));
});

describe('a paper order waits in the true queue', () => {
  test('it fills only after the live quantity ahead of it has traded or gone', () =>
    play(`
    live ann buys 5 @ 100        -> ok, rests ann1 5 | rests ann1 5
    live bob buys 4 @ 100        -> ok, rests bob1 4 | rests bob1 4
    pat buys 3 @ 100             -> ok, rests pat1 3
    live cat buys 9 @ 100        -> ok, rests cat1 9 | rests cat1 9
    live dan sells 4 @ 100       -> ok, trade 4@100 ann1, done dan1 filled | trade 4@100 ann1, done dan1 filled
    live bob cancels bob1        -> ok, done bob1 cancelled | done bob1 cancelled
    live dan sells 1 @ 100       -> ok, trade 1@100 ann1, done ann1 filled, done dan2 filled | trade 1@100 ann1, done ann1 filled, done dan2 filled
    live dan sells 2 @ 100       -> ok, trade 2@100 cat1, done dan3 filled | trade 2@100 pat1, done dan3 filled, amended cat1 7@100 kept
    live dan sells 2 @ 100       -> ok, trade 2@100 cat1, done dan4 filled | trade 1@100 pat1, done pat1 filled, trade 1@100 cat1, done dan4 filled, amended cat1 5@100 kept
    queue                        -> cat1:5
    live book                    -> 100x5 | -
  `));

  test('a paper order inside the spread is the first that the live flow meets', () =>
    play(`
    live ann buys 5 @ 100        -> ok, rests ann1 5 | rests ann1 5
    pat buys 4 @ 101             -> ok, rests pat1 4
    live bob sells 6 at market   -> ok, trade 5@100 ann1, done ann1 filled, done bob1 noLiquidity | trade 4@101 pat1, done pat1 filled, trade 2@100 ann1, done bob1 filled, done ann1 cancelled
    queue                        -> -
    live book                    -> - | -
  `));
});

describe('a paper plan', () => {
  test('fires at every price that one live command trades at, in each of its sweeps', () =>
    play(`
    live operator rules 4        -> ok
    operator rules 4             -> ok
    live ann buys 1 @ 99         -> ok, rests ann1 1 | rests ann1 1
    live bob sells 1 @ 99        -> ok, trade 1@99 ann1, done ann1 filled, done bob1 filled | trade 1@99 ann1, done ann1 filled, done bob1 filled
    live ann buys 5 @ 97         -> ok, rests ann2 5 | rests ann2 5
    live ann buys 5 @ 95         -> ok, rests ann3 5 | rests ann3 5
    live bob sells 5 @ 103       -> ok, rests bob2 5 | rests bob2 5
    live cat plans buy 5 when last at 97 then 103 -> ok, waits cat1
    pat plans sell 1 when last at 96 then 130 -> ok, waits pat1
    pat plans buy 1 when last at 102 then 70 -> ok, waits pat2
    live dan sells 7 at market   -> ok, trade 5@97 ann2, done ann2 filled, trade 2@95 ann3, done dan1 filled, trade 5@103 bob2, done bob2 filled, done cat2 filled, plan cat1 executed | trade 5@97 ann2, done ann2 filled, trade 2@95 ann3, done dan1 filled, trade 5@103 bob2, done bob2 filled, done cat2 filled, rests pat3 1, plan pat1 executed, rests pat4 1, plan pat2 executed
  `));
});

describe('depth is consumed once', () => {
  test('what a paper taker took is not there for the next', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    live ann sells 5 @ 101       -> ok, rests ann2 5 | rests ann2 5
    pat buys 7 @ 101 ioc         -> ok, trade 5@100 ann1, done ann1 filled, trade 2@101 ann2, done pat1 filled
    quin buys 7 @ 101 ioc        -> ok, trade 3@101 ann2, done ann2 filled, done quin1 iocRemainder
    quin buys 1 at market        -> noLiquidity 0 0
    live book                    -> - | 100x5 101x5
    live bob sells 2 @ 100       -> ok, rests bob1 2 | rests bob1 2
    quin buys 7 @ 101 fok        -> fokNotFillable 2 7
    quin buys 2 @ 101 fok        -> ok, trade 2@100 bob1, done bob1 filled, done quin2 filled
  `));
});

describe('the footprint ends with the live order that was consumed', () => {
  test('the consumed maker rests for days: gone on paper until it ends', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    pat buys 5 @ 100             -> ok, trade 5@100 ann1, done ann1 filled, done pat1 filled
    live wait 172800000          -> ok
    queue                        -> -
    live ann cancels ann1        -> ok, done ann1 cancelled
    queue                        -> -
  `));

  test('the consumed maker trades live later: its taker finds the next order on paper', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    live bob sells 5 @ 101       -> ok, rests bob1 5 | rests bob1 5
    pat buys 5 @ 100             -> ok, trade 5@100 ann1, done ann1 filled, done pat1 filled
    live cat buys 4 @ 101        -> ok, trade 4@100 ann1, done cat1 filled | trade 4@101 bob1, done cat1 filled
    queue                        -> bob1:1
    live book                    -> - | 100x1 101x5
    live cat buys 3 @ 101        -> ok, trade 1@100 ann1, done ann1 filled, trade 2@101 bob1, done cat2 filled | trade 1@101 bob1, done bob1 filled, done cat2 cancelled
    queue                        -> -
    live bob amends bob1 to 4    -> ok, amended bob1 2@101 kept | rests bob1 2
    queue                        -> bob1:2
  `));

  test('its taker finds nothing on paper: it does not rest there either', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    pat buys 5 @ 100             -> ok, trade 5@100 ann1, done ann1 filled, done pat1 filled
    live bob buys 5 @ 100        -> ok, trade 5@100 ann1, done ann1 filled, done bob1 filled | done bob1 cancelled
    live bob buys 5 @ 100        -> ok, rests bob2 5 | rests bob2 5
    queue                        -> bob2:5
  `));

  test('part of its taker rests live: no more of it rests on paper', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    pat buys 3 @ 100             -> ok, trade 3@100 ann1, done pat1 filled
    live bob buys 8 @ 100        -> ok, trade 5@100 ann1, done ann1 filled, rests bob1 3 | trade 2@100 ann1, done ann1 filled, rests bob1 3
    queue                        -> bob1:3
  `));

  test('the consumed maker is amended in place: the amended size rests anew', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    live bob sells 5 @ 100       -> ok, rests bob1 5 | rests bob1 5
    pat buys 6 @ 100             -> ok, trade 5@100 ann1, done ann1 filled, trade 1@100 bob1, done pat1 filled
    quin sells 1 @ 100           -> ok, rests quin1 1
    live ann amends ann1 to 4    -> ok, amended ann1 4@100 kept | rests ann1 4
    queue                        -> bob1:4 quin1:1 ann1:4
    live bob amends bob1 to 4    -> ok, amended bob1 4@100 kept
    queue                        -> bob1:4 quin1:1 ann1:4
    live bob amends bob1 to 2    -> ok, amended bob1 2@100 kept | amended bob1 2@100 kept
    queue                        -> bob1:2 quin1:1 ann1:4
  `));

  test('a ghost with less than its cut size rests anew at the end of the queue', () =>
    play(`
    live ann sells 9 @ 100       -> ok, rests ann1 9 | rests ann1 9
    pat buys 6 @ 100             -> ok, trade 6@100 ann1, done pat1 filled
    quin sells 1 @ 100           -> ok, rests quin1 1
    live ann amends ann1 to 5    -> ok, amended ann1 5@100 kept | done ann1 replaced, rests ann1 5
    queue                        -> quin1:1 ann1:5
  `));

  test('the consumed maker is amended to another price: all of it enters there', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    pat buys 9 @ 100             -> ok, trade 5@100 ann1, done ann1 filled, rests pat1 4
    live ann amends ann1 to 6 @ 101 -> ok, amended ann1 6@101 moved, rests ann1 6 | rests ann1 6
    queue                        -> pat1:4 ann1:6
  `));

  test('an amended order never rests across a paper order: it trades with it', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    pat buys 9 @ 100             -> ok, trade 5@100 ann1, done ann1 filled, rests pat1 4
    live ann amends ann1 to 3    -> ok, amended ann1 3@100 kept | trade 3@100 pat1, done ann1 filled
    queue                        -> pat1:1
    live ann amends ann1 to 4 @ 99 -> ok, amended ann1 4@99 moved, rests ann1 4 | trade 1@100 pat1, done pat1 filled, rests ann1 3
    queue                        -> ann1:3
  `));
});

describe('knock-on: what a live taker ate deeper into the paper book', () => {
  test('a ghost eaten out of turn stays away until its order ends or is amended', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    live bob sells 5 @ 101       -> ok, rests bob1 5 | rests bob1 5
    pat buys 5 @ 100             -> ok, trade 5@100 ann1, done ann1 filled, done pat1 filled
    live cat buys 5 at market    -> ok, trade 5@100 ann1, done ann1 filled, done cat1 filled | trade 5@101 bob1, done bob1 filled, done cat1 filled
    live book                    -> - | 101x5
    queue                        -> -
    live dan buys 2 @ 101        -> ok, trade 2@101 bob1, done dan1 filled | done dan1 cancelled
    live bob amends bob1 to 4    -> ok, amended bob1 2@101 kept | rests bob1 2
    live dan buys 2 @ 101        -> ok, trade 2@101 bob1, done bob1 filled, done dan2 filled | trade 2@101 bob1, done bob1 filled, done dan2 filled
  `));

  test('a live maker whose fill a paper order took does not linger', () =>
    play(`
    live ann buys 5 @ 100        -> ok, rests ann1 5 | rests ann1 5
    pat buys 5 @ 101             -> ok, rests pat1 5
    live bob sells 3 @ 100       -> ok, trade 3@100 ann1, done bob1 filled | trade 3@101 pat1, done bob1 filled, amended ann1 2@100 kept
    live bob sells 2 @ 100       -> ok, trade 2@100 ann1, done ann1 filled, done bob2 filled | trade 2@101 pat1, done pat1 filled, done bob2 filled, done ann1 cancelled
    queue                        -> -
  `));

  test('a live order that a paper order takes on entering rests with less, or not at all', () =>
    play(`
    pat buys 5 @ 101             -> ok, rests pat1 5
    live ann sells 8 @ 101       -> ok, rests ann1 8 | trade 5@101 pat1, done pat1 filled, rests ann1 3
    live bob buys 4 @ 101        -> ok, trade 4@101 ann1, done bob1 filled | trade 3@101 ann1, done ann1 filled, done bob1 cancelled
    live ann cancels ann1        -> ok, done ann1 cancelled
    queue                        -> -
  `));
});

describe('what the paper book would refuse stays out of it', () => {
  test('a post-only order that would meet a paper order, until it is amended', () =>
    play(`
    pat buys 5 @ 101             -> ok, rests pat1 5
    live ann sells 8 @ 101 post  -> ok, rests ann1 8
    queue                        -> pat1:5
    pat cancels pat1             -> ok, done pat1 cancelled
    queue                        -> -
    live ann amends ann1 to 7    -> ok, amended ann1 7@101 kept | rests ann1 7
    live bob buys 2 @ 101        -> ok, trade 2@101 ann1, done bob1 filled | trade 2@101 ann1, done bob1 filled
    queue                        -> ann1:5
  `));

  test('a fill-or-kill order for which paper trades left too little', () =>
    play(`
    live ann sells 5 @ 100       -> ok, rests ann1 5 | rests ann1 5
    pat buys 1 @ 100             -> ok, trade 1@100 ann1, done pat1 filled
    live bob buys 5 @ 100 fok    -> ok, trade 5@100 ann1, done ann1 filled, done bob1 filled | done ann1 cancelled
    queue                        -> -
  `));

  test('an immediate-or-cancel order takes what is there, a paper order too', () =>
    play(`
    pat buys 5 @ 101             -> ok, rests pat1 5
    live bob sells 7 @ 101 ioc   -> ok, done bob1 iocRemainder | trade 5@101 pat1, done pat1 filled, done bob1 iocRemainder
  `));
});

describe('prices', () => {
  test('paper plans on mark follow the live mark, plans on last the paper tape', () =>
    play(`
    live ann buys 9 @ 100        -> ok, rests ann1 9 | rests ann1 9
    live bob sells 9 @ 102       -> ok, rests bob1 9 | rests bob1 9
    live cat buys 1 @ 102        -> ok, trade 1@102 bob1, done cat1 filled | trade 1@102 bob1, done cat1 filled
    pat plans sell 1 when mark at 101 -> ok, waits pat1
    pat plans sell 1 when last at 101 -> ok, waits pat2
    quin buys 8 @ 102            -> ok, trade 8@102 bob1, done bob1 filled, done quin1 filled
    live cat sells 1 @ 100       -> ok, trade 1@100 ann1, done cat2 filled | trade 1@100 ann1, done cat2 filled, trade 1@100 ann1, done pat3 filled, plan pat2 executed, trade 1@100 ann1, done pat4 filled, plan pat1 executed
  `));

  test('more than 5 % from live: paused but for cancels, its plans wait, and it comes back', () =>
    play(`
    live ann buys 9 @ 100        -> ok, rests ann1 9 | rests ann1 9
    live bob sells 1 @ 100       -> ok, trade 1@100 ann1, done bob1 filled | trade 1@100 ann1, done bob1 filled
    live bob sells 1 @ 105       -> ok, rests bob2 1 | rests bob2 1
    live bob sells 2 @ 106       -> ok, rests bob3 2 | rests bob3 2
    pat plans sell 1 when last at 106 -> ok, waits pat1
    pat buys 1 @ 90              -> ok, rests pat2 1
    pat buys 1 @ 105             -> ok, trade 1@105 bob2, done bob2 filled, done pat3 filled
    state                        -> 0
    pat buys 1 @ 106             -> ok, trade 1@106 bob3, done pat4 filled, trade 1@100 ann1, done pat5 filled, plan pat1 executed
    pat plans sell 1 when last at 106 -> ok, waits pat6
    quin buys 1 @ 106            -> ok, trade 1@106 bob3, done bob3 filled, done quin1 filled, trade 1@100 ann1, done pat7 filled, plan pat6 executed
    state                        -> 0
    live bob sells 1 @ 106       -> ok, rests bob4 1 | rests bob4 1
    quin buys 1 @ 106            -> ok, trade 1@106 bob4, done bob4 filled, done quin2 filled
    state                        -> 4
    quin buys 1 @ 100            -> instrumentPaused 0 4
    quin plans sell 1 when last at 90 -> instrumentPaused 0 4
    pat cancels pat2             -> ok, done pat2 cancelled
    live cat buys 1 @ 105        -> ok, trade 1@105 bob2, done bob2 filled, done cat1 filled | done cat1 cancelled
    state                        -> 0
    quin buys 1 @ 100            -> ok, rests quin3 1
  `));

  test('a pause and a halt in which the live mark passes a stop: it waits for the end of both', () =>
    play(`
    operator rules 2             -> ok
    live ann buys 9 @ 100        -> ok, rests ann1 9 | rests ann1 9
    live bob sells 1 @ 100       -> ok, trade 1@100 ann1, done bob1 filled | trade 1@100 ann1, done bob1 filled
    live bob sells 5 @ 106       -> ok, rests bob2 5 | rests bob2 5
    pat plans buy 1 when mark at 102 -> ok, waits pat1
    quin buys 1 @ 106            -> ok, trade 1@106 bob2, done quin1 filled
    state                        -> 4
    live ann buys 1 @ 103        -> ok, rests ann2 1 | rests ann2 1
    live operator halted         -> ok
    state                        -> 3
    live operator cancelOnly     -> ok
    state                        -> 2
    live operator open           -> ok
    state                        -> 4
    live cat buys 1 @ 106        -> ok, trade 1@106 bob2, done cat1 filled | trade 1@106 bob2, done cat1 filled
    state                        -> 0
    live ann cancels ann2        -> ok, done ann2 cancelled | done ann2 cancelled, trade 1@106 bob2, done pat2 filled, plan pat1 executed
  `));

  test('live halts and its makers cancel: paper stops wait too, under the first rules they are lost', () => {
    const halt = (rules: number, cancelled: string, opened: string): void =>
      play(`
      operator rules ${rules}
      live ann buys 9 @ 90         -> ok, rests ann1 9 | rests ann1 9
      live bob sells 9 @ 110       -> ok, rests bob1 9 | rests bob1 9
      live cat sells 1 @ 90        -> ok, trade 1@90 ann1, done cat1 filled | trade 1@90 ann1, done cat1 filled
      live ann buys 1 @ 100        -> ok, rests ann2 1 | rests ann2 1
      pat plans sell 1 when mark at 95 -> ok, waits pat1
      live operator halted         -> ok
      live ann cancels ann2        -> ok, done ann2 cancelled | ${cancelled}
      live operator open           -> ok${opened}
    `);
    halt(2, 'done ann2 cancelled', ' | trade 1@90 ann1, done pat2 filled, plan pat1 executed');
    halt(1, 'done ann2 cancelled, plan pat1 failed instrumentHalted', '');
  });
});
