/** Who may follow whom. */
import { Reject, type TraderPortfolio, UserMode } from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { State } from '../state/state.ts';

/** Who wants to follow which trader's portfolio. */
interface Wish {
  readonly root: number;
  readonly trader: number;
  /** The invitation code that was given. */
  readonly code: string;
}

/** The portfolio that a root may follow; null with the refusal set. */
export function checkNewFollower(
  state: State,
  out: CommandOutcome,
  { root, trader, code }: Wish,
): TraderPortfolio | null {
  const { copies, users } = state;
  const found = copies.trader(trader);
  // Who does not know the code is not told that there is a portfolio.
  if (found === null || found.terms.code !== code) {
    out.refuse(Reject.copyPortfolioNotFound, 0, trader);
    return null;
  }
  const followers = copies.followersOf(trader);
  const { paused = 0, followersMax } = found.terms;
  const most = paused === 0 ? followersMax : 0;
  const follows = [...followers].find((user) => copies.follower(user)!.root === root);
  const checked =
    (found.root !== root || out.refuse(Reject.copyOwnPortfolio, 0, trader)) &&
    ((!found.closing && users.mode(found.root) === UserMode.open) ||
      out.refuse(Reject.copyClosing, 0, trader)) &&
    (follows === undefined || out.refuse(Reject.copyFollowedAlready, 0, follows)) &&
    (followers.size < most || out.refuse(Reject.copyFollowersMax, most, followers.size + 1)) &&
    (!followsRoot(state, found.root, root) || out.refuse(Reject.copyCircle, 0, trader));
  return checked ? found : null;
}

/** Whether a root follows another one, itself or by those whom it follows. */
function followsRoot(state: State, from: number, wanted: number): boolean {
  const seen = new Set([from]);
  for (const root of seen) {
    for (const user of state.users.family(root) ?? []) {
      const follower = state.copies.follower(user);
      if (follower === null) continue;
      const { root: followed } = state.copies.trader(follower.trader)!;
      if (followed === wanted) return true;
      seen.add(followed);
    }
  }
  return false;
}
