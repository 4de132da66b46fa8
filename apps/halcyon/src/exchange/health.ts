/** Which parts tell how they are, and what the log says of it. */
import { engineReport, HealthBoard, isWell } from '@halcyon/domain';
import type { Logger } from 'pino';
import type { Runtime } from './open-runtime.ts';
import type { VenueReserves } from './venue-reserves.ts';
import type { VenueSeals } from './venue-seals.ts';

/** The board that every part of a runtime tells how it is. @param seals of the live venue, as `reserves` */
export function boardOf(
  { exchange, records, paper }: Pick<Runtime, 'exchange' | 'records' | 'paper'>,
  seals: Pick<VenueSeals, 'health'>,
  reserves: Pick<VenueReserves, 'health'>,
): HealthBoard {
  const board = new HealthBoard();
  board.join('engine', () => engineReport(exchange.engine.status));
  board.join('records', () => records.health().records);
  board.join('identity', () => records.health().identity);
  board.join('seals', () => seals.health());
  board.join('reserves', () => reserves.health());
  if (paper === null) return board;
  board.join('paper', () => paper.health().paper);
  board.join('paper_records', () => paper.health().records);
  board.join('paper_source', () => paper.health().source);
  board.join('paper_seals', () => paper.seals.health());
  return board;
}

/** What has become better or worse since it was last called goes to the log. */
export function healthLog(board: HealthBoard, log: Pick<Logger, 'info' | 'error'>): () => void {
  const ill = new Map<string, string>();
  return () => {
    for (const [part, { state, detail }] of board.reports()) {
      const now = isWell(state) ? '' : detail;
      if (now === (ill.get(part) ?? '')) continue;
      ill.set(part, now);
      if (now === '') log.info({ part }, 'this part is well again');
      else log.error({ part, state, detail }, 'this part is not well');
    }
  };
}
