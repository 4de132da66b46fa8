import type { Instrument } from '@halcyon/domain';
import { BOOK_LEVELS, specs } from '@halcyon/protocol';
import type { LevelView } from '@halcyon/views';
import { instrumentOf, publicRoute } from '../../http/context.ts';
import { priceText, sizeText } from '../../translate/text.ts';

/** The book; `type` step0 is unmerged, stepN merges into steps of 10^N ticks. */
export const orderbook = publicRoute(specs.market.orderbook, ({ views, clock }, request) => {
  const instrument = instrumentOf(views, request.symbol);
  const book = views.book(instrument.id);
  const limit = Number(request.limit ?? BOOK_LEVELS);
  const step = request.type === undefined ? 0 : Number(request.type.slice(4));
  const { bids, asks } =
    step === 0
      ? { bids: book.bids(limit), asks: book.asks(limit) }
      : book.merged(10 ** step, limit);
  return {
    asks: levelRows(instrument, asks),
    bids: levelRows(instrument, bids),
    ts: String(clock()),
  };
});

/** Levels as [price, size]. */
export function levelRows(
  instrument: Instrument,
  levels: readonly LevelView[],
): [string, string][] {
  return levels.map(({ price, total }) => [
    priceText(instrument, price),
    sizeText(instrument, total),
  ]);
}
