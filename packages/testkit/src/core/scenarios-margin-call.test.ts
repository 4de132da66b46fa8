/** The call of an owner whose ratio came above 80 %: once, and again after it was below. */
import { describe, test } from 'vitest';
import { play } from './margin-scenario.ts';

describe('an owner is called', () => {
  test('once above 80 %, and again after the ratio was below', () =>
    play(`
    pool gets 1000 USD           -> ok
    index ETH 10                 -> ok
    ann brings 30 ETH            -> ok
    ann borrows 190 USD          -> ok, borrowed USD 190, interest ann USD 0.019
    ann takes 190 USD            -> ok
    index ETH 9                  -> ok
    index ETH 8                  -> ok, called ann 87.7653 %
    ann account                  -> equity 25.981, keeps 22.8023, needs 47.5048, ratio 87.7653 %
    index ETH 8                  -> ok
    ann repays 1 USD             -> insufficientBalance 0 10000
    index ETH 9                  -> ok
    index ETH 8                  -> ok, called ann 87.7653 %
    ann brings 20 USD            -> ok
    ann account                  -> equity 45.981, keeps 22.8023, needs 47.5048, ratio 49.5908 %
    ann repays 20 USD            -> ok, repaid USD 19.981 + 0.019
    # at once below what is kept: the liquidation tells
    index ETH 7                  -> ok, taken over USD 67.7775 + 0, liquidated ann fee 1.3559
  `));

  test('by interest and by terms, and in the account of a pair', () =>
    play(`
    pool gets 400 USD            -> ok
    pool gets 100 ETH            -> ok
    index ETH 10 LTC 5           -> ok
    ann brings 30 ETH            -> ok
    ann borrows 207 USD          -> ok, borrowed USD 207, interest ann USD 0.0207
    ann takes 207 USD            -> ok
    bob brings 100 LTC to LTCETH -> ok
    bob borrows 42.5 ETH of LTCETH -> ok, borrowed ETH 42.5, interest bob ETH 0.0043
    bob takes 42.5 ETH of LTCETH -> ok
    index ETH 11                 -> ok, called bob 86.4471 %
    index ETH 9                  -> ok
    terms USD liquidationPpm=50000 -> ok, called ann 86.3086 %
    terms USD liquidationPpm=20000 -> ok
    wait 86400000                -> ok, rates USD 8760000 ETH 7577400 LTC 876000, interest ann USD 4.968, interest bob ETH 0.8832, called ann 82.0305 %
  `));
});
