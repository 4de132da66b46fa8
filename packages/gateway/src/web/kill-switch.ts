/** One act that stops everything that trades for a person by itself. */
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  EVERY_INSTRUMENT,
  type UserId,
} from '@halcyon/domain';
import type { Stopped } from '@halcyon/domain/web';
import type { RestContext } from '../http/context.ts';
import type { WebRoute } from './context.ts';

/** Kinds of account that have orders. */
const TRADING = [
  AccountKind.spot,
  AccountKind.crossMargin,
  AccountKind.isolatedMargin,
  AccountKind.usdtFutures,
] as const;

/**
 * Cancels every order and plan of a user, those on their way included: commands are carried out in the
 * order in which they came. How many were open when it was asked.
 */
async function cancelEverything(
  { commands, views }: Pick<RestContext, 'commands' | 'views'>,
  user: UserId,
): Promise<number> {
  const accounts = TRADING.map((kind) => accountOf(user, kind));
  const open = accounts.reduce(
    (sum, account) => sum + views.openOrderCount(account) + views.plans(account).length,
    0,
  );
  const instrument = EVERY_INSTRUMENT;
  const endings = accounts.flatMap((account): CommandInput[] => [
    { kind: CommandKind.cancelAll, account, instrument },
    { kind: CommandKind.cancelAllPlans, account, instrument },
  ]);
  await commands.submitAll(endings);
  return open;
}

/** It takes rights away and gives none: it needs no fresh proof. Keys go first, so that none comes after. */
const stop: WebRoute = {
  method: 'POST',
  path: '/kill-switch',
  access: 'present',
  async handle({ identity, revocations, live, paperDesk }, { session }): Promise<Stopped> {
    const { uid } = session;
    const keys = await identity.disableApiKeys({ uid });
    for (const apiKey of keys) revocations.key(apiKey);
    const paper = paperDesk?.tradingOf(uid) ?? null;
    const orders = await Promise.all([
      cancelEverything(live, uid),
      paper === null ? 0 : cancelEverything(paper.rooms, paper.user),
    ]);
    return { keys: keys.length, orders: orders.reduce((sum, count) => sum + count, 0) };
  },
};

/** The routes of this file. */
export const KILL_ROUTES: readonly WebRoute[] = [stop];
