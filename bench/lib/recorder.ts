/** Commands of a bench into a journal, many a commit. */
import { COMMAND_BYTES_MAX, type Command, encodeCommand } from '@halcyon/domain';
import type { JournalWriter } from '@halcyon/journal';

const COMMIT_EVERY = 2_000;

/** Appends commands. */
export class Recorder {
  private readonly writer: JournalWriter;
  private pending = 0;

  constructor(writer: JournalWriter) {
    this.writer = writer;
  }

  readonly take = (command: Command): void => {
    const at = this.writer.claim(COMMAND_BYTES_MAX);
    const length = encodeCommand(command, this.writer.batchBytes, at);
    this.writer.finish(command.seq, length);
    this.pending += 1;
    if (this.pending === COMMIT_EVERY) this.commit();
  };

  commit(): void {
    this.writer.commit();
    this.pending = 0;
  }
}
