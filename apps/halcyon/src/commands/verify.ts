/** `halcyon verify`: the audit of a data folder; last line `ok …` or `FAULT …`. */
import { existsSync } from 'node:fs';
import { type VerifyReport, verifyJournal } from '@halcyon/engine';
import { FileStorage, lockDirectory } from '@halcyon/journal';
import { type Layout, layoutOf, paperLayoutOf } from '../exchange/layout.ts';
import { readSettings } from './settings.ts';

/** Replays and checks everything that is kept, of both venues. @returns the exit code */
export function verify(): number {
  const { root } = readSettings();
  const lock = lockDirectory(root);
  const paper = paperLayoutOf(root);
  let venue = '';
  try {
    if (existsSync(paper.journal)) {
      venue = 'paper: ';
      const { commands, toSeq, stateHash } = audit(paper);
      console.log(`paper: ${commands} commands to ${toSeq}, state ${stateHash}`);
    }
    venue = '';
    const { commands, toSeq, stateHash } = audit(layoutOf(root));
    console.log(`ok ${commands} commands to ${toSeq}, state ${stateHash}`);
    return 0;
  } catch (error) {
    console.log(`FAULT ${venue}${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    lock.release();
  }
}

function audit({ journal, venue }: Layout): VerifyReport {
  const report = verifyJournal(new FileStorage(), journal, venue, [], null);
  const { fromSeq, tornBytes } = report;
  if (fromSeq > 1) {
    console.log(`starts at ${fromSeq}: older segments were removed after proved snapshots`);
  }
  if (tornBytes > 0) console.log(`${tornBytes} bytes of an unfinished commit follow`);
  return report;
}
