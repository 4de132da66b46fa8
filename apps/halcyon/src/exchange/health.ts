/** Which parts tell how they are, and what the log says of it. */
import { engineReport, HealthRegistry, isWell } from '@halcyon/domain';
import type { Logger } from 'pino';
import type { Runtime } from './open-runtime.ts';
import type { VenueReserves } from './venue-reserves.ts';
import type { VenueSeals } from './venue-seals.ts';

/** The health registry that every part of a runtime reports to. @param seals of the live venue, as `reserves` */
export function healthRegistryOf(
  { exchange, records, paper }: Pick<Runtime, 'exchange' | 'records' | 'paper'>,
  seals: Pick<VenueSeals, 'health'>,
  reserves: Pick<VenueReserves, 'health'>,
): HealthRegistry {
  const healthRegistry = new HealthRegistry();
  healthRegistry.join('engine', () => engineReport(exchange.engine.status));
  healthRegistry.join('records', () => records.health().records);
  healthRegistry.join('identity', () => records.health().identity);
  healthRegistry.join('seals', () => seals.health());
  healthRegistry.join('reserves', () => reserves.health());
  if (paper === null) return healthRegistry;
  healthRegistry.join('paper', () => paper.health().paper);
  healthRegistry.join('paper_records', () => paper.health().records);
  healthRegistry.join('paper_source', () => paper.health().source);
  healthRegistry.join('paper_seals', () => paper.seals.health());
  return healthRegistry;
}

/** What has become better or worse since it was last called goes to the log. */
export function healthLog(
  healthRegistry: HealthRegistry,
  log: Pick<Logger, 'info' | 'error'>,
): () => void {
  const ill = new Map<string, string>();
  return () => {
    for (const [part, { state, detail }] of healthRegistry.reports()) {
      const now = isWell(state) ? '' : detail;
      if (now === (ill.get(part) ?? '')) continue;
      ill.set(part, now);
      if (now === '') log.info({ part }, 'this part is well again');
      else log.error({ part, state, detail }, 'this part is not well');
    }
  };
}
