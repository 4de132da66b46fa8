/** What the journal says of an entry: the receipts that its command, carried out again, gives an account. */
import { CommandDecoder, type EntryPlace, type Receipt } from '@halcyon/domain';
import type { JournalPlace } from '../replay.ts';
import { CommandReceipts, type OneCommandKind } from './command-receipts.ts';
import { coreAt } from './core-at.ts';

/**
 * The receipts of a kind that a command gave an account; null when what is kept of the journal does
 * not reach back to it.
 * @param place its time is not looked at: the journal says it
 * @throws JournalDamageError where the journal is not sound, or ends before
 */
export function receiptsAt(
  journal: JournalPlace,
  place: EntryPlace,
  kind: OneCommandKind,
): Receipt[] | null {
  const found = coreAt(journal, place.seq - 1);
  if (found === null) return null;
  const { core, tail } = found;
  const receipts = new CommandReceipts(core.state, place);
  try {
    const decoder = new CommandDecoder();
    tail.readTo(place.seq, (_seq, bytes, offset, length) => {
      core.apply(decoder.decode(bytes, offset, length), decoder.kind);
    });
  } finally {
    tail.close();
  }
  receipts.learn(core.state.log.decode());
  return receipts.of(kind, place.account);
}
