/** Flash repayment: debts are paid with what the account has, by orders that it might place itself. */
import { describe, test } from 'vitest';
import { play } from './margin-scenario.ts';

describe('flash repayment', () => {
  test('pays with what there is of the coin, and buys the rest with cash, as much as is owed', () =>
    play(`
    pool gets 1000 ETH            -> ok
    index ETH 10                  -> ok
    ann brings 250 USD            -> ok
    ann borrows 20 ETH            -> ok, borrowed ETH 20, interest ann ETH 0.002
    ann takes 5 ETH               -> ok
    bob sells 50 @ 11 ETHUSD spot -> ok, rests bob1 50
    ann flash-repays ETH          -> ok, repaid ETH 14.998 + 0.002, trade 6@11 bob1, done ann1 filled, repaid ETH 5.002 + 0, owes nothing of it
    ann has ETH                   -> 0.992
    ann has USD                   -> 184
    ann flash-repays ETH          -> nothingOwed 0 3
    ann flash-repays all          -> nothingOwed 0 -1
  `));

  test('sells what counts most for cash that is owed', () =>
    play(`
    pool gets 1000 USD            -> ok
    index ETH 10 LTC 5            -> ok
    ann brings 30 ETH             -> ok
    ann brings 10 LTC             -> ok
    ann borrows 100 USD           -> ok, borrowed USD 100, interest ann USD 0.01
    ann takes 100 USD             -> ok
    bob buys 50 @ 10 ETHUSD spot  -> ok, rests bob1 50
    ann flash-repays USD          -> ok, trade 11@10 bob1, done ann1 filled, repaid USD 100 + 0.01, owes nothing of it
    ann has ETH                   -> 19
    ann has LTC                   -> 10
    ann has USD                   -> 9.88
  `));

  test('goes as far as anybody trades within the band', () =>
    play(`
    pool gets 1000 USD            -> ok
    index ETH 10                  -> ok
    ann brings 30 ETH             -> ok
    ann borrows 100 USD           -> ok, borrowed USD 100, interest ann USD 0.01
    ann takes 100 USD             -> ok
    bob buys 50 @ 4 ETHUSD spot   -> ok, rests bob1 50
    ann flash-repays all          -> ok, still owes of it
    bob buys 3 @ 10 ETHUSD spot   -> ok, rests bob2 3
    ann flash-repays all          -> ok, trade 3@10 bob2, done bob2 filled, done ann1 iocRemainder, repaid USD 29.96 + 0.01, still owes of it
  `));

  test('places no order that the account could not lose by, and keeps those that are open', () =>
    play(`
    pool gets 1000 USD            -> ok
    index ETH 10                  -> ok
    ann brings 30 ETH             -> ok
    ann borrows 200 USD           -> ok, borrowed USD 200, interest ann USD 0.02
    ann takes 200 USD             -> ok
    ann sells 10 @ 12 ETHUSD      -> ok, rests ann1 10
    ann account                   -> equity 69.98, keeps 24.0024, needs 50.005, ratio 34.299 %
    bob buys 50 @ 5 ETHUSD spot   -> ok, rests bob1 50
    # 20 ETH count 180 and would bring 100: more is lost than the 45.98 that are not kept
    ann flash-repays all          -> ok, still owes of it
    bob buys 50 @ 9 ETHUSD spot   -> ok, rests bob2 50
    ann flash-repays all          -> ok, trade 20@9 bob2, done ann2 filled, repaid USD 179.8 + 0.02, still owes of it
    ann has ETH                   -> 0 held 10
    ann has USD                   -> 0 owes 20.2
  `));

  test('of a pair: in its market alone; a coin that is not named stays owed', () =>
    play(`
    pool gets 1000 ETH            -> ok
    pool gets 1000 LTC            -> ok
    index ETH 10 LTC 5            -> ok
    ann brings 100 LTC to LTCETH  -> ok
    ann borrows 20 ETH of LTCETH  -> ok, borrowed ETH 20, interest ann ETH 0.002
    ann takes 20 ETH of LTCETH    -> ok
    ann brings 100 LTC            -> ok
    ann borrows 5 ETH             -> ok, borrowed ETH 5, interest ann ETH 0.0005
    bob buys 200 @ 1 LTCETH spot  -> ok, rests bob1 200
    ann flash-repays USD of LTCETH -> unknownAsset 0 2
    ann flash-repays LTC of LTCETH -> nothingOwed 0 4
    ann flash-repays all of LTCUSD -> unknownInstrument 0 2
    ann flash-repays ETH of LTCETH -> ok, trade 21@1 bob1, done ann1 filled, repaid ETH 20 + 0.002, owes nothing of it
    ann has LTC in LTCETH         -> 79
    ann has ETH in LTCETH         -> 0.977
    ann has ETH                   -> 5 owes 5 + 0.0005
    wait 60000                    -> ok
    ann flash-repays ETH          -> indexStale 0 3600000
  `));
});
