/**
 * The fee levels of this exchange: the file beside this one, or `fee-levels.json` in the data folder
 * in its place. A file that cannot be used ends the start.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CommandInput,
  CommandKind,
  FEE_DISCOUNTS_MAX,
  FEE_LEVELS_MAX,
  type FeeSchedule,
  type FeeTier,
  PPM,
  parseSafeDecimal,
} from '@halcyon/domain';

/** Its name in the data folder. */
export const FEE_LEVELS_FILE = 'fee-levels.json';
const OWN_FILE = join(import.meta.dirname, FEE_LEVELS_FILE);
/** A level allows at most so many times as many requests as an endpoint takes of everybody. */
const REQUEST_FACTOR_MAX = 10;
/** Digits after the point of a rate. */
const RATE_SCALE = 6;
const PRODUCTS = ['spot', 'margin', 'futures'] as const;
const AIMS = ['spotVolume', 'futuresVolume', 'assets'] as const;

/** Rates and aims of a level, by their names in a schedule. */
const RATE_NAMES = {
  spot: ['makerPpm', 'takerPpm'],
  margin: ['marginMakerPpm', 'marginTakerPpm'],
  futures: ['contractMakerPpm', 'contractTakerPpm'],
} as const;
const AIM_NAMES = {
  spotVolume: 'volumeFrom',
  futuresVolume: 'contractVolumeFrom',
  assets: 'assetsFrom',
} as const;

/** Whether a data folder has levels of its own. */
export function hasFeeLevels(dataFolder: string): boolean {
  return existsSync(join(dataFolder, FEE_LEVELS_FILE));
}

/** The levels of a data folder. @throws Error that names the file and the field at fault */
export function readFeeLevels(dataFolder: string): FeeSchedule {
  return readFile(dataFolder, checkFeeLevels);
}

/**
 * How many times as many requests each level of a data folder allows.
 * @throws Error that names the file and the field at fault
 */
export function readRequestFactors(dataFolder: string): number[] {
  return readFile(dataFolder, checkRequestFactors);
}

function readFile<T>(dataFolder: string, check: (value: unknown) => T): T {
  const given = join(dataFolder, FEE_LEVELS_FILE);
  const path = hasFeeLevels(dataFolder) ? given : OWN_FILE;
  try {
    return check(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${path} cannot be used: ${reason}`, { cause });
  }
}

/** The levels that the project brings. */
export function ownFeeLevels(): FeeSchedule {
  return checkFeeLevels(JSON.parse(readFileSync(OWN_FILE, 'utf8')));
}

/** The checked levels. @throws Error that names the field at fault */
export function checkFeeLevels(value: unknown): FeeSchedule {
  const { levels, discounts = [] } = objectAt(value, 'the file');
  if (!Array.isArray(levels) || levels.length < 1 || levels.length > FEE_LEVELS_MAX - 1) {
    throw new Error(`levels must be a list of 1 to ${FEE_LEVELS_MAX - 1} levels`);
  }
  const tiers = levels.map((level: unknown, at) => levelAt(level, at));
  tiers.forEach((tier, at) => {
    if (at > 0) checkOrder(tiers[at - 1]!, tier, at);
  });
  return { tiers, discounts: discountsOf(discounts) };
}

/** The checked factors, 1 where a level names none. @throws Error that names the field at fault */
export function checkRequestFactors(value: unknown): number[] {
  const { levels } = objectAt(value, 'the file');
  if (!Array.isArray(levels)) throw new Error('levels must be a list');
  const factors = levels.map((level: unknown, at) => {
    const place = `levels[${at}]`;
    return factorAt(objectAt(level, place)['requests'], `${place}.requests`);
  });
  factors.forEach((factor, at) => {
    if (at === 0 || factor >= factors[at - 1]!) return;
    throw new Error(`levels[${at}].requests must not be below that of level ${at - 1}`);
  });
  return factors;
}

function factorAt(value: unknown, place: string): number {
  if (value === undefined) return 1;
  const whole = typeof value === 'number' && Number.isInteger(value);
  if (whole && value >= 1 && value <= REQUEST_FACTOR_MAX) return value;
  throw new Error(`${place} must be a whole number from 1 to ${REQUEST_FACTOR_MAX}`);
}

function levelAt(value: unknown, at: number): FeeTier {
  const place = `levels[${at}]`;
  const level = objectAt(value, place);
  const tier: Record<string, number> = {};
  for (const product of PRODUCTS) {
    const rates = objectAt(level[product], `${place}.${product}`);
    const [maker, taker] = RATE_NAMES[product];
    tier[maker] = rateAt(rates['maker'], `${place}.${product}.maker`);
    tier[taker] = rateAt(rates['taker'], `${place}.${product}.taker`);
  }
  for (const aim of AIMS) {
    const from = at === 0 ? (level[aim] ?? 0) : level[aim];
    if (from === undefined && aim !== 'spotVolume') continue;
    tier[AIM_NAMES[aim]] = wholeAt(from, `${place}.${aim}`, at === 0 ? 0 : 1);
  }
  if (level['withdrawalDay'] !== undefined) {
    tier['withdrawalDay'] = wholeAt(level['withdrawalDay'], `${place}.withdrawalDay`, 1);
  }
  if (at === 0) for (const aim of AIMS) checkZero(tier[AIM_NAMES[aim]], `${place}.${aim}`);
  return tier as unknown as FeeTier;
}

function checkZero(value: number | undefined, place: string): void {
  if (value !== 0) throw new Error(`${place} must be 0: everybody has level 0`);
}

/** A higher level asks for more, costs no more and lets no less be withdrawn. */
function checkOrder(before: FeeTier, tier: FeeTier, at: number): void {
  const [less, more] = [before.withdrawalDay, tier.withdrawalDay];
  if ((less === undefined) !== (more === undefined)) {
    throw new Error(`levels[${at}].withdrawalDay must be there in all levels or in none`);
  }
  if (less !== undefined && more !== undefined && more < less) {
    throw new Error(
      `levels[${at}].withdrawalDay must not be below that of level ${at - 1}, ${less}`,
    );
  }
  for (const aim of AIMS) {
    const [low, high] = [before[AIM_NAMES[aim]], tier[AIM_NAMES[aim]]];
    if (low !== undefined && high !== undefined && high <= low) {
      throw new Error(`levels[${at}].${aim} must be above that of level ${at - 1}, ${low}`);
    }
  }
  for (const product of PRODUCTS) {
    for (const [i, side] of ['maker', 'taker'].entries()) {
      const name = RATE_NAMES[product][i]!;
      if (tier[name]! > before[name]!) {
        throw new Error(
          `levels[${at}].${product}.${side} must not be above that of level ${at - 1}`,
        );
      }
    }
  }
}

function discountsOf(value: unknown): number[] {
  const rule = `discounts must be a list of up to ${FEE_DISCOUNTS_MAX} per cents, each once`;
  if (!Array.isArray(value) || value.length > FEE_DISCOUNTS_MAX) throw new Error(rule);
  if (new Set(value).size !== value.length) throw new Error(rule);
  return value.map((percent: unknown, at) => {
    if (
      typeof percent === 'number' &&
      Number.isInteger(percent) &&
      percent >= 1 &&
      percent <= 100
    ) {
      return percent;
    }
    throw new Error(`discounts[${at}] must be a whole number of per cent from 1 to 100`);
  });
}

function objectAt(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new Error(`${place} must be an object`);
}

function rateAt(value: unknown, place: string): number {
  const ppm = typeof value === 'string' ? parseSafeDecimal(value, RATE_SCALE) : null;
  if (ppm !== null && ppm >= 0 && ppm < PPM / 2) return ppm;
  throw new Error(`${place} must be a rate as text, from "0" to below "0.5", up to 6 digits`);
}

function wholeAt(value: unknown, place: string, least: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`${place} must be a whole number of USDT from ${least}`);
}

/**
 * The command that brings a schedule up to the file, null where it is. Tiers behind the levels, as the
 * simulated traders have one, stay where they are.
 * @throws Error where the levels do not fit those that users may have
 */
export function feeLevelsCommand(now: FeeSchedule, file: FeeSchedule): CommandInput | null {
  const count = now.tiers.findIndex(isFree);
  const levels = count === -1 ? now.tiers.length : count;
  if (file.tiers.length < levels) {
    throw new Error(`${FEE_LEVELS_FILE}: levels must be at least ${levels}: users may have them`);
  }
  if (count !== -1 && file.tiers.length > levels) {
    throw new Error(
      `${FEE_LEVELS_FILE}: levels must be ${levels}: tier ${levels} is taken already`,
    );
  }
  const kept = now.discounts.every((percent, at) => file.discounts[at] === percent);
  if (!kept) {
    throw new Error(`${FEE_LEVELS_FILE}: discounts must begin with ${now.discounts.join(', ')}`);
  }
  const tiers = [...file.tiers, ...now.tiers.slice(file.tiers.length)];
  const { discounts } = file;
  if (sameSchedule({ tiers, discounts }, now)) return null;
  return {
    kind: CommandKind.setFeeSchedule,
    tiers,
    discounts,
    actor: 'start',
    reason: FEE_LEVELS_FILE,
  };
}

/** The tier of the simulated traders, who pay nothing. */
function isFree({ makerPpm, takerPpm, volumeFrom }: FeeTier): boolean {
  return makerPpm === 0 && takerPpm === 0 && volumeFrom === undefined;
}

function sameSchedule(one: FeeSchedule, other: FeeSchedule): boolean {
  const text = ({ tiers, discounts }: FeeSchedule) =>
    JSON.stringify([tiers.map((tier) => Object.entries(tier).sort()), discounts]);
  return text(one) === text(other);
}
