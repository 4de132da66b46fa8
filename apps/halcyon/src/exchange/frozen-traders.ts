/** Traders who were frozen and whose followers the core was not told to let go, as after a kill between the two. */
import type { TraderPortfolio } from '@halcyon/domain';
import { endLocked } from '@halcyon/gateway';
import type { RecordsClient } from '@halcyon/records';
import type { VenueEngine } from './open-exchange.ts';

const PAGE = 500;

/** Ends portfolios of traders who are frozen as persons; to be called before other commands are taken. */
export async function endFrozenTraders(
  { core, engine }: Pick<VenueEngine, 'core' | 'engine'>,
  { identity }: { readonly identity: Pick<RecordsClient['identity'], 'listUsers'> },
): Promise<void> {
  const { copies } = core.state;
  if (!copies.active || engine.status !== 'running') return;
  for (let afterUid = 0; ; ) {
    const page = await identity.listUsers({ afterUid, limit: PAGE, status: 'frozen' });
    const frozen = new Set(page.map(({ uid }) => uid));
    for (const one of [...copies.portfolios.values()]) {
      if (one.trader === null && frozen.has(one.root) && isWaitedFor(one))
        await endLocked(engine, one);
    }
    if (page.length < PAGE) return;
    afterUid = page[page.length - 1]!.uid;
  }

  /** Whether somebody follows it, or may join. */
  function isWaitedFor({ user, closing, terms }: TraderPortfolio): boolean {
    return !closing && (terms.paused !== 1 || copies.followersOf(user).size > 0);
  }
}
