/** Operator commands: assets, instruments, fees, users. */
import {
  ASSET_SCALE_MAX,
  ASSETS_MAX,
  type Asset,
  assert,
  type ContractTerms,
  ceilToStep,
  EventKind,
  FEE_DISCOUNT_MAX,
  FEE_DISCOUNTS_MAX,
  FEE_LEVELS_MAX,
  type FeeTier,
  FIRST_USER_ID,
  type GivenLimits,
  hasTier,
  INSTRUMENTS_MAX,
  type Instrument,
  InstrumentState,
  instrumentKey,
  isPowerOfTen,
  type ListAssetCommand,
  type ListContractCommand,
  type ListInstrumentCommand,
  MARGIN_SCALE,
  type OpenUserCommand,
  PPM,
  Product,
  pow10,
  Reject,
  type SeedLastPriceCommand,
  type SetContractCommand,
  type SetFeeScheduleCommand,
  type SetFeeTierCommand,
  type SetInstrumentCommand,
  termsFault,
  UNITS_MAX,
  UserMode,
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
  return list(state, out, command, Product.spot, null);
}

/** Lists a perpetual contract, settled in its quote asset. */
export function listContract(
  state: State,
  out: CommandOutcome,
  command: ListContractCommand,
): boolean {
  if (state.rules < Rules.contracts) {
    return out.refuse(Reject.parameterRange, Rules.contracts, state.rules);
  }
  const settle = state.assets[command.quote];
  if (settle === undefined) return out.refuse(Reject.unknownAsset, 0, command.quote);
  if (!checkTerms(out, settle, command.contract)) return false;
  return list(state, out, command, Product.usdtFutures, command.contract);
}

/** Replaces the terms of a contract; positions that the new ones would not allow stay. */
export function setContract(
  state: State,
  out: CommandOutcome,
  command: SetContractCommand,
): boolean {
  const market = state.markets[command.instrument];
  if (market === undefined || market.contract === null) {
    return out.refuse(Reject.unknownInstrument, 0, command.instrument);
  }
  const settle = state.assets[market.instrument.quote]!;
  if (!checkTerms(out, settle, command.contract)) return false;
  market.setTerms(command.contract, settle.scale);
  const { instrument } = market;
  out.id = instrument.id;
  state.log.push({ kind: EventKind.instrumentSet, seq: state.seq, time: state.time, instrument });
  return true;
}

function checkTerms(out: CommandOutcome, settle: Asset, terms: ContractTerms): boolean {
  if (settle.scale < MARGIN_SCALE)
    return out.refuse(Reject.parameterRange, MARGIN_SCALE, settle.scale);
  // What a position costs stays well below the largest amount, wherever its price goes.
  const positionMax = Math.floor(UNITS_MAX / 4 / 10 ** settle.scale);
  const fault = termsFault(terms, positionMax);
  return fault === null || out.refuse(Reject.parameterRange, fault.limit, fault.value);
}

type Listing = Omit<ListInstrumentCommand, 'kind'>;

function list(
  state: State,
  out: CommandOutcome,
  command: Listing,
  product: Product,
  contract: ContractTerms | null,
): boolean {
  const key = instrumentKey(product, command.symbol);
  const existing = state.marketByKey.get(key);
  if (existing !== undefined) return out.refuse(Reject.instrumentExists, 0, existing);
  const base = state.assets[command.base];
  const quote = state.assets[command.quote];
  if (base === undefined) return out.refuse(Reject.unknownAsset, 0, command.base);
  if (quote === undefined) return out.refuse(Reject.unknownAsset, 0, command.quote);
  if (!checkScales(state, out, command, base, quote)) return false;
  const { symbol, priceScale, quantityScale } = command;
  const spare = quote.scale - priceScale - quantityScale;
  const lotUnits = Number(pow10(base.scale - quantityScale));
  if (!checkLimits(state, out, command, { priceScale, quantityScale, lotUnits, contract })) {
    return false;
  }
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
    product,
    contract,
  };
  assert(instrument.quoteFactor >= 1 && lotUnits >= 1, 'an instrument cannot be exact');
  assert(state.markets.length === id, 'instrument ids are not dense');
  const { orders, levels, positions } = state;
  const market = new Market(instrument, orders, levels, positions, quote.scale);
  // A feed of its own must come first.
  if (state.ghosts.flow.source !== 'live') market.setPause(Pause.stale);
  state.markets.push(market);
  if (contract !== null) state.contracts += 1;
  state.marketByKey.set(key, id);
  out.id = id;
  const { seq, time, log } = state;
  log.push({ kind: EventKind.instrumentSet, seq, time, instrument: market.instrument });
  return true;
}

function checkScales(
  state: State,
  out: CommandOutcome,
  { priceScale, quantityScale }: Listing,
  base: Asset,
  quote: Asset,
): boolean {
  const spare = quote.scale - priceScale - quantityScale;
  const whole = Number.isInteger(priceScale) && Number.isInteger(quantityScale);
  if (!whole || priceScale < 0 || quantityScale < 0 || spare < 0) {
    return out.refuse(Reject.parameterRange, quote.scale, priceScale + quantityScale);
  }
  if (base === quote) return out.refuse(Reject.parameterRange, base.id, quote.id);
  if (quantityScale > base.scale) {
    return out.refuse(Reject.parameterRange, base.scale, quantityScale);
  }
  const { length } = state.markets;
  return length < INSTRUMENTS_MAX || out.refuse(Reject.parameterRange, INSTRUMENTS_MAX, length);
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

type Units = Pick<Instrument, 'priceScale' | 'quantityScale' | 'lotUnits' | 'contract'>;

function checkLimits(
  state: State,
  out: CommandOutcome,
  limits: GivenLimits,
  units: Units,
): boolean {
  const { state: at, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = limits;
  const most = Math.floor(UNITS_MAX / units.lotUnits);
  const reduces = at === InstrumentState.reduceOnly && units.contract !== null;
  const fields: [value: number, low: number, high: number][] = [
    [reduces ? InstrumentState.open : at, InstrumentState.open, InstrumentState.halted],
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
  if (market.contract !== null && state.rules >= Rules.impactSizes) market.contract.counted = price;
  state.log.push({
    kind: EventKind.lastPriceSeeded,
    seq: state.seq,
    time: state.time,
    instrument,
    price,
  });
  return true;
}

/**
 * Opens the next user with the lowest fee tier, a sub-account with its root's; an owner that has one
 * keeps it.
 */
export function openUser(state: State, out: CommandOutcome, command: OpenUserCommand): boolean {
  const { simulated, owner, inherits, root } = command;
  const { seq, time, ghosts } = state;
  if (!checkRoot(state, out, command)) return false;
  const parent = root === undefined ? {} : { root };
  if (owner === undefined) {
    out.id = addUser(state, command);
    state.log.push({ kind: EventKind.userOpened, seq, time, user: out.id, simulated, ...parent });
    takeTier(state, out.id);
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
  out.id = inherited ?? addUser(state, command);
  ghosts.people.set(owner, out.id);
  const user = out.id;
  state.log.push({ kind: EventKind.userOpened, seq, time, user, simulated, owner, ...parent });
  takeTier(state, user);
  return true;
}

/** Whether a user may be opened as a sub-account of who it names, if it names anybody. */
function checkRoot(
  { rules, users }: State,
  out: CommandOutcome,
  { root, inherits }: OpenUserCommand,
): boolean {
  if (root === undefined) return true;
  if (rules < Rules.subAccounts) {
    return out.refuse(Reject.parameterRange, Rules.subAccounts, rules);
  }
  const known = Number.isSafeInteger(root) && root >= FIRST_USER_ID && root < users.count;
  if (!known || users.rootOf(root) !== root) {
    return out.refuse(Reject.unknownUser, users.count - 1, root);
  }
  if (users.mode(root) === UserMode.closed) return out.refuse(Reject.accountClosed, 0, root);
  // Who takes over a user takes it as it is.
  return inherits === undefined || out.refuse(Reject.parameterRange, 0, inherits);
}

function addUser({ users }: State, { simulated, root }: OpenUserCommand): number {
  const user = users.add(simulated);
  if (root === undefined) return user;
  users.join(user, root);
  return user;
}

/** A new sub-account begins in its root's tier. */
function takeTier(state: State, user: number): void {
  const root = state.users.rootOf(user);
  if (root === user) return;
  const tier = state.users.tier(root);
  if (tier !== state.users.tier(user)) setTier(state, user, tier);
}

/** Moves a user to a fee tier, with all who have the same root. */
export function setFeeTier(state: State, out: CommandOutcome, command: SetFeeTierCommand): boolean {
  const { user, tier } = command;
  if (!(Number.isInteger(user) && user >= 0 && user < state.users.count)) {
    return out.refuse(Reject.unknownUser, state.users.count - 1, user);
  }
  if (!hasTier(state.fees, tier)) {
    return out.refuse(Reject.feeTierUnknown, state.fees.tiers.length - 1, tier);
  }
  giveTier(state, user, tier);
  out.id = user;
  return true;
}

/** Levels go by root: a fee tier of one of its accounts is that of all. */
export function giveTier(state: State, user: number, tier: number): void {
  for (const member of state.users.family(user) ?? [user]) setTier(state, member, tier);
}

function setTier({ users, log, seq, time }: State, user: number, tier: number): void {
  users.setTier(user, tier);
  log.push({ kind: EventKind.feeTierSet, seq, time, user, tier });
}

/** Replaces the fee schedule; it may grow but not lose levels or discounts that users may be in. */
export function setFeeSchedule(
  state: State,
  out: CommandOutcome,
  command: SetFeeScheduleCommand,
): boolean {
  const { fees } = state;
  const { tiers, discounts = fees.discounts } = command;
  if (tiers.length < fees.tiers.length || tiers.length > FEE_LEVELS_MAX) {
    return out.refuse(Reject.parameterRange, FEE_LEVELS_MAX, tiers.length);
  }
  if (!tiers.every((tier) => checkFeeTier(out, tier))) return false;
  if (!checkDiscounts(state, out, discounts)) return false;
  fees.set({ tiers: tiers.map(feeTierOnly), discounts: [...discounts] });
  const { seq, time } = state;
  const own = discounts.length === 0 ? {} : { discounts: fees.discounts };
  state.log.push({ kind: EventKind.feeScheduleSet, seq, time, tiers: fees.tiers, ...own });
  return true;
}

function checkFeeTier(out: CommandOutcome, tier: FeeTier): boolean {
  const { makerPpm, takerPpm } = tier;
  const rates = [makerPpm, takerPpm, tier.contractMakerPpm, tier.contractTakerPpm];
  const values = [tier.volumeFrom, tier.contractVolumeFrom, tier.assetsFrom, tier.withdrawalDay];
  for (const value of values) {
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0)) {
      return out.refuse(Reject.parameterRange, 0, value);
    }
  }
  for (const rate of [...rates, tier.marginMakerPpm, tier.marginTakerPpm]) {
    if (rate !== undefined && !(Number.isInteger(rate) && rate >= 0 && rate < PPM / 2)) {
      return out.refuse(Reject.parameterRange, PPM / 2, rate);
    }
  }
  return true;
}

/** What users have been given stays: new discounts come behind those that there are. */
function checkDiscounts(
  { fees, rules }: State,
  out: CommandOutcome,
  discounts: readonly number[],
): boolean {
  const most = rules < Rules.subAccounts ? 0 : FEE_DISCOUNTS_MAX;
  const { length } = discounts;
  if (length < fees.discounts.length || length > most || new Set(discounts).size !== length) {
    return out.refuse(Reject.parameterRange, most, length);
  }
  for (const [at, percent] of discounts.entries()) {
    const known = percent === (fees.discounts[at] ?? percent);
    if (!known || !(Number.isInteger(percent) && percent >= 1 && percent <= FEE_DISCOUNT_MAX)) {
      return out.refuse(Reject.parameterRange, FEE_DISCOUNT_MAX, percent);
    }
  }
  return true;
}

const FEE_TIER_NAMES = [
  'volumeFrom',
  'contractMakerPpm',
  'contractTakerPpm',
  'marginMakerPpm',
  'marginTakerPpm',
  'contractVolumeFrom',
  'assetsFrom',
  'withdrawalDay',
] as const satisfies readonly (keyof FeeTier)[];

/** What a tier says, without what a command may have beside it. */
function feeTierOnly(given: FeeTier): FeeTier {
  const { makerPpm, takerPpm } = given;
  const named = FEE_TIER_NAMES.filter((name) => given[name] !== undefined);
  return { makerPpm, takerPpm, ...Object.fromEntries(named.map((name) => [name, given[name]])) };
}
