/**
 * Traders who are locked out: nobody signs in for them and no key works, so nobody is there to close what they opened. Who
 * follows them leaves as the own settings say.
 */
import {
  CommandKind,
  type CommandPort,
  type CopyTerms,
  Reject,
  type TraderPortfolio,
  type UserId,
} from '@halcyon/domain';
import type { HistoryReads } from '../http/ports.ts';

/** The parts of a venue that are asked. */
interface TraderParts {
  readonly commands: Pick<CommandPort, 'submit'>;
  readonly history: Pick<HistoryReads, 'copyTraders'>;
}

/** A portfolio that a trader has. */
export interface LockedPortfolio {
  readonly root: UserId;
  readonly user: UserId;
  readonly terms: CopyTerms & Partial<Pick<TraderPortfolio, 'shareMaxPpm'>>;
}

/** Ends all portfolios that a root has as a trader, as far as nothing of its own is open there. */
export async function endLockedTrader(
  { commands, history }: TraderParts,
  root: UserId,
): Promise<void> {
  // An emergency does not wait for records that are behind; what is missed ends with the next start.
  const all = await history.copyTraders({ root });
  for (const { id: user, endedAt, terms } of all) {
    if (endedAt === 0) await endLocked(commands, { root, user, terms });
  }
}

/** Ends one: its followers leave first. One with positions that nobody follows stays, and nobody joins it. */
export async function endLocked(
  commands: Pick<CommandPort, 'submit'>,
  { root: user, user: portfolio, terms: offered }: LockedPortfolio,
): Promise<void> {
  const kind = CommandKind.endCopyPortfolio;
  const { code } = await commands.submit({ kind, user, portfolio });
  if (code !== Reject.copyStillOpen || offered.paused === 1) return;
  const { shareMaxPpm: _, ...terms } = { ...offered, paused: 1 };
  await commands.submit({ kind: CommandKind.setCopyTerms, user, portfolio, terms });
}
