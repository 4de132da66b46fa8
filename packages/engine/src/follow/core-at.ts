/** A second core of a venue at a sequence it has passed, made from its folder while it goes on. */
import { Core, RULES_VERSION } from '@halcyon/core';
import { CommandDecoder } from '@halcyon/domain';
import { JournalDamageError, JournalTail, listSnapshots, readSnapshot } from '@halcyon/journal';
import { type JournalPlace, restoreFrom } from '../replay.ts';

/** A core, and the tail that reads on from it. */
export interface CoreAt {
  readonly core: Core;
  readonly tail: JournalTail;
}

/**
 * The venue's state after `seq`, which must be durable; null when neither the kept journal nor a
 * snapshot reaches back so far.
 */
export function coreAt(place: JournalPlace, seq: number): CoreAt | null {
  const start = newestBefore(place, seq);
  const core = start ?? new Core();
  const { storage, directory, venue } = place;
  const fromSeq = core.state.seq + 1;
  let tail: JournalTail;
  try {
    tail = new JournalTail(storage, directory, { venue, rulesVersion: RULES_VERSION, fromSeq });
  } catch (error) {
    if (error instanceof JournalDamageError) return null;
    throw error;
  }
  const decoder = new CommandDecoder();
  tail.readTo(seq, (_seq, bytes, offset, length) => {
    const command = decoder.decode(bytes, offset, length);
    core.apply(command, decoder.kind);
    core.state.log.reset();
  });
  return { core, tail };
}

/** From the newest sound snapshot at or before `seq`; a damaged one is passed over. */
function newestBefore({ storage, directory }: JournalPlace, seq: number): Core | null {
  for (const file of listSnapshots(storage, directory)) {
    if (file.seq > seq) continue;
    try {
      return restoreFrom(readSnapshot(storage, file.path), []);
    } catch (error) {
      if (!(error instanceof JournalDamageError)) throw error;
    }
  }
  return null;
}
