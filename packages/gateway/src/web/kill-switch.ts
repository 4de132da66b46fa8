/** One act that stops everything that trades for a person by itself, sub-accounts included. */
import { cancelEverything } from '../family/cancel-everything.ts';
import { type WebRoute, webRoute } from './route.ts';

/** It takes rights away and gives none: it needs no fresh proof. Keys go first, so that none comes after. */
const stop = webRoute(
  'POST /kill-switch',
  async ({ identity, revocations, live, paperAccounts }, { session }) => {
    const { uid } = session;
    const keys = await identity.disableApiKeys({ uid });
    for (const apiKey of keys) revocations.key(apiKey);
    const paper = paperAccounts?.tradingOf(uid) ?? null;
    const orders = await Promise.all([
      cancelEverything(live, uid),
      paper === null ? 0 : cancelEverything(paper.venueContext, paper.user),
    ]);
    return { keys: keys.length, orders: orders.reduce((sum, count) => sum + count, 0) };
  },
);

/** The routes of this file. */
export const KILL_ROUTES: readonly WebRoute[] = [stop];
