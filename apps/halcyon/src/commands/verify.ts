/** `halcyon verify`: the audit of a data folder, last line `ok …` or `FAULT …`; or of one receipt. */
import { existsSync } from 'node:fs';
import { type VerifyReport, verifyJournal } from '@halcyon/engine';
import { FileStorage, lockDirectory } from '@halcyon/journal';
import { type Layout, layoutOf, paperLayoutOf } from '../exchange/layout.ts';
import { type LiveReach, requireExchange } from '../exchange/parts.ts';
import type { CommandArgs } from './command.ts';
import { print } from './output.ts';
import { readSettings } from './settings.ts';
import { CommandLineError } from './usage.ts';
import { verifyReceipt } from './verify-receipt.ts';

/** Checks everything, or the receipt that is named. @returns the exit code */
export function verify({ options: { receipt, seals } }: CommandArgs): number {
  const list = typeof seals === 'string' ? seals : null;
  if (typeof receipt === 'string') return verifyReceipt(readSettings().root, receipt, list);
  if (list !== null)
    throw new CommandLineError('verify: --seals is of a receipt: --receipt FILE is missing');
  return verifyAll();
}

/** Replays and checks everything that is kept, of both venues. @returns the exit code */
export function verifyAll(): number {
  try {
    auditFolder(readSettings().root);
    return 0;
  } catch (error) {
    printFault(error);
    return 1;
  }
}

/** The last line where something is wrong. */
export function printFault(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  print(`FAULT ${reason.replaceAll(/\s*\n\s*/g, '; ')}`);
}

/**
 * @returns what the live journal reaches
 * @throws whatever keeps the folder from being found in order, the lock of a running exchange too
 */
export function auditFolder(root: string): LiveReach {
  const live = layoutOf(root);
  const paper = paperLayoutOf(root);
  requireExchange(live);
  const lock = lockDirectory(root);
  try {
    if (existsSync(paper.journal)) {
      const { commands, toSeq, stateHash } = auditPaper(paper);
      print(`paper: ${commands} commands to ${toSeq}, state ${stateHash}`);
    }
    const { commands, toSeq, stateHash, users } = audit(live);
    print(`ok ${commands} commands to ${toSeq}, state ${stateHash}`);
    return { seq: toSeq, lastUser: users - 1 };
  } finally {
    lock.release();
  }
}

function auditPaper(layout: Layout): VerifyReport {
  try {
    return audit(layout);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`paper: ${reason}`, { cause });
  }
}

function audit({ journal, venue }: Layout): VerifyReport {
  const report = verifyJournal(new FileStorage(), journal, venue, [], null);
  const { fromSeq, tornBytes, seals, reserves } = report;
  if (fromSeq > 1) {
    print(`starts at ${fromSeq}: older segments were removed after proved snapshots`);
  }
  if (seals.seals > 0) {
    const { receipts, remade, link } = seals;
    print(
      `${receipts} receipts in ${seals.seals} seals, ${remade} made again; the last link is ${link}`,
    );
  }
  if (reserves.roots > 0) {
    const { roots, remade, link } = reserves;
    print(`${roots} roots of reserves, ${remade} made again; the last link is ${link}`);
  }
  if (tornBytes > 0) print(`${tornBytes} bytes of an unfinished commit follow`);
  return report;
}
