/** Trades within one root owner: they are told, and count in no price and no statistic. */
import { ownerOf } from '@halcyon/domain';
import { isOwn } from '../matching/book.ts';
import { Rules } from '../rules.ts';
import type { State } from './state.ts';

/** Whether such trades are marked. A ghost's user stands for an owner in the market that is followed. */
export function marksOwn(state: State): boolean {
  return state.rules >= Rules.impactSizes;
}

/** Whether a trade of two accounts is one within an owner. */
export function isOwnTrade(state: State, account: number, other: number): boolean {
  return marksOwn(state) && isOwn(state.users.own(account), ownerOf(other));
}
