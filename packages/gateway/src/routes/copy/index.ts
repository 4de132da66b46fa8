/** Routes of copy trading. */
import type { Route } from '../../http/context.ts';
import { follow, following, leave, quantityLimit, setFollowing, traders } from './follower.ts';
import { createKey } from './keys.ts';
import { shareSums, shares, sharesByDay, sharesDue, totals } from './results.ts';
import { followerCurrent, followerHistory, traderCurrent, traderHistory } from './tracks.ts';
import { closePositions, followers, setStops, symbols } from './trader.ts';

export const COPY_ROUTES: readonly Route[] = [
  followers,
  symbols,
  traderCurrent,
  traderHistory,
  closePositions,
  setStops,
  totals,
  sharesDue,
  shares,
  shareSums,
  sharesByDay,
  createKey,
  follow,
  setFollowing,
  following,
  traders,
  followerCurrent,
  followerHistory,
  quantityLimit,
  leave,
];
