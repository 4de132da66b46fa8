/** `halcyon verify`: the audit of a data folder; last line `ok …` or `FAULT …`. */

import { verifyJournal } from '@halcyon/engine';
import { FileStorage, lockDirectory } from '@halcyon/journal';
import { layoutOf, VENUE } from '../exchange/layout.ts';
import { readSettings } from './settings.ts';

/** Replays and checks everything that is kept. @returns the exit code */
export function verify(): number {
  const { root } = readSettings();
  const lock = lockDirectory(root);
  try {
    const { journal } = layoutOf(root);
    const report = verifyJournal(new FileStorage(), journal, VENUE, [], null);
    const { fromSeq, toSeq, commands, stateHash, tornBytes } = report;
    if (fromSeq > 1) {
      console.log(`starts at ${fromSeq}: older segments were removed after proved snapshots`);
    }
    if (tornBytes > 0) console.log(`${tornBytes} bytes of an unfinished commit follow`);
    console.log(`ok ${commands} commands to ${toSeq}, state ${stateHash}`);
    return 0;
  } catch (error) {
    console.log(`FAULT ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  } finally {
    lock.release();
  }
}
