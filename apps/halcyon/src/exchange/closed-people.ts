/** People who were closed before the core knew of closing: it closes them too, with what they have. */
import { Rules } from '@halcyon/core';
import { CommandKind, UserMode } from '@halcyon/domain';
import type { RecordsClient } from '@halcyon/records';
import type { VenueEngine } from './open-exchange.ts';

const PAGE = 500;

/**
 * Closes in the core who is closed as a person and not in it, once; to be called before other commands
 * are taken. What such accounts have stays for operators to pay out.
 */
export async function closeClosedPeople(
  { core, engine }: Pick<VenueEngine, 'core' | 'engine'>,
  { identity }: { readonly identity: Pick<RecordsClient['identity'], 'listUsers'> },
): Promise<void> {
  const { state } = core;
  if (state.rules < Rules.closings || engine.status !== 'running') return;
  const by = { actor: 'exchange', reason: 'closed before' };
  for (let afterUid = 0; ; ) {
    const page = await identity.listUsers({ afterUid, limit: PAGE, status: 'closed' });
    for (const { uid: user } of page) {
      const root = user < state.users.count && state.users.rootOf(user) === user;
      if (!root || state.users.mode(user) === UserMode.closed) continue;
      const close = { kind: CommandKind.setUserMode, user, mode: UserMode.closed } as const;
      const { code } = await engine.submit({ ...close, keepsMoney: true, ...by });
      if (code !== 0) throw new Error(`user ${user} cannot be closed: code ${code}`);
    }
    if (page.length < PAGE) return;
    afterUid = page[page.length - 1]!.uid;
  }
}
