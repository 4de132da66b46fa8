/** Routes of copy trading. */
import type { Route } from '../../http/context.ts';
import {
  closeOwn,
  follow,
  following,
  leave,
  quantityLimit,
  setFollowing,
  setOwnStops,
  traders,
} from './follower.ts';
import { createKey } from './keys.ts';
import { endTrader, openTrader } from './open.ts';
import { shareSums, shares, sharesByDay, sharesDue, totals } from './results.ts';
import { setBase, setBaseNamed, setSymbols, symbols } from './terms.ts';
import { followerCurrent, followerHistory, traderCurrent, traderHistory } from './tracks.ts';
import { closePositions, followers, letGo, setStops } from './trader.ts';

export const COPY_ROUTES: readonly Route[] = [
  openTrader,
  endTrader,
  followers,
  symbols,
  setSymbols,
  setBase,
  setBaseNamed,
  traderCurrent,
  traderHistory,
  closePositions,
  setStops,
  letGo,
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
  closeOwn,
  setOwnStops,
];
