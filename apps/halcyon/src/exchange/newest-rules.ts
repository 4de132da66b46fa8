/** A venue goes over to the newest rules at the first start that knows them. */
import { NEWEST_RULES } from '@halcyon/core';
import { CommandKind } from '@halcyon/domain';
import type { VenueEngine } from './open-exchange.ts';

/** Journals the change where it is not made yet; to be called before other commands are taken. */
export async function takeNewestRules({
  core,
  engine,
}: Pick<VenueEngine, 'core' | 'engine'>): Promise<void> {
  // An almost full disk takes cancels only: then a later start does it.
  if (core.state.rules >= NEWEST_RULES || engine.status !== 'running') return;
  const { code } = await engine.submit({ kind: CommandKind.setRules, version: NEWEST_RULES });
  if (code !== 0) throw new Error(`the newest rules were refused: code ${code}`);
}
