/** The call of an owner of positions whose ratio came above 80 %: once, and again after it was below. */
import { Rules } from '@halcyon/core';
import type { ContractTerms } from '@halcyon/domain';
import { describe, test } from 'vitest';
import { play as playBy } from './futures-scenario.ts';

const play = (
  table: string,
  terms: Partial<ContractTerms> = {},
  rules: number = Rules.contractCalls,
) => playBy(table, terms, {}, rules);

describe('an owner of positions is called', () => {
  test('at the tick above 80 %, and short as long', () =>
    play(`
    ann brings 201               -> ok
    cat brings 201               -> ok
    bob brings 1000              -> ok
    index 1000                   -> ok, mark 1000
    bob shorts 1 @ 1000          -> ok, rests bob1 1
    ann longs 1 @ 1000           -> ok, trade 1@1000 bob1, done bob1 filled, done ann1 filled
    bob longs 1 @ 1000           -> ok, rests bob2 1
    cat shorts 1 @ 1000          -> ok, trade 1@1000 bob2, done bob2 filled, done cat1 filled
    # 199 − 168 = 31 · 0.8 = 24.8 < 832 · 0.03 = 24.96; at 833 25.6 ≥ 24.99
    index 833                    -> ok, mark 833
    index 832                    -> ok, mark 832, called ann 80.5162 %
    index 1000                   -> ok, mark 1000
    # above 1,000 USD 4 %: 0.05 · 1152 − 20 = 37.6 is 80 % of 47
    index 1152                   -> ok, mark 1152
    index 1153                   -> ok, mark 1153, called cat 81.8479 %
  `));

  test('not by the rules before, but as the new ones come', () =>
    play(
      `
    ann brings 26                -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 5 @ 100           -> ok, rests bob1 5
    ann longs 5 @ 100            -> ok, trade 5@100 bob1, done bob1 filled, done ann1 filled
    index 98                     -> ok, mark 98
    operator rules 13            -> ok, called ann 98 %
    index 98                     -> ok, mark 98
  `,
      {},
      Rules.boundedMarks,
    ));

  test('once for all cross positions, and once for each isolated leg', () =>
    play(`
    ann brings 26                -> ok
    bob brings 1000              -> ok
    cat brings 1000              -> ok
    cat hedge                    -> ok
    cat isolated                 -> ok
    index 100 ETH 100            -> ok, mark 100, mark ETH 100
    bob shorts 9 @ 100           -> ok, rests bob1 9
    bob shorts 2 ETH @ 100       -> ok, rests bob2 2
    ann longs 3 @ 100            -> ok, trade 3@100 bob1, done ann1 filled
    ann longs 2 ETH @ 100        -> ok, trade 2@100 bob2, done bob2 filled, done ann2 filled
    cat longs 5 @ 100 leg=long   -> ok, trade 5@100 bob1, done cat1 filled
    index 98 ETH 98              -> ok, mark 98, mark ETH 98, called ann 98 %, called cat isolated 98 %
    cat adds 5 leg=long          -> ok
    ann brings 5                 -> ok
    index 97 ETH 97              -> ok, mark 97, mark ETH 97, called ann 97 %, called cat isolated 97 %
  `));

  test('where a position must keep more than 80 % of its value a rise calls as a fall does', () =>
    play(
      `
    ann brings 118.2             -> ok
    bob brings 1000              -> ok
    index 100                    -> ok, mark 100
    bob shorts 1 @ 100           -> ok, rests bob1 1
    ann longs 1 @ 100            -> ok, trade 1@100 bob1, done bob1 filled, done ann1 filled
    # 0.91 · 130 = 118.3 of 148; 120.12 of 150
    index 130                    -> ok, mark 130
    index 132                    -> ok, mark 132, called ann 80.08 %
    index 130                    -> ok, mark 130
    index 132                    -> ok, mark 132, called ann 80.08 %
  `,
      {
        tiers: [{ upTo: 20_000, leverageMax: 1, maintenancePpm: 900_000 }],
        liquidationPpm: 10_000,
      },
    ));
});
