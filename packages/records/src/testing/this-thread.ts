/**
 * Records whose SQL runs on the thread of the test: everything is real but the thread, which costs more to
 * start than most tests need. Messages are copied as between threads.
 */
import { MessageChannel } from 'node:worker_threads';
import type { FromWorker, ToWorker } from '../protocol.ts';
import type { StartThread } from '../records-client.ts';
import { RecordsServer } from '../records-server.ts';

/** See the head of the file. */
export const onThisThread: StartThread = (config) => {
  const { port1: client, port2: server } = new MessageChannel();
  const post = (message: FromWorker, transfer: ArrayBuffer[] = []): void =>
    server.postMessage(message, transfer);
  RecordsServer.open(config, post).then(
    (records) => server.on('message', (message: ToWorker) => records.handle(message)),
    (error: unknown) => post({ kind: 'failedToStart', message: String(error) }),
  );
  return {
    postMessage: (message, transfer) => client.postMessage(message, transfer),
    on: (event: string, listener: unknown) =>
      client.on(event, listener as (told: FromWorker) => void),
    terminate: async () => client.close(),
  };
};
