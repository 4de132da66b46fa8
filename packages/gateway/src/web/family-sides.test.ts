/** Own copy portfolios are among those that transfers are with from the moment they are opened. */
import { AccountKind, accountOf, wireUserId } from '@halcyon/domain';
import { expect, it } from 'vitest';
import type { SignedIn, WebContext } from './context.ts';
import { transferNames } from './family-sides.ts';

const [ROOT, TRADER, FOLLOWER, SEQ] = [16, 40, 41, 7];

it('waits for the records to know portfolios that were just opened', async () => {
  const waited: unknown[] = [];
  const known = (id: number) => async (_query: object, options?: { readonly minSeq?: number }) => {
    waited.push(options?.minSeq);
    return [{ id }];
  };
  const venueContext = {
    ...{ venue: 'live', people: { userOf: (uid: number) => uid }, family: { all: async () => [] } },
    views: { seq: SEQ, rootOf: (user: number) => user },
    history: { copyTraders: known(TRADER), copyFollowers: known(FOLLOWER) },
  };
  const account = accountOf(ROOT, AccountKind.spot);
  const context = { copyTrading: true, trader: async () => ({ venueContext, account }) };
  const request = { session: { uid: ROOT } };
  const names = await transferNames(
    context as unknown as WebContext,
    request as unknown as SignedIn,
  );
  expect(names).toEqual([TRADER, FOLLOWER].map((id) => [id, wireUserId(id)]));
  expect(waited).toEqual([SEQ, SEQ]);
});
