import type { Outcome } from '@halcyon/domain';

/** The answer to the command being applied; overwritten by the next one. */
export class CommandOutcome implements Outcome {
  seq = 0;
  time = 0;
  code = 0;
  limit = 0;
  value = 0;
  id = 0;
  otherId = 0;

  begin(seq: number, time: number): void {
    this.seq = seq;
    this.time = time;
    this.code = 0;
    this.limit = 0;
    this.value = 0;
    this.id = 0;
    this.otherId = 0;
  }

  /** Does something beside the command that is carried out: the answer stays what it is. @returns what `act` gave */
  beside(act: () => boolean): boolean {
    const { code, limit, value, id, otherId } = this;
    const done = act();
    Object.assign(this, { code, limit, value, id, otherId });
    return done;
  }

  /** Refuses; always false, so that checks can `return out.refuse(…)`. */
  refuse(code: number, limit: number, value: number): false {
    this.code = code;
    this.limit = limit;
    this.value = value;
    return false;
  }
}
