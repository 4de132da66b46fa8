/** Loans by hand: what comes in, what is borrowed and owed, what may leave, in both kinds of account. */
import { Core } from '@halcyon/core';
import { type Command, type CommandInput, CommandKind, NO_PAIR, Reject } from '@halcyon/domain';
import { describe, expect, test } from 'vitest';
import { play, SMALL_LOAN, SMALL_PAIR } from './margin-scenario.ts';

describe('cross margin', () => {
  test('borrows out of the pool, and owes the hour that has begun at once', () =>
    play(`
    pool gets 1000 ETH          -> ok
    index ETH 10                -> ok
    ann brings 250 USD          -> ok
    ann account                 -> equity 250, keeps 0, needs 0, ratio 0 %
    ann borrows 20 ETH          -> ok, borrowed ETH 20, interest ann ETH 0.002
    ann has ETH                 -> 20 owes 20 + 0.002
    pool ETH                    -> 980, lent 20
    # 20 ETH count 18; owed are 20.002: 250 − 20.02
    ann account                 -> equity 229.98, keeps 24.003, needs 50.005, ratio 10.437 %
  `));

  test('pays back interest first, and no more than is owed or there', () =>
    play(`
    pool gets 1000 ETH          -> ok
    index ETH 10                -> ok
    ann brings 250 USD          -> ok
    ann repays 1 ETH            -> repayBeyondDebt 0 10000
    ann borrows 20 ETH          -> ok, borrowed ETH 20, interest ann ETH 0.002
    ann repays 0.001 ETH        -> ok, repaid ETH 0 + 0.001
    ann repays 5 ETH            -> ok, repaid ETH 4.999 + 0.001
    ann has ETH                 -> 14.999 owes 15.001
    pool ETH                    -> 985.001, lent 15.001
    ann repays 15.002 ETH       -> repayBeyondDebt 150010 150020
    ann repays 15.001 ETH       -> insufficientBalance 149990 150010
    ann brings 0.002 ETH        -> ok
    ann repays 15.001 ETH       -> ok, repaid ETH 15.001 + 0
    ann has ETH                 -> 0
    # all that was put in, and the interest
    pool ETH                    -> 1000.002, lent 0
    ann account                 -> equity 250, keeps 0, needs 0, ratio 0 %
  `));

  test('may borrow until its equity is what its debts need, by marginal tiers', () =>
    play(`
    pool gets 10000 USD         -> ok
    index ETH 10                -> ok
    ann brings 30 ETH           -> ok
    # 270 count. 1,039.688 and an hour of 0.01 % need 250 and half of 39.792: 269.896, all that is left
    ann borrows 2000 USD        -> borrowBeyondMargin 10396880 20000000
    ann account                 -> equity 270, keeps 0, needs 0, ratio 0 %
    ann borrows 1039.688 USD    -> ok, borrowed USD 1039.688, interest ann USD 0.104
    # 1,309.688 of its own and borrowed, less 1,039.792
    ann account                 -> equity 269.896, keeps 128.7543, needs 269.896, ratio 47.7052 %
    ann borrows 1 USD           -> borrowBeyondMargin 0 10000
  `));

  test('limits: smallest loan, level, tiers, pool; a refusal changes nothing', () =>
    play(`
    pool gets 300 ETH           -> ok
    index ETH 10                -> ok
    ann brings 100000 USD       -> ok
    ann borrows 0 ETH           -> amountRange 9007199254740991 0
    ann borrows -1 ETH          -> amountRange 9007199254740991 -10000
    ann borrows 0.9999 ETH      -> loanTooSmall 10000 9999
    ann borrows 201 ETH         -> debtLimit 2000000 2010000
    terms ETH levelMax=900      -> ok
    ann borrows 501 ETH         -> debtLimit 5000000 5010000
    ann borrows 301 ETH         -> poolLimit 3000000 3010000
    terms ETH levelMax=900 lentMax=250 -> ok
    ann borrows 251 ETH         -> poolLimit 2500000 2510000
    ann borrows 250 ETH         -> ok, borrowed ETH 250, interest ann ETH 0.025
    # what is owed counts, with its interest
    ann borrows 1 ETH           -> poolLimit 0 10000
    terms ETH levelMax=250.5    -> ok
    ann borrows 1 ETH           -> debtLimit 2505000 2510250
    terms ETH levelMax=100      -> ok
    ann account                 -> equity 99149.75, keeps 450.055, needs 1000.125, ratio 0.454 %
    ann repays 1 ETH            -> ok, repaid ETH 0.975 + 0.025
    pool gives 60 ETH           -> insufficientBalance 510000 600000
    pool gives 50 ETH           -> ok
  `));

  test('needs a price of every coin that it has or owes', () =>
    play(`
    pool gets 300 ETH           -> ok
    pool gets 300 LTC           -> ok
    ann brings 1000 USD         -> ok
    ann borrows 5 ETH           -> indexStale 0 0
    index ETH 10                -> ok
    ann borrows 5 ETH           -> ok, borrowed ETH 5, interest ann ETH 0.0005
    ann borrows 5 LTC           -> indexStale 0 0
    wait 60000                  -> ok
    ann borrows 1 ETH           -> indexStale 0 3600000
    ann takes 1 USD             -> indexStale 0 3600000
    ann repays 5 ETH            -> ok, repaid ETH 4.9995 + 0.0005
    index ETH 10                -> ok
    ann takes 1 USD             -> ok
  `));

  test('lets out what leaves as much as new debt would need', () =>
    play(`
    pool gets 1000 ETH          -> ok
    index ETH 10                -> ok
    ann brings 250 USD          -> ok
    ann brings 10 ETH           -> ok
    ann takes 10 ETH            -> ok
    ann borrows 20 ETH          -> ok, borrowed ETH 20, interest ann ETH 0.002
    ann takes 180 USD           -> notWithdrawable 1799750 1800000
    ann takes 179.975 USD       -> ok
    ann account                 -> equity 50.005, keeps 24.003, needs 50.005, ratio 48.0012 %
    # a coin that counts nine tenths: nothing is left over
    ann takes 1 ETH             -> notWithdrawable 0 10000
    index ETH 9                 -> ok
    ann takes 1 ETH             -> notWithdrawable 8644 10000
    index ETH 11                -> ok
    ann takes 0.0001 USD        -> notWithdrawable 0 1
    ann brings 100 USD          -> ok
    ann takes 21 ETH            -> insufficientBalance 200000 210000
  `));

  test('a client id names a loan and a repayment once', () =>
    play(`
    pool gets 1000 ETH          -> ok
    index ETH 10                -> ok
    ann brings 250 USD          -> ok
    ann borrows 2 ETH id=a      -> ok, borrowed ETH 2, interest ann ETH 0.0002
    ann borrows 2 ETH id=a      -> ok
    ann repays 1 ETH id=a       -> ok, repaid ETH 0.9998 + 0.0002
    ann repays 1 ETH id=a       -> ok
    ann has ETH                 -> 1 owes 1.0002
  `));
});

describe('interest', () => {
  // RightBTC, "How to calculate interest on RightBTC": 10,000 USDT from 10:10 to 11:10 at 0.02 % an hour cost 4.
  test('is owed for each clock hour that a loan touches: a hundredth of a published example', () =>
    play(`
    pool gets 1000 USD          -> ok
    terms USD ratePpm=1752000   -> ok
    hour                        -> ok, rates USD 1752000 ETH 876000 LTC 876000
    wait 600000                 -> ok
    index ETH 10                -> ok
    ann brings 100 ETH          -> ok
    ann borrows 100 USD         -> ok, borrowed USD 100, interest ann USD 0.02
    wait 3600000                -> ok, rates USD 1752000 ETH 876000 LTC 876000, interest ann USD 0.02
    ann has USD                 -> 100 owes 100 + 0.04
  `));

  test('is charged at each full hour, at the rate that the pool has as it begins', () =>
    play(`
    pool gets 100 ETH           -> ok
    index ETH 10                -> ok
    ann brings 1000 USD         -> ok
    ann borrows 25 ETH          -> ok, borrowed ETH 25, interest ann ETH 0.0025
    hour                        -> ok, rates USD 876000 ETH 4818000 LTC 876000, interest ann ETH 0.0138
    ann has ETH                 -> 25 owes 25 + 0.0163
    index ETH 10                -> ok
    # in the hour that runs the rate stays
    ann borrows 25 ETH          -> ok, borrowed ETH 25, interest ann ETH 0.0138
    wait 60000                  -> ok
    hour                        -> ok, rates USD 876000 ETH 8760000 LTC 876000, interest ann ETH 0.05
    ann has ETH                 -> 50 owes 50 + 0.0801
  `));

  test('of several hours without a command is that of each', () =>
    play(`
    pool gets 100 ETH           -> ok
    index ETH 10                -> ok
    ann brings 1000 USD         -> ok
    ann borrows 25 ETH          -> ok, borrowed ETH 25, interest ann ETH 0.0025
    wait 10800000               -> ok, rates USD 876000 ETH 4818000 LTC 876000, interest ann ETH 0.0414
    ann repays 0.0439 ETH       -> ok, repaid ETH 0 + 0.0439
    ann has ETH                 -> 24.9561 owes 25
    # nothing is owed on interest
    pool ETH                    -> 75.0439, lent 25
  `));

  test('goes over accounts in their order, cross before pairs', () =>
    play(`
    pool gets 1000 ETH          -> ok
    pool gets 1000 LTC          -> ok
    index ETH 10 LTC 10         -> ok
    bob brings 1000 USD         -> ok
    ann brings 1000 USD         -> ok
    bob brings 100 LTC to LTCETH -> ok
    bob borrows 1 ETH to LTCETH -> ok, borrowed ETH 1, interest bob ETH 0.0001
    ann borrows 1 ETH           -> ok, borrowed ETH 1, interest ann ETH 0.0001
    bob borrows 2 LTC           -> ok, borrowed LTC 2, interest bob LTC 0.0002
    bob borrows 3 ETH           -> ok, borrowed ETH 3, interest bob ETH 0.0003
    hour -> ok, rates USD 876000 ETH 954840 LTC 907536, interest bob ETH 0.0004, interest bob LTC 0.0003, interest bob ETH 0.0002, interest ann ETH 0.0002
  `));
});

describe('isolated margin', () => {
  test('a pair has money and debts of its own, all of it counts', () =>
    play(`
    pool gets 1000 ETH          -> ok
    index ETH 10 LTC 5          -> ok
    ann brings 100 LTC to LTCETH -> ok
    ann brings 50 USD           -> ok
    ann account LTCETH          -> equity 500, keeps 0, needs 0, ratio 0 %
    ann borrows 40 ETH of LTCETH -> ok, borrowed ETH 40, interest ann ETH 0.004
    ann has ETH in LTCETH       -> 40 owes 40 + 0.004
    ann has ETH                 -> 0
    # a ninth is needed, a twentieth kept with a hundredth for the fee
    ann account LTCETH          -> equity 499.96, keeps 24.003, needs 44.45, ratio 4.801 %
    ann account                 -> equity 50, keeps 0, needs 0, ratio 0 %
    ann takes 92 LTC of LTCETH  -> notWithdrawable 911020 920000
    ann takes 91 LTC of LTCETH  -> ok
    ann repays 40 ETH of LTCETH -> ok, repaid ETH 39.996 + 0.004
    pool ETH                    -> 1000, lent 0.004
  `));

  const moved = `
    pool gets 1000 ETH          -> ok
    index ETH 10 LTC 5          -> ok
    ann brings 100 LTC          -> ok
    `;

  test('takes money of cross margin, and gives what new debt would not need', () =>
    play(`${moved}
    ann moves 90 LTC to LTCETH  -> ok
    ann has LTC                 -> 10
    ann has LTC in LTCETH       -> 90
    ann moves 1 USD to LTCETH   -> insufficientBalance 0 10000
    ann borrows 40 ETH of LTCETH -> ok, borrowed ETH 40, interest ann ETH 0.004
    ann moves 82 LTC of LTCETH  -> notWithdrawable 811020 820000
    ann moves 81 LTC of LTCETH  -> ok
    ann has LTC                 -> 91
    ann borrows 10 ETH          -> ok, borrowed ETH 10, interest ann ETH 0.001
    ann moves 91 LTC to LTCETH  -> notWithdrawable 832193 910000
    `));

  test('by older rules it takes nothing of cross margin, as their journals say', () =>
    play(
      `${moved}
    ann moves 90 LTC to LTCETH  -> unknownInstrument -1 3
    `,
      8,
    ));

  test('only in a pair that has it, and only its coins', () =>
    play(`
    pool gets 1000 ETH          -> ok
    index ETH 10 LTC 5          -> ok
    ann brings 100 USD to LTCETH -> unknownAsset 0 2
    ann brings 100 USD to LTCUSD -> unknownInstrument 0 2
    ann borrows 1 ETH of LTCUSD -> unknownInstrument 0 2
    ann borrows 1 USD of LTCETH -> unknownAsset 0 2
    ann borrows 1 ETH of LTCETH -> borrowBeyondMargin 0 10000
    terms LTCETH liquidationPpm=50001 -> parameterRange 50000 50001
  `));
});

describe('terms', () => {
  test('are refused by older rules, of a second settle coin and of a market that has no price of the coin', () => {
    const core = new Core();
    const by = { actor: 'test', reason: 'test' };
    let seq = 0;
    const answer = (input: CommandInput): number => {
      seq += 1;
      return core.apply({ ...input, seq, time: 1 } as Command).code;
    };
    const set = (asset: number, market: number): number =>
      answer({ kind: CommandKind.setLoanTerms, asset, market, terms: SMALL_LOAN, ...by });
    for (const code of ['USD', 'ETH']) {
      answer({ kind: CommandKind.listAsset, code, name: code, scale: 4 });
    }
    expect(set(0, NO_PAIR)).toBe(Reject.parameterRange);
    answer({ kind: CommandKind.setRules, version: 6 });
    expect(set(1, 0)).toBe(Reject.unknownInstrument);
    expect(set(9, NO_PAIR)).toBe(Reject.unknownAsset);
    expect(set(0, NO_PAIR)).toBe(Reject.none);
    expect(set(1, NO_PAIR)).toBe(Reject.unknownInstrument);
    const pair = {
      kind: CommandKind.setPairTerms,
      instrument: 0,
      terms: SMALL_PAIR,
      ...by,
    } as const;
    expect(answer(pair)).toBe(Reject.unknownInstrument);
  });
});
