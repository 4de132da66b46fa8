/** The thread that reads events again for records that fell behind; see refillFrom. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EventRows } from '@halcyon/domain';
import { EventTail } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';

/** What the thread is given. */
export interface RefillData {
  readonly directory: string;
  readonly venue: string;
  readonly fromSeq: number;
}

/** What it is told: a durable sequence. The answer is the next batch up to there, null = none. */
export type RefillOrder = number;
export type RefillAnswer = EventRows | null;

const { directory, venue, fromSeq } = workerData as RefillData;
const tail = new EventTail({ storage: new FileStorage(), directory, venue }, fromSeq);

parentPort?.on('message', (head: RefillOrder) => {
  const answer: RefillAnswer = tail.next(head);
  parentPort?.postMessage(answer);
});
