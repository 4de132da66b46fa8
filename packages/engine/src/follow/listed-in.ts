import type { State } from '@halcyon/core';
import type { InstrumentId, ReceiptInstrument } from '@halcyon/domain';

/** An instrument with its coins, as a state has them. */
export function listedIn({ markets, assets }: State, id: InstrumentId): ReceiptInstrument {
  const { instrument } = markets[id]!;
  return { instrument, base: assets[instrument.base]!, quote: assets[instrument.quote]! };
}
