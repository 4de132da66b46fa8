/** Ends whatever orders a person has in a venue. */
import {
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  type CommandPort,
  EVERY_INSTRUMENT,
  type UserId,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';

/** What of a venue it takes. */
export interface CancellationDeps {
  readonly commands: Pick<CommandPort, 'submitAll'>;
  readonly views: Pick<Views, 'openOrderCount' | 'plans' | 'subAccounts'>;
}

/** Kinds of account that have orders. */
const TRADING = [
  AccountKind.spot,
  AccountKind.crossMargin,
  AccountKind.isolatedMargin,
  AccountKind.usdtFutures,
] as const;

/**
 * Cancels every order and plan of a user and its sub-accounts, those on their way included: commands are
 * carried out in the order in which they came. How many were open when it was asked.
 */
export async function cancelEverything(
  { commands, views }: CancellationDeps,
  user: UserId,
): Promise<number> {
  const users = [user, ...views.subAccounts(user)];
  const accounts = users.flatMap((one) => TRADING.map((kind) => accountOf(one, kind)));
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
