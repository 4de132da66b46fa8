/**
 * `halcyon verify --receipt FILE`: holds a receipt against its own arithmetic and against the journal,
 * whose command is carried out again; a proof in the file against the seals. The exchange may run
 * meanwhile. `--seals FILE` is for who has no journal: a list of seals as the exchange gives it to everyone.
 * Exit codes: 0 = it is so, 1 = it is not, 3 = its arithmetic holds, but the rest is out of reach.
 */
import { existsSync, readFileSync } from 'node:fs';
import {
  type AccountId,
  type EntryPlace,
  namedAccount,
  parseReceiptFile,
  parseSeals,
  parseWireUserId,
  type Receipt,
  type ReceiptFile,
  receiptDifferences,
  receiptLines,
  receiptVerdict,
  type SealAnswer,
  SystemAccount,
  type UserId,
} from '@halcyon/domain';
import { type JournalPlace, lifeReceiptAt, receiptsAt, Seals, sha256 } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { readExchangeFile } from '../exchange/exchange-file.ts';
import { layoutOf, paperLayoutOf } from '../exchange/layout.ts';
import { print } from './output.ts';

const EQUAL = 0;
const DIFFERENT = 1;
const OUT_OF_REACH = 3;

/**
 * Prints what the receipt says and whether it is so.
 * @param sealsFile a list of seals; null = the journal is at hand
 * @returns the exit code
 */
export function verifyReceipt(root: string, file: string, sealsFile: string | null): number {
  try {
    const given = parseReceiptFile(readFileSync(file, 'utf8'));
    const isSound = printLines(given.receipt);
    const code =
      sealsFile === null
        ? holdAgainstJournal(root, given)
        : holdAgainstSeals(given, parseSeals(readFileSync(sealsFile, 'utf8')));
    if (isSound || code === DIFFERENT) return code;
    print('DIFFERENT its own arithmetic does not hold');
    return DIFFERENT;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(`FAULT ${reason.replaceAll(/\s*\n\s*/g, '; ')}`);
    return DIFFERENT;
  }
}

/** Each line as it comes out here. @returns whether the receipt says the same */
function printLines(receipt: Receipt): boolean {
  const { kind, seq, venue, user, account } = receipt;
  print(`${kind} of ${user}, ${account} account, ${venue} journal at ${seq}`);
  const lines = receiptLines(receipt);
  for (const { name, sum, result, unit, rounded, holds } of lines) {
    const left = sum === '' ? name : `${name}: ${sum}`;
    const cut = rounded === '' ? '' : ` (rounded ${rounded})`;
    print(`  ${left} = ${result} ${unit}${cut}${holds ? '' : '  WRONG'}`.trimEnd());
  }
  return lines.every(({ holds }) => holds);
}

/** Whether the proof comes to a link of a list that holds together. */
function holdAgainstSeals(file: ReceiptFile, seals: readonly SealAnswer[]): number {
  const verdict = receiptVerdict(sha256, file, seals);
  switch (verdict.name) {
    case 'unproved':
      print('OUT OF REACH the file has no proof');
      return OUT_OF_REACH;
    case 'broken': {
      const { from, to } = verdict.seal;
      print(`DIFFERENT the seals do not hold together at commands ${from} to ${to}`);
      return DIFFERENT;
    }
    case 'foreign': {
      const { exchange } = file.receipt;
      print(
        `DIFFERENT the receipt is of exchange "${exchange}", the seals of "${verdict.exchange}"`,
      );
      return DIFFERENT;
    }
    case 'differs':
      print('DIFFERENT its proof leads to none of the seals');
      return DIFFERENT;
    case 'proved': {
      const { seal, last } = verdict;
      print(`proved by the seal of commands ${seal.from} to ${seal.to}, link ${seal.link}`);
      print(`the list of ${seals.length} holds together up to link ${last.link}`);
      return EQUAL;
    }
  }
}

function holdAgainstJournal(root: string, file: ReceiptFile): number {
  const { receipt } = file;
  const { venue, exchange, seq, time } = receipt;
  const layout = venue === 'live' ? layoutOf(root) : paperLayoutOf(root);
  if (!existsSync(layout.journal)) {
    throw new Error(`${root} holds no ${venue} journal: there is no ${layout.journal}`);
  }
  const id = readExchangeFile(layoutOf(root))?.id ?? '';
  if (id !== exchange) {
    print(`DIFFERENT the receipt is of exchange "${exchange}", the journal of "${id}"`);
    return DIFFERENT;
  }
  const journal: JournalPlace = { storage: new FileStorage(), directory: layout.journal, venue };
  const user = parseWireUserId(receipt.user);
  if (user === null) throw new Error('user is none');
  const place = { exchange, venue, seq, time, account: accountOfReceipt(receipt, user) };
  const seals = new Seals(journal.storage, journal.directory);
  const list = seals.list();
  for (const fault of seals.faults()) print(`${fault}: verify says more`);
  const proven = file.proof === null ? OUT_OF_REACH : holdAgainstSeals(file, list);
  if (proven === DIFFERENT) return DIFFERENT;
  if (seals.isOfOtherForm(seq)) {
    print('made by an older form: what the journal says today reads otherwise and is not compared');
    return proven;
  }
  const found = foundAt(journal, place, receipt);
  if (found === null) {
    if (proven === EQUAL) return EQUAL;
    print(`OUT OF REACH what is kept of the journal does not reach back to ${seq}`);
    return OUT_OF_REACH;
  }
  return printNearest(receipt, found);
}

/** The protection fund has one account, and no person. */
function accountOfReceipt({ account }: Receipt, user: UserId): AccountId {
  return account === 'fund' ? SystemAccount.insurance : namedAccount(user, account);
}

/** What the journal has at that place; orders and positions are followed from there to their end. */
export function foundAt(journal: JournalPlace, place: EntryPlace, receipt: Receipt) {
  if (receipt.kind !== 'order' && receipt.kind !== 'position') {
    return receiptsAt(journal, place, receipt.kind);
  }
  const id = receipt.kind === 'order' ? receipt.order : receipt.position;
  const found = lifeReceiptAt(journal, place, { kind: receipt.kind, id });
  return found === null ? null : [found].filter((one) => one !== undefined);
}

/** Of what the command did, what the receipt is nearest to. */
function printNearest(receipt: Receipt, found: readonly Receipt[]): number {
  const differences = found
    .map((one) => receiptDifferences(receipt, one))
    .sort((a, b) => a.length - b.length);
  const [nearest] = differences;
  if (nearest === undefined) {
    print(`DIFFERENT the command at ${receipt.seq} gave that account no ${receipt.kind}`);
    return DIFFERENT;
  }
  for (const difference of nearest) print(`DIFFERENT ${difference}`);
  if (nearest.length > 0) return DIFFERENT;
  print(`equal to what the journal says at ${receipt.seq}`);
  return EQUAL;
}
