/** `POST /api/feed/v1/prices/NAME`: index prices of an operator's own feed, signed by its source. */
import { FEED_BYTES_MAX, type FeedFault, feedPath, type IndexPort } from '@halcyon/domain/web';
import type { FastifyInstance } from 'fastify';
import { type AddressFinder, clientAddress } from '../auth/client-address.ts';
import { isLoopback } from '../auth/ip-list.ts';
import { frameworkError } from '../http/faults.ts';
import { AddressLimiter } from '../http/rate-limiter.ts';

/** What is said of a message that is refused. */
const REFUSALS: Readonly<Record<FeedFault, readonly [status: number, text: string]>> = {
  unknown: [404, 'there is no feed of that name'],
  time: [400, 'ACCESS-TIMESTAMP must be Unix ms'],
  future: [400, 'ACCESS-TIMESTAMP is ahead of this clock'],
  late: [400, 'ACCESS-TIMESTAMP is more than 5 seconds ago'],
  replay: [409, 'a message of that time or a later one was taken already, or before the start'],
  signature: [401, 'ACCESS-SIGN is not the signature of this message'],
  form: [400, 'the body must be {"prices": {"BTCUSDT": "94000.5"}}'],
};

/** Adds the route. A message costs a signature at most: who sends many is held by the address's limit. */
export async function addFeedRoute(
  app: FastifyInstance,
  indices: IndexPort,
  addressOf: AddressFinder,
  clock: () => number,
): Promise<void> {
  const addresses = new AddressLimiter();
  await app.register(async (feed) => {
    feed.removeAllContentTypeParsers();
    const limit = { parseAs: 'string', bodyLimit: FEED_BYTES_MAX } as const;
    feed.addContentTypeParser('application/json', limit, (_request, body, done) => {
      done(null, body);
    });
    feed.setErrorHandler((thrown) => {
      throw frameworkError(thrown, FEED_BYTES_MAX) ?? thrown;
    });
    feed.post<{ Params: { name: string } }>(feedPath(':name'), async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const address = clientAddress(addressOf, request.raw);
      if (!isLoopback(address)) addresses.take(address, clock());
      const answer = indices.take({
        source: request.params.name,
        timestamp: header(request.headers['access-timestamp']),
        signature: header(request.headers['access-sign']),
        body: typeof request.body === 'string' ? request.body : '',
      });
      if (typeof answer !== 'string') return answer;
      const [status, error] = REFUSALS[answer];
      return reply.code(status).send({ reason: answer, error });
    });
  });
}

function header(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
