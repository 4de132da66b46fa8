/** Plans of contracts: triggers by last, mark and index, plans of a position, attached ones, trailing. */
import { PLANS_PER_ACCOUNT } from '@halcyon/domain';
import { describe, test } from 'vitest';
import { play } from './futures-scenario.ts';

const PROFIT = 'ends-in-profit sell all when last at 110';
const LOSS = 'ends-in-loss sell all when last at 90';

describe('triggers', () => {
  test('by the last price', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done ann1 filled
    bob longs 9 @ 95             -> ok, rests bob2 9
    ann plans sell 2 when last at 96 -> ok, waits ann2
    # the last price is 100; the mark does not matter
    index 94                     -> ok, mark 94
    bob shorts 1 @ 95            -> ok, trade 1@95 bob2, done bob3 filled, trade 2@95 bob2, done ann3 filled, plan ann2 executed
  `));

  test('by a price that traded between the orders of two liquidations', () =>
    play(`
    fund gets 10000              -> ok
    ann brings 60                -> ok
    dan brings 60                -> ok
    bob brings 100000            -> ok
    cat brings 100000            -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    bob shorts 9 @ 100           -> ok, rests bob1 9
    ann longs 9 @ 100            -> ok, trade 9@100 bob1, done bob1 filled, done ann1 filled
    bob shorts 8 ETH @ 100       -> ok, rests bob2 8
    dan longs 8 ETH @ 100        -> ok, trade 8@100 bob2, done bob2 filled, done dan1 filled
    bob longs 1 @ 100            -> ok, rests bob3 1
    dan shorts 1 @ 100           -> ok, trade 1@100 bob3, done bob3 filled, done dan2 filled
    bob longs 4 @ 95             -> ok, rests bob4 4
    bob longs 9 @ 92             -> ok, rests bob5 9
    bob longs 9 ETH @ 90         -> ok, rests bob6 9
    eve brings 1000              -> ok
    eve shorts 5 @ 101           -> ok, rests eve1 5
    cat plans sell 1 when last at 93 -> ok, waits cat1
    # ann sells down to 92, dan buys at 101
    index 94 ETH 90              -> ok, mark 94, mark ETH 90, trade 4@95 bob4, done bob4 filled, trade 5@92 bob5, done ann2 filled, liquidated ann 9 limit 85 fee 0, liquidated ann 0 fee 0 fund 1.8, trade 8@90 bob6, done dan3 filled, liquidated dan 8 limit 81 fee 0, trade 1@101 eve1, done dan4 filled, liquidated dan 1 limit 103 fee 0, liquidated dan 0 fee 0 fund 22.8, trade 1@92 bob5, done cat2 filled, plan cat1 executed
  `));

  test('by the mark, which is not the last price', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 2 @ 100            -> ok, trade 2@100 bob1, done ann1 filled
    bob longs 9 @ 95             -> ok, rests bob2 9
    ann plans sell 2 when mark at 97 -> ok, waits ann2
    index 98                     -> ok, mark 98
    index 97                     -> ok, mark 97, trade 2@95 bob2, done ann3 filled, plan ann2 executed
  `));

  test('by the index, upwards', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 104           -> ok, rests bob1 5
    ann plans buy 2 when index at 103 then 104 -> ok, waits ann1
    index 102                    -> ok, mark 102
    index 103                    -> ok, mark 103, trade 2@104 bob1, done ann2 filled, plan ann1 executed
  `));

  test('a plan that waits is told to watch another price', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 2 @ 100            -> ok, trade 2@100 bob1, done ann1 filled
    bob longs 9 @ 95             -> ok, rests bob2 9
    ann plans sell 2 when last at 97 -> ok, waits ann2
    index 97                     -> ok, mark 97
    ann amends-plan ann2 when mark -> ok, trade 2@95 bob2, done ann3 filled, plan ann2 executed
  `));

  test('not while the index is stale', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    cat brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 1 @ 100           -> ok, rests bob1 1
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done bob1 filled, done ann1 filled
    cat longs 5 @ 99             -> ok, rests cat1 5
    bob plans sell 1 when last at 99 -> ok, waits bob2
    wait 60000                   -> ok, mark 100
    ann closes all               -> ok, trade 1@99 cat1, done ann2 filled
    index 100                    -> ok, mark 100, trade 1@99 cat1, done bob3 filled, plan bob2 executed
  `));

  test('a plan that opens more than margin allows fails; the plan does not hold any', () =>
    play(`
    ann brings 10                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann plans buy 5 when index at 101 -> ok, waits ann1
    index 101                    -> ok, mark 101, plan ann1 failed insufficientMargin
  `));

  test('its checks', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann plans buy 1 when last at 0 -> triggerPriceRange 9007199254740991 0
    ann plans buy 0 when last at 99 -> quantityTooSmall 1 0
    ann plans buy 1001 when last at 99 -> quantityTooLarge 1000 1001
    ann plans buy 1 when last at 99 bits 8 -> optionsUnknown 31 8
    ann plans buy for 10 when last at 99 -> amountRange 0 1000
    ann plans buy 1 when last at 99 leg=long -> positionLegUnexpected 0 1
    ann takes-profit sell 1 when mark at 99 -> triggerWouldFireNow 100 99
    ann stops sell 1 when mark at 101 -> triggerWouldFireNow 100 101
    ann trails sell 1 by 100000  -> noLastPrice 0 0
    ann trails sell 1 by 1       -> callbackRange 100 1
    ann ends-in-profit sell all when mark at 110 -> positionNotFound 0 0
    ann withdraws-plan ann1      -> planNotFound 0 0
  `));

  test('one that is reduce-only fails with nothing to close', () =>
    play(`
    ann brings 100               -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob longs 5 @ 98             -> ok, rests bob1 5
    ann stops sell 1 when mark at 99 reduce -> ok, waits ann1
    index 99                     -> ok, mark 99, plan ann1 failed reduceOnlyNothing
  `));
});

describe('plans of a position', () => {
  test('take profit of all, whatever it is when it fires', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 9 @ 100           -> ok, rests bob1 9
    ann longs 2 @ 100            -> ok, trade 2@100 bob1, done ann1 filled
    ann ends-in-profit sell all when mark at 105 -> ok, waits ann2
    ann longs 3 @ 100            -> ok, trade 3@100 bob1, done ann3 filled
    bob longs 4 @ 104            -> ok, trade 4@100 bob1, done bob1 filled, done bob2 filled
    bob longs 9 @ 104            -> ok, rests bob3 9
    index 105                    -> ok, mark 105, trade 5@104 bob3, done ann4 filled, plan ann2 executed
    ann position                 -> none
  `));

  test('stop loss of a part; the other ends with the position', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann ends-in-loss sell 2 when mark at 98 -> ok, waits ann2
    ann ends-in-profit sell 5 when last at 110 -> ok, waits ann3
    ann ends-in-loss sell 6 when mark at 97 -> planSizeBeyondPosition 5 6
    ann ends-in-loss buy 2 when mark at 103 -> positionNotFound 0 5
    ann ends-in-loss sell all when mark at 101 -> triggerWouldFireNow 100 101
    bob longs 9 @ 97             -> ok, rests bob2 9
    index 98                     -> ok, mark 98, trade 2@97 bob2, done ann4 filled, plan ann2 executed
    ann position                 -> long 3 @ 100, unrealised -6, profit -6, fees 1.388
    ann closes all               -> ok, trade 3@97 bob2, done ann5 filled, plan ann3 cancelled
  `));

  test('both together, or none: what is refused names which', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann pairs ends-in-profit sell all when last at 110 and ends-in-loss sell all when last at 90 -> positionNotFound 0 0
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann pairs ends-in-profit sell all when last at 110 and ends-in-loss sell 6 when last at 90 -> planSizeBeyondPosition 5 6
    ann pairs ends-in-profit sell all when last at 110 and ends-in-loss sell all when last at 100 -> triggerWouldFireNow 100 100
    ann pairs ends-in-profit sell all when last at 110 id=a and ends-in-loss sell all when last at 90 id=a -> clientIdDuplicate 0 0
    ann withdraws-plan ann2      -> planNotFound 0 0
    ann pairs ends-in-profit sell all when last at 110 id=a and ends-in-loss sell 2 when mark at 90 id=b -> ok, waits ann2, waits ann3
    ann pairs ends-in-profit sell all when last at 110 id=c and ends-in-loss sell 2 when mark at 90 id=b -> clientIdDuplicate 0 ann3
    ann cancels all plans        -> ok, plan ann2 cancelled, plan ann3 cancelled
  `));

  test('both together where there is room for both', () => {
    const lines = [
      'ann brings 1000 -> ok',
      'bob brings 1000 -> ok',
      'index 100 -> ok, mark 100',
      'bob shorts 5 @ 100 -> ok, rests bob1 5',
      'ann longs 5 @ 100 -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled',
    ];
    for (let i = 1; i < PLANS_PER_ACCOUNT; i++) {
      lines.push(`ann plans sell 1 when last at 50 -> ok, waits ann${i + 1}`);
    }
    lines.push(
      `ann pairs ${PROFIT} and ${LOSS} -> plansAccount ${PLANS_PER_ACCOUNT} ${PLANS_PER_ACCOUNT + 1}`,
      'ann withdraws-plan ann2 -> ok, plan ann2 cancelled',
      `ann pairs ${PROFIT} and ${LOSS} -> ok, waits ann${PLANS_PER_ACCOUNT + 1}, waits ann${PLANS_PER_ACCOUNT + 2}`,
    );
    play(lines.join('\n'));
  });

  test('of a short position', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob longs 5 @ 100            -> ok, rests bob1 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann ends-in-profit buy all when index at 95 -> ok, waits ann2
    ann ends-in-loss buy all when index at 101 -> ok, waits ann3
    bob shorts 5 @ 102           -> ok, rests bob2 5
    index 101                    -> ok, mark 101, trade 5@102 bob2, done bob2 filled, done ann4 filled, plan ann3 executed, plan ann2 cancelled
    ann position                 -> none
  `));

  test('one that trails ends with the position, and closes what it was for', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann ends-trailing sell 2 by 20000 -> noLastPrice 0 0
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    ann ends-trailing sell 6 by 20000 -> planSizeBeyondPosition 5 6
    ann ends-trailing buy 2 by 20000 -> positionNotFound 0 5
    ann ends-trailing sell 2 by 20000 when mark at 103 -> ok, waits ann2
    ann ends-trailing sell all by 50000 -> ok, waits ann3
    bob longs 9 @ 99             -> ok, rests bob2 9
    index 104                    -> ok, mark 104
    index 101                    -> ok, mark 101, trade 2@99 bob2, done ann4 filled, plan ann2 executed
    ann closes all               -> ok, trade 3@99 bob2, done ann5 filled, plan ann3 cancelled
  `));

  test('gone when the position turns around: they would close the new one', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 2 @ 100            -> ok, trade 2@100 bob1, done ann1 filled
    ann ends-in-loss sell all when mark at 99 -> ok, waits ann2
    bob longs 6 @ 99             -> ok, rests bob2 6
    ann shorts 3 @ 99            -> ok, plan ann2 cancelled, trade 3@99 bob2, done ann3 filled
    index 99                     -> ok, mark 99
    ann position                 -> short 1 @ 99, fees 0.198
  `));

  test('gone when it is closed and opened again by the next fill of one order', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 2 @ 100            -> ok, trade 2@100 bob1, done ann1 filled
    ann ends-in-loss sell all when mark at 98 -> ok, waits ann2
    bob longs 2 @ 99             -> ok, rests bob2 2
    bob longs 4 @ 99             -> ok, rests bob3 4
    ann shorts 3 @ 99            -> ok, trade 2@99 bob2, done bob2 filled, plan ann2 cancelled, trade 1@99 bob3, done ann3 filled
    index 98                     -> ok, mark 98
  `));

  test('of a leg', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann hedge                    -> ok
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 2 @ 100 leg=long   -> ok, trade 2@100 bob1, done ann1 filled
    ann ends-in-loss sell all when mark at 99 leg=long -> ok, waits ann2
    ann ends-in-loss sell all when mark at 99 leg=short -> positionNotFound 0 0
    bob longs 5 @ 98             -> ok, rests bob2 5
    index 99                     -> ok, mark 99, trade 2@98 bob2, done ann3 filled, plan ann2 executed
    ann position leg=long        -> none
  `));

  test('a plan that finds a larger loss than the equity fails', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 5 @ 93             -> ok, rests bob2 5
    ann ends-in-loss sell all when mark at 99 -> ok, waits ann2
    index 99                     -> ok, mark 99, plan ann2 failed closeBeyondBankruptcy
    ann position                 -> long 5 @ 100, unrealised -5, fees 1
  `));
});

describe('attached', () => {
  test('to an entry: for what it filled, and gone with the position', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 3 @ 100           -> ok, rests bob1 3
    ann longs 5 @ 100 tp=104 sl=98 -> ok, trade 3@100 bob1, done bob1 filled, rests ann1 2
    ann cancels ann1             -> ok, done ann1 cancelled, waits ann2, waits ann3
    bob longs 9 @ 99             -> ok, rests bob2 9
    ann closes all               -> ok, trade 3@99 bob2, done ann4 filled, plan ann2 cancelled, plan ann3 cancelled
  `));

  test('one fires, the other ends', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 3 @ 100           -> ok, rests bob1 3
    ann longs 3 @ 100 tp=104/103 sl=98 -> ok, trade 3@100 bob1, done bob1 filled, done ann1 filled, waits ann2, waits ann3
    bob longs 4 @ 97             -> ok, rests bob2 4
    bob shorts 1 at market       -> ok, trade 1@97 bob2, done bob3 filled, trade 3@97 bob2, done bob2 filled, done ann4 filled, plan ann3 executed, plan ann2 cancelled
    ann position                 -> none
  `));

  test('they never open: what is left to close is less', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    cat brings 1000              -> ok
    bob shorts 3 @ 100           -> ok, rests bob1 3
    ann longs 3 @ 100 tp=104     -> ok, trade 3@100 bob1, done bob1 filled, done ann1 filled, waits ann2
    bob longs 1 @ 99             -> ok, rests bob2 1
    ann shorts 1 @ 99            -> ok, trade 1@99 bob2, done bob2 filled, done ann3 filled
    bob longs 2 @ 103            -> ok, rests bob3 2
    cat shorts 1 @ 104           -> ok, rests cat1 1
    cat longs 1 at market        -> ok, trade 1@104 cat1, done cat1 filled, done cat2 filled, trade 2@103 bob3, done bob3 filled, done ann4 filled, plan ann2 executed
    ann position                 -> none
  `));
});

describe('trailing', () => {
  test('comes back from its extreme by the callback', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob longs 9 @ 90             -> ok, rests bob2 9
    ann trails sell 5 by 50000 when mark reduce -> ok, waits ann2
    index 120                    -> ok, mark 120
    # the extreme is 120: 5 % of it are 6
    index 115                    -> ok, mark 115
    index 114                    -> ok, mark 114, trade 5@90 bob2, done ann3 filled, plan ann2 executed
    ann position                 -> none
  `));

  test('of a short position, once it is active', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob longs 5 @ 100            -> ok, rests bob1 5
    ann shorts 5 @ 100           -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    bob shorts 9 @ 98            -> ok, rests bob2 9
    ann trails buy 5 by 50000 when index at 90 reduce -> ok, waits ann2
    index 94                     -> ok, mark 94
    index 99                     -> ok, mark 99
    index 90                     -> ok, mark 90
    index 94                     -> ok, mark 94, trade 5@98 bob2, done ann3 filled, plan ann2 executed
  `));
});

describe('what is attached to the order of a plan', () => {
  test('comes with the order, watches what it was told to, and can be changed before', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 102           -> ok, rests bob1 5
    ann plans buy 2 when index at 101 then 102 tp=120 sl=90/89 sl-by=mark -> ok, waits ann1
    ann amends-plan ann1 tp=110/109 sl=95 sl-by=mark -> ok
    index 101                    -> ok, mark 101, trade 2@102 bob1, done ann2 filled, waits ann3, waits ann4, plan ann1 executed
    bob longs 9 @ 94             -> ok, rests bob2 9
    index 96                     -> ok, mark 96
    index 95                     -> ok, mark 95, trade 2@94 bob2, done ann5 filled, plan ann4 executed, plan ann3 cancelled
  `));

  test('lies beyond the entry and belongs to what opens', () =>
    play(`
    ann brings 1000              -> ok
    index 100                    -> ok, mark 100
    ann plans buy 2 when mark at 101 then 102 tp=101 -> triggerWouldFireNow 102 101
    ann plans buy 2 when mark at 101 sl=103 -> triggerWouldFireNow 101 103
    ann plans sell 2 when mark at 99 reduce tp=90 -> optionsUnknown 0 0
    ann ends-in-loss sell all when mark at 90 sl=80 -> optionsUnknown 0 6
  `));
});

describe('a trailing stop', () => {
  test('is told to let the price come back by less', () =>
    play(`
    ann brings 1000              -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 2 @ 100            -> ok, trade 2@100 bob1, done ann1 filled
    bob longs 9 @ 95             -> ok, rests bob2 9
    ann trails sell 2 by 50000 when mark at 100 reduce -> ok, waits ann2
    index 104                    -> ok, mark 104
    index 102                    -> ok, mark 102
    ann amends-plan ann2 by 10000 -> ok, trade 2@95 bob2, done ann3 filled, plan ann2 executed
    ann amends-plan ann2 by 10000 -> planNotFound 0 4
  `));
});
