/** Operator commands: assets, instruments, fees, users. */
import {
  ASSET_SCALE_MAX,
  ASSETS_MAX,
  type Asset,
  assert,
  ceilToStep,
  EventKind,
  FEE_TIERS_MAX,
  type GivenLimits,
  INSTRUMENTS_MAX,
  type Instrument,
  InstrumentState,
  isPowerOfTen,
  type ListAssetCommand,
  type ListInstrumentCommand,
  type OpenUserCommand,
  PPM,
  pow10,
  Reject,
  type SeedLastPriceCommand,
  type SetFeeScheduleCommand,
  type SetFeeTierCommand,
  type SetInstrumentCommand,
  UNITS_MAX,
} from '@halcyon/domain';
import type { CommandOutcome } from './outcome.ts';
import { Rules } from './rules.ts';
import { Market, Pause } from './state/market.ts';
import type { State } from './state/state.ts';

/** Powers of ten above this are not safe integers. */
const STEP_DIGITS_MAX = 15;

/** Lists an asset; ids are dense in the order of listing. */
export function listAsset(state: State, out: CommandOutcome, command: ListAssetCommand): boolean {
  const { code, name, scale } = command;
  const existing = state.assetByCode.get(code);
  if (existing !== undefined) return out.refuse(Reject.assetExists, 0, existing);
  if (!Number.isInteger(scale) || scale < 0 || scale > ASSET_SCALE_MAX) {
    return out.refuse(Reject.parameterRange, ASSET_SCALE_MAX, scale);
  }
  if (state.assets.length >= ASSETS_MAX) {
    return out.refuse(Reject.parameterRange, ASSETS_MAX, state.assets.length);
  }
  const asset: Asset = { id: state.assets.length, code, name, scale };
  state.assets.push(asset);
  state.assetByCode.set(code, asset.id);
  out.id = asset.id;
  const { seq, time } = state;
  state.log.push({ kind: EventKind.assetListed, seq, time, asset });
  return true;
}

/** Lists a spot instrument. Its scales are fixed for ever. */
export function listInstrument(
  state: State,
  out: CommandOutcome,
  command: ListInstrumentCommand,
): boolean {
  const existing = state.marketBySymbol.get(command.symbol);
  if (existing !== undefined) return out.refuse(Reject.instrumentExists, 0, existing);
  const base = state.assets[command.base];
  const quote = state.assets[command.quote];
  if (base === undefined) return out.refuse(Reject.unknownAsset, 0, command.base);
  if (quote === undefined) return out.refuse(Reject.unknownAsset, 0, command.quote);
  const { symbol, priceScale, quantityScale } = command;
  const spare = quote.scale - priceScale - quantityScale;
  const whole = Number.isInteger(priceScale) && Number.isInteger(quantityScale);
  if (!whole || priceScale < 0 || quantityScale < 0 || spare < 0) {
    return out.refuse(Reject.parameterRange, quote.scale, priceScale + quantityScale);
  }
  if (base === quote) return out.refuse(Reject.parameterRange, command.base, command.quote);
  if (quantityScale > base.scale) {
    return out.refuse(Reject.parameterRange, base.scale, quantityScale);
  }
  if (state.markets.length >= INSTRUMENTS_MAX) {
    return out.refuse(Reject.parameterRange, INSTRUMENTS_MAX, state.markets.length);
  }
  const lotUnits = Number(pow10(base.scale - quantityScale));
  if (!checkLimits(state, out, command, { priceScale, quantityScale, lotUnits })) return false;
  const id = state.markets.length;
  const { state: at, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = command;
  const { priceStep = 1, quantityStep = 1 } = command;
  const instrument: Instrument = {
    state: at,
    quantityMin,
    quantityMax,
    notionalMin,
    bandPpm,
    openOrdersMax,
    id,
    symbol,
    base: base.id,
    quote: quote.id,
    priceScale,
    quantityScale,
    quoteFactor: Number(pow10(spare)),
    lotUnits,
    priceStep,
    quantityStep,
  };
  assert(instrument.quoteFactor >= 1 && lotUnits >= 1, 'an instrument cannot be exact');
  assert(state.markets.length === id, 'instrument ids are not dense');
  const market = new Market(instrument, state.orders, state.levels);
  // A feed of its own must come first.
  if (state.ghosts.flow.source !== 'live') market.setPause(Pause.stale);
  state.markets.push(market);
  state.marketBySymbol.set(symbol, id);
  out.id = id;
  const { seq, time, log } = state;
  log.push({ kind: EventKind.instrumentSet, seq, time, instrument: market.instrument });
  return true;
}

/** Changes state and limits of an instrument; orders that rest stay. */
export function setInstrument(
  state: State,
  out: CommandOutcome,
  command: SetInstrumentCommand,
): boolean {
  const market = state.markets[command.instrument];
  if (market === undefined) return out.refuse(Reject.unknownInstrument, 0, command.instrument);
  if (!checkLimits(state, out, command, market.instrument)) return false;
  market.setLimits(command);
  const { instrument } = market;
  out.id = instrument.id;
  state.log.push({ kind: EventKind.instrumentSet, seq: state.seq, time: state.time, instrument });
  return true;
}

type Units = Pick<Instrument, 'priceScale' | 'quantityScale' | 'lotUnits'>;

function checkLimits(
  state: State,
  out: CommandOutcome,
  limits: GivenLimits,
  units: Units,
): boolean {
  const { state: at, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = limits;
  const most = Math.floor(UNITS_MAX / units.lotUnits);
  const fields: [value: number, low: number, high: number][] = [
    [at, InstrumentState.open, InstrumentState.halted],
    [quantityMin, 1, most],
    [quantityMax, quantityMin, most],
    [notionalMin, 0, UNITS_MAX],
    [bandPpm, 1, PPM],
    [openOrdersMax, 1, 1_000_000],
  ];
  for (const [value, low, high] of fields) {
    if (!Number.isSafeInteger(value) || value < low || value > high) {
      return out.refuse(Reject.parameterRange, value < low ? low : high, value);
    }
  }
  return checkSteps(state, out, limits, units);
}

/** Powers of ten up to one whole coin, with a quantity on the step that the limits allow. */
function checkSteps(
  state: State,
  out: CommandOutcome,
  { priceStep = 1, quantityStep = 1, quantityMin, quantityMax }: GivenLimits,
  { priceScale, quantityScale }: Units,
): boolean {
  if (priceStep === 1 && quantityStep === 1) return true;
  const known = state.rules >= Rules.steps;
  for (const [step, scale] of [
    [priceStep, priceScale],
    [quantityStep, quantityScale],
  ] as const) {
    const coarsest = known ? 10 ** Math.min(scale, STEP_DIGITS_MAX) : 1;
    if (!isPowerOfTen(step) || step > coarsest) {
      return out.refuse(Reject.parameterRange, coarsest, step);
    }
  }
  const least = ceilToStep(quantityMin, quantityStep);
  return least <= quantityMax || out.refuse(Reject.parameterRange, quantityMax, least);
}

/** Gives a new instrument a last price to measure its band from. */
export function seedLastPrice(
  state: State,
  out: CommandOutcome,
  command: SeedLastPriceCommand,
): boolean {
  const { instrument, price } = command;
  const market = state.markets[instrument];
  if (market === undefined) return out.refuse(Reject.unknownInstrument, 0, instrument);
  if (!Number.isSafeInteger(price) || price < 1 || market.lastPrice !== 0) {
    return out.refuse(Reject.parameterRange, 1, price);
  }
  market.lastPrice = price;
  state.log.push({
    kind: EventKind.lastPriceSeeded,
    seq: state.seq,
    time: state.time,
    instrument,
    price,
  });
  return true;
}

/** Opens the next user with the lowest fee tier; an owner that has one keeps it. */
export function openUser(state: State, out: CommandOutcome, command: OpenUserCommand): boolean {
  const { simulated, owner, inherits } = command;
  const { seq, time, ghosts } = state;
  if (owner === undefined) {
    out.id = state.users.add(simulated);
    state.log.push({ kind: EventKind.userOpened, seq, time, user: out.id, simulated });
    return true;
  }
  if (!Number.isSafeInteger(owner) || owner < 0) {
    return out.refuse(Reject.parameterRange, UNITS_MAX, owner);
  }
  const own = ghosts.people.userOf(owner);
  if (own !== undefined) {
    out.id = own;
    return true;
  }
  const inherited = inherits === undefined ? undefined : ghosts.people.userOf(inherits);
  out.id = inherited ?? state.users.add(simulated);
  ghosts.people.set(owner, out.id);
  state.log.push({ kind: EventKind.userOpened, seq, time, user: out.id, simulated, owner });
  return true;
}

/** Moves a user to a fee tier. */
export function setFeeTier(state: State, out: CommandOutcome, command: SetFeeTierCommand): boolean {
  const { user, tier } = command;
  if (!(Number.isInteger(user) && user >= 0 && user < state.users.count)) {
    return out.refuse(Reject.unknownUser, state.users.count - 1, user);
  }
  if (state.feeTiers[tier] === undefined) {
    return out.refuse(Reject.feeTierUnknown, state.feeTiers.length - 1, tier);
  }
  state.users.setTier(user, tier);
  out.id = user;
  state.log.push({ kind: EventKind.feeTierSet, seq: state.seq, time: state.time, user, tier });
  return true;
}

/** Replaces the fee schedule; it may grow but not lose tiers that users may be in. */
export function setFeeSchedule(
  state: State,
  out: CommandOutcome,
  command: SetFeeScheduleCommand,
): boolean {
  const { tiers } = command;
  if (tiers.length < state.feeTiers.length || tiers.length > FEE_TIERS_MAX) {
    return out.refuse(Reject.parameterRange, FEE_TIERS_MAX, tiers.length);
  }
  for (const { makerPpm, takerPpm, volumeFrom = 0 } of tiers) {
    if (!Number.isSafeInteger(volumeFrom) || volumeFrom < 0) {
      return out.refuse(Reject.parameterRange, 0, volumeFrom);
    }
    for (const rate of [makerPpm, takerPpm]) {
      if (!Number.isInteger(rate) || rate < 0 || rate >= PPM / 2) {
        return out.refuse(Reject.parameterRange, PPM / 2, rate);
      }
    }
  }
  state.feeTiers = tiers.map(({ makerPpm, takerPpm, volumeFrom }) => ({
    makerPpm,
    takerPpm,
    ...(volumeFrom === undefined ? {} : { volumeFrom }),
  }));
  const { seq, time } = state;
  state.log.push({ kind: EventKind.feeScheduleSet, seq, time, tiers: state.feeTiers });
  return true;
}
