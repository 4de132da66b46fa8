/** The thread that builds the views of a long replay; see ViewsApart. One start a life. */
import { parentPort, workerData } from 'node:worker_threads';
import type { EventMemory, EventWalker } from '@halcyon/domain';
import { movedBuffers, type ViewsImage } from '@halcyon/views';
import { ViewsReader } from './views-reader.ts';

/** What the thread is told. */
export type ViewsOrder =
  | { readonly kind: 'restore'; readonly parts: ReadonlyMap<string, Uint8Array> }
  | {
      readonly kind: 'rows';
      readonly firstSeq: number;
      readonly lastSeq: number;
      readonly time: number;
      readonly memory: EventMemory;
    }
  | { readonly kind: 'finish' };

/** What it answers: the memory of rows that it took, and the views in the end. */
export type ViewsAnswer =
  | { readonly kind: 'taken'; readonly lanes: Float64Array<ArrayBuffer> }
  | { readonly kind: 'done'; readonly image: ViewsImage };

const reader = new ViewsReader(workerData as string, 0);

function answer(message: ViewsAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

parentPort?.on('message', (order: ViewsOrder) => {
  switch (order.kind) {
    case 'restore':
      reader.restore(order.parts);
      return;
    case 'rows': {
      const { firstSeq, lastSeq, time, memory } = order;
      const log = { walk: (walker: EventWalker) => walker.walk(memory) };
      reader.replay({ firstSeq, lastSeq, time, log });
      answer({ kind: 'taken', lanes: memory.f64 }, [memory.f64.buffer]);
      return;
    }
    default: {
      const image = reader.views.handOver();
      answer({ kind: 'done', image }, movedBuffers(image));
    }
  }
});
