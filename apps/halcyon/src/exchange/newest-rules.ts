/** A venue goes over to the newest rules at the first start that knows them. */
import { NEWEST_RULES } from '@halcyon/core';
import { CommandKind } from '@halcyon/domain';
import type { Layout } from './layout.ts';
import type { VenueEngine } from './open-exchange.ts';

/**
 * Journals the change where it is not made yet; to be called before other commands are taken.
 * @param warn is told why the change waits for a later start
 */
export async function takeNewestRules(
  {
    core,
    engine,
    layout,
  }: Pick<VenueEngine, 'core' | 'engine'> & { readonly layout: Pick<Layout, 'venue'> },
  warn: (message: string) => void,
): Promise<void> {
  const { rules } = core.state;
  if (rules >= NEWEST_RULES) return;
  if (engine.status !== 'running') {
    const stays = `${layout.venue} stays at rules ${rules} until a start with more room on the disk`;
    warn(`the disk is almost full: ${stays} takes it to rules ${NEWEST_RULES}`);
    return;
  }
  const { code } = await engine.submit({ kind: CommandKind.setRules, version: NEWEST_RULES });
  if (code !== 0) throw new Error(`the newest rules were refused: code ${code}`);
}
