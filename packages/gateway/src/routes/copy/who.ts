/** Whose portfolios a request is about. */
import { COPY_OPENED_PER_ROOT, type UserId } from '@halcyon/domain';
import { WireError } from '@halcyon/protocol';
import type { CopyFollowerRecord, CopyTraderRecord } from '@halcyon/records';
import type { Caller } from '../../auth/authenticate.ts';
import { ownPortfolio } from '../../copying/portfolios.ts';
import type { RestContext } from '../../http/context.ts';
import { rootOf } from '../family/who.ts';

/** What a request of a trader says of that. */
interface OwnNamed {
  readonly traderId?: string;
}

/**
 * The trader's portfolio that a request is about: that of the key, the one that is named, or the only one.
 * @throws WireError copyPortfolioNotFound, or fieldMissing where there are several
 */
export async function traderOf(
  context: RestContext,
  caller: Caller,
  { traderId }: OwnNamed,
): Promise<CopyTraderRecord> {
  const { views, history } = context;
  const { portfolio } = caller;
  if (portfolio !== undefined) {
    const [found] = await history.copyTraders({ id: portfolio }, { minSeq: views.seq });
    if (found !== undefined) return found;
    throw new WireError('copyPortfolioNotFound');
  }
  if (traderId !== undefined) {
    const root = rootUser(context, caller);
    const { trader } = await ownPortfolio(context, root, traderId);
    if (trader !== null) return trader;
    throw new WireError('copyPortfolioNotFound');
  }
  const [found, ...more] = await ownTraders(context, caller);
  if (more.length > 0) throw new WireError('fieldMissing', { field: 'traderId' });
  if (found === undefined) throw new WireError('copyPortfolioNotFound');
  return found;
}

/** The caller's portfolios as a trader that have not ended; where all have, the newest of them. */
export async function ownTraders(
  context: RestContext,
  caller: Caller,
): Promise<CopyTraderRecord[]> {
  const { views, history } = context;
  const root = rootUser(context, caller);
  const all = await history.copyTraders({ root }, { minSeq: views.seq });
  const open = all.filter(({ endedAt }) => endedAt === 0);
  return open.length > 0 ? open : all.slice(0, 1);
}

/** The user of the caller in the venue, who must be no sub-account. @throws WireError subAccountCannot */
export function rootUser(context: RestContext, caller: Caller): UserId {
  rootOf(context, caller);
  return caller.user;
}

/**
 * Portfolios of the caller that follow, the last opened first.
 * @param trader only those that follow it @param open only those that have not ended
 */
export async function followingOf(
  context: RestContext,
  caller: Caller,
  trader?: UserId | null,
  open = true,
): Promise<CopyFollowerRecord[]> {
  const { views, history } = context;
  const query = { root: rootUser(context, caller), open, limit: COPY_OPENED_PER_ROOT };
  const all = await history.copyFollowers(query, { minSeq: views.seq });
  return trader === undefined ? all : all.filter((one) => one.trader === trader);
}
