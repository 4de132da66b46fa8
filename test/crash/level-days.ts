/** Days of fee levels: a venue with many owners, and what each of them traded on a day of a run. */
import { NEWEST_RULES } from '@halcyon/core';
import { type CommandInput, CommandKind, InstrumentState } from '@halcyon/domain';

export const DAY_MS = 86_400_000;
export const FIRST_DAY = 20_000;
/** Batches of 16 changes a day: about a dozen. */
export const OWNERS = 300;

const BY = { actor: 'test', reason: 'test' };
/** By the level that each comes to, units of 10^-8 USDT. */
const VOLUMES = [0n, 1_000_00000000n, 5_000_00000000n] as const;
const TIERS = [
  { makerPpm: 1_000, takerPpm: 1_000, volumeFrom: 0, contractVolumeFrom: 0, assetsFrom: 0 },
  { makerPpm: 400, takerPpm: 600, volumeFrom: 1_000 },
  { makerPpm: 250, takerPpm: 500, volumeFrom: 5_000 },
];

/** The level that an owner earns on a day of a run: another one each day. */
export function levelOn(user: number, day: number, seed: number): number {
  return (user + day + seed) % VOLUMES.length;
}

/** What makes it so, units of 10^-8 USDT. */
export function volumeOf(user: number, day: number, seed: number): bigint {
  return VOLUMES[levelOn(user, day, seed)]!;
}

/** What has to come before the days. */
export function* levelMarket(): Generator<CommandInput> {
  const pair = { symbol: 'BTCUSDT', base: 1, quote: 0, priceScale: 2, quantityScale: 6 };
  const limits = {
    state: InstrumentState.open,
    quantityMin: 10,
    quantityMax: 100_000_000,
    notionalMin: 500_000_000,
  };
  yield { kind: CommandKind.setRules, version: NEWEST_RULES };
  yield { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 };
  yield { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 };
  yield { kind: CommandKind.setFeeSchedule, tiers: TIERS, discounts: [10], ...BY };
  const bounds = { bandPpm: 100_000, openOrdersMax: 500 };
  yield { kind: CommandKind.listInstrument, ...pair, ...limits, ...bounds };
  yield { kind: CommandKind.seedLastPrice, instrument: 0, price: 60_000_00 };
  for (let n = 0; n < OWNERS; n += 1) yield { kind: CommandKind.openUser, simulated: false };
}
