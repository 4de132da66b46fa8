/** A core and views behind a command port, without a process around: what is submitted is applied at once. */
import { Core, NEWEST_RULES } from '@halcyon/core';
import { type Command, type CommandInput, CommandKind, type CommandPort } from '@halcyon/domain';
import { Views } from '@halcyon/views';

/** See the head of the file. Trades by the newest rules; a command's time is its number. */
export class MemoryPort {
  readonly views = new Views();
  readonly submitted: CommandInput[] = [];
  /** What is asked of an engine. */
  readonly engine: CommandPort;

  constructor() {
    const core = new Core();
    const apply = (input: CommandInput) => {
      this.submitted.push(input);
      const seq = core.state.seq + 1;
      const outcome = { ...core.apply({ ...input, seq, time: seq } as Command) };
      const events = core.state.log.decode();
      core.state.log.reset();
      this.views.apply({ firstSeq: seq, lastSeq: seq, time: seq, events });
      return outcome;
    };
    const port: Pick<CommandPort, 'submit' | 'submitAll'> = {
      submit: async (input) => apply(input),
      submitAll: async (inputs) => inputs.map(apply),
    };
    this.engine = port as CommandPort;
    apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  }
}
