/** What a trader offers and a follower sets, between fields of the wire and values of the core. */
import {
  type Asset,
  COPY_DEFAULTS,
  COPY_FOLLOWER_COINS_MIN,
  COPY_FOLLOWERS_MAX,
  COPY_TIERS,
  type CopyFault,
  type CopySettings,
  CopySizing,
  type CopyTerms,
  copySettingsFault,
  copyTermsFault,
  type InstrumentId,
} from '@halcyon/domain';
import type { CopyChoices, CopyOffer } from '@halcyon/domain/web';
import {
  COPY_EXITS,
  COPY_LEVERAGES,
  COPY_MARGINS,
  COPY_SIZINGS,
} from '@halcyon/domain/web/copying';
import { USDT_FUTURES, WireError } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import { contractOf } from '../http/context.ts';
import { rowInstrument } from './order-rows.ts';
import { bigUnitsOf, ppmOfPercent } from './scaled.ts';
import { amountText } from './text.ts';

/** Fields of a request: what is absent stays. */
export type PartialFields<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] };

/** Fields of the wire that are percentages, by those of the core. */
const PERCENTS = {
  slippagePpm: 'slippage',
  takeProfitPpm: 'takeProfit',
  stopLossPpm: 'stopLoss',
  portfolioProfitPpm: 'portfolioProfit',
  portfolioLossPpm: 'portfolioLoss',
  drawdownPpm: 'drawdown',
} as const;
const COINS = ['orderMax', 'positionMax'] as const;

/** Terms with the highest share that the trader may ask for. */
type BoundedTerms = CopyTerms & { readonly shareMaxPpm: number };

/** The largest round number of units that there may be: pages show it as what the trader allows. */
const WIDEST_UNITS = 10 ** 15;

/** Terms of who says nothing. */
export function widestTerms({ scale }: Asset): BoundedTerms {
  const { sharePpm } = COPY_TIERS[0];
  return {
    ...{ sharePpm, shareMaxPpm: sharePpm },
    followersMax: COPY_FOLLOWERS_MAX,
    amountMin: COPY_FOLLOWER_COINS_MIN * 10 ** scale,
    amountMax: WIDEST_UNITS,
    code: '',
  };
}

/** What requests of the trading API call fields of an offer. */
export const OFFER_NAMES = {
  share: 'profitShare',
  followersMax: 'maxFollowers',
  amountMin: 'minCopyAmount',
  amountMax: 'maxCopyAmount',
} as const;

/** @param names of fields of the request @throws WireError for a value that is out of range */
export function termsOf(
  given: PartialFields<CopyOffer>,
  before: BoundedTerms,
  coin: Asset,
  names: Partial<typeof OFFER_NAMES> = {},
): CopyTerms {
  const { share, followersMax = before.followersMax, code = before.code } = given;
  const units = (field: 'amountMin' | 'amountMax') =>
    given[field] === undefined
      ? before[field]
      : unitsOrNone(names[field] ?? field, given[field], coin);
  const terms = {
    sharePpm: share === undefined ? before.sharePpm : ppmOrNone(names.share ?? 'share', share),
    ...{ followersMax, amountMin: units('amountMin'), amountMax: units('amountMax'), code },
    ...(before.paused === undefined ? {} : { paused: before.paused }),
    ...(before.without === undefined ? {} : { without: before.without }),
  };
  const { shareMaxPpm } = before;
  const amountMin = COPY_FOLLOWER_COINS_MIN * 10 ** coin.scale;
  const fault = copyTermsFault(terms, { amountMin, shareMaxPpm });
  if (fault === null) return terms;
  throw faultError('copyTermsRange', fault, coin, CopySizing.ratio, names);
}

export function offerOf(terms: BoundedTerms, coin: Asset): CopyOffer {
  const { sharePpm, shareMaxPpm, followersMax, amountMin, amountMax, code } = terms;
  return {
    share: percentText(sharePpm),
    shareMax: percentText(shareMaxPpm),
    followersMax,
    amountMin: amountText(coin, amountMin),
    amountMax: amountText(coin, amountMax),
    code,
  };
}

/** What a request calls fields of choices, where it has other names for them. */
export type ChoiceNames = Readonly<Partial<Record<keyof CopyChoices, string>>>;

/**
 * @param names by which a refusal names fields
 * @throws WireError for a value that is out of range, or a contract that there is not
 */
export function settingsOf(
  views: Views,
  given: PartialFields<CopyChoices>,
  before: CopySettings,
  coin: Asset,
  names: ChoiceNames = {},
): CopySettings {
  const { sizing, leverageOf, margin, exit, leverage = before.leverage, paused } = given;
  const numbered = <W extends string>(words: readonly W[], word: W | undefined, was: number) =>
    (word === undefined ? was : words.indexOf(word)) as never;
  const kind: CopySizing = numbered(COPY_SIZINGS, sizing, before.sizing);
  const settings: CopySettings = {
    ...before,
    sizing: kind,
    size: sizeOf(given, kind, before, coin, names.sizingValue),
    leverageOf: numbered(COPY_LEVERAGES, leverageOf, before.leverageOf),
    leverage,
    margin: numbered(COPY_MARGINS, margin, before.margin),
    exit: numbered(COPY_EXITS, exit, before.exit),
    only: given.only === undefined ? before.only : idsOf(views, given.only),
    without: given.without === undefined ? before.without : idsOf(views, given.without),
    paused: paused === undefined ? before.paused : Number(paused),
    ...limitsOf(given, coin, names),
  };
  const fault = copySettingsFault(settings);
  if (fault === null) return settings;
  throw faultError('copySettingsRange', fault, coin, kind, names);
}

/** Of another kind of sizing the size before says nothing. */
function sizeOf(
  { sizingValue: size }: PartialFields<CopyChoices>,
  kind: CopySizing,
  before: CopySettings,
  coin: Asset,
  field = 'sizingValue',
): number {
  if (size === undefined && kind === before.sizing) return before.size;
  if (size === undefined) {
    if (kind === CopySizing.amount) throw new WireError('fieldMissing', { field });
    return COPY_DEFAULTS.size;
  }
  if (kind === CopySizing.amount) return unitsOrNone(field, size, coin);
  // A percentage has four digits, a factor six: both are ppm.
  return kind === CopySizing.ratio ? ppmOrNone(field, size) : factorOf(field, size);
}

function factorOf(field: string, text: string): number {
  const factor = { id: 0, code: '', name: '', scale: 6 };
  return /^[0.]+$/.test(text) ? 0 : Number(bigUnitsOf(field, text, factor));
}

function limitsOf(
  given: PartialFields<CopyChoices>,
  coin: Asset,
  names: ChoiceNames,
): Partial<CopySettings> {
  const limits: Record<string, number> = {};
  for (const [name, field] of Object.entries(PERCENTS)) {
    const text = given[field];
    if (text !== undefined) limits[name] = ppmOrNone(names[field] ?? field, text);
  }
  for (const field of COINS) {
    const text = given[field];
    if (text !== undefined) limits[field] = unitsOrNone(names[field] ?? field, text, coin);
  }
  return limits;
}

/** Zero means that there is none. */
function ppmOrNone(field: string, text: string): number {
  return isZero(text) ? 0 : ppmOfPercent(field, text);
}

function unitsOrNone(field: string, text: string, coin: Asset): number {
  return isZero(text) ? 0 : Number(bigUnitsOf(field, text, coin));
}

function isZero(text: string): boolean {
  return /^0(\.0*)?$/.test(text);
}

function idsOf(views: Views, symbols: readonly string[]): InstrumentId[] {
  return [...new Set(symbols)].map((symbol) => contractOf(views, USDT_FUTURES, symbol).id);
}

/** @param coin in which sizes are told */
export function choicesOf(views: Views, settings: CopySettings, coin: Asset): CopyChoices {
  const { sizing, size, leverage, only, without } = settings;
  const percents = Object.entries(PERCENTS).map(([name, field]) => {
    return [field, percentText(settings[name as keyof typeof PERCENTS])] as const;
  });
  const symbols = (ids: readonly InstrumentId[]) =>
    ids.map((id) => rowInstrument(views, id).symbol);
  const coins = COINS.map((field) => [field, amountText(coin, settings[field])] as const);
  return {
    sizing: COPY_SIZINGS[sizing],
    sizingValue: sizeText(sizing, size, coin),
    leverageOf: COPY_LEVERAGES[settings.leverageOf],
    leverage,
    margin: COPY_MARGINS[settings.margin],
    only: symbols(only),
    without: symbols(without),
    ...(Object.fromEntries([...percents, ...coins]) as Pick<
      CopyChoices,
      (typeof PERCENTS)[keyof typeof PERCENTS] | (typeof COINS)[number]
    >),
    exit: COPY_EXITS[settings.exit],
    paused: settings.paused !== 0,
  };
}

function sizeText(sizing: CopySizing, size: number, coin: Asset): string {
  if (sizing === CopySizing.amount) return amountText(coin, size);
  return sizing === CopySizing.ratio ? percentText(size) : amountText({ ...coin, scale: 6 }, size);
}

/** A value that is out of its range, by the field of the request and in its unit. */
function faultError(
  name: 'copyTermsRange' | 'copySettingsRange',
  { field, limit, value }: CopyFault,
  coin: Asset,
  sizing: CopySizing = CopySizing.ratio,
  names: Readonly<Record<string, string>> = {},
): WireError {
  const percents: Readonly<Record<string, string>> = { ...PERCENTS, sharePpm: 'share' };
  // Amounts of money are called `size` on pages: what sizes orders has a name of its own.
  const named = field === 'size' ? 'sizingValue' : field;
  const money: readonly string[] = [...COINS, 'amountMin', 'amountMax'];
  const told = (number: number): string => {
    if (money.includes(field)) return `${amountText(coin, number)} ${coin.code}`;
    if (field === 'size') return sizeWithUnit(sizing, number, coin);
    return percents[field] === undefined ? String(number) : `${percentText(number)} %`;
  };
  const of = percents[field] ?? named;
  return new WireError(name, { field: names[of] ?? of, limit: told(limit), value: told(value) });
}

function sizeWithUnit(sizing: CopySizing, size: number, coin: Asset): string {
  const units = {
    [CopySizing.ratio]: ' %',
    [CopySizing.amount]: ` ${coin.code}`,
    [CopySizing.multiple]: '',
  };
  return sizeText(sizing, size, coin) + units[sizing];
}
