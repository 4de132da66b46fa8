/** Batches of events as rows of an event log: as the core wrote them, copied, or made of events. */
import { EventLog } from './event-log.ts';
import type { EventBatch, EventRows, LogBatch } from './ports.ts';

/** The rows of a batch in the core's own log: valid until it is reset. */
export function rowsIn({ firstSeq, lastSeq, time, log }: LogBatch): EventRows {
  return { firstSeq, lastSeq, time, count: log.count, memory: log.memory };
}

/** A copy of the rows of a batch, for another thread. */
export function copyRows({ firstSeq, lastSeq, time, log }: LogBatch): EventRows {
  const { f64: all, end, rares, objects } = log.memory;
  const f64 = all.slice(0, end);
  const memory = { f64, i32: new Int32Array(f64.buffer), end, rares, objects };
  return { firstSeq, lastSeq, time, count: log.count, memory };
}

/** Rows of events that no core wrote: each is kept as an object. */
export function rowsOf({ firstSeq, lastSeq, time, events }: EventBatch): EventRows {
  const log = new EventLog();
  for (const event of events) log.push(event);
  return rowsIn({ firstSeq, lastSeq, time, log });
}
