import { Worker } from 'node:worker_threads';
import type { EventRows } from '@halcyon/domain';
import { WorkerInbox } from '@halcyon/journal';
import type { Layout } from './layout.ts';
import type { RefillAnswer, RefillData, RefillOrder } from './refill-worker.ts';

/**
 * The events from a sequence to the end, read again from the journal of a running venue by a thread
 * of their own: a long replay here would stop trading.
 * @param head last durable sequence, asked anew as the reading goes on
 * @throws what the reading meets, such as a first sequence before everything that is kept
 */
export async function* refillFrom(
  { journal, venue }: Layout,
  fromSeq: number,
  head: () => number,
): AsyncGenerator<EventRows, void> {
  const worker = new Worker(new URL('./refill-worker.ts', import.meta.url), {
    workerData: { directory: journal, venue, fromSeq } satisfies RefillData,
    execArgv: [],
    name: 'refill',
  });
  const inbox = new WorkerInbox<RefillAnswer>(worker);
  try {
    for (;;) {
      const order: RefillOrder = head();
      worker.postMessage(order);
      const batch = await inbox.next();
      if (batch !== null) yield batch;
      // Nothing was committed meanwhile: the caller goes on with what is committed from here on.
      else if (head() === order) return;
    }
  } finally {
    await worker.terminate();
  }
}
