/** Terms of loans between the command line's decimal text and the core's integers. */
import {
  type CollateralTier,
  formatDecimal,
  type LoanFault,
  type LoanTerms,
  type LoanTier,
  loanFault,
  type PairTerms,
  PPM,
  pairFault,
  parseSafeDecimal,
  type RateCurve,
} from '@halcyon/domain';
import { type OperationArgs, quoted, unitsOf } from './operation-args.ts';

const PPM_SCALE = Math.log10(PPM);
const CURVE_FORM = 'IDLE:KINK:FULL:AT, as 0.03:0.08:0.6:0.8';

/** How the text of an option becomes a term; `scale` is the coin's. */
interface Term<K> {
  readonly option: string;
  readonly term: K;
  readonly parse: (text: string, scale: number, option: string) => unknown;
}

const COIN_TERMS: readonly Term<keyof LoanTerms>[] = [
  { option: 'tiers', term: 'tiers', parse: tiersOf },
  { option: 'collateral', term: 'collateral', parse: collateralOf },
  { option: 'curve', term: 'curve', parse: curveOf },
  { option: 'lent-max', term: 'lentMax', parse: number },
  { option: 'level-max', term: 'levelMax', parse: levelsOf },
  { option: 'loan-min', term: 'loanMin', parse: number },
  { option: 'liquidation-fee', term: 'liquidationPpm', parse: part },
];

/** Options of the terms that a new coin must be given. */
export const COIN_OPTIONS = COIN_TERMS.map(({ option }) => option);
/** The same of a pair. */
export const PAIR_OPTIONS = ['base-tiers', 'quote-tiers', 'liquidation-fee'];

/** The terms that the options name. @throws Error on a text that is no value of its option */
export function givenLoanTerms(args: OperationArgs, scale: number): Partial<LoanTerms> {
  return given(args, COIN_TERMS, () => scale);
}

/** The same of a pair. @param scales of its two coins */
export function givenPairTerms(
  args: OperationArgs,
  scales: { readonly base: number; readonly quote: number },
): Partial<PairTerms> {
  const terms: readonly Term<keyof PairTerms>[] = [
    { option: 'base-tiers', term: 'base', parse: tiersOf },
    { option: 'quote-tiers', term: 'quote', parse: tiersOf },
    { option: 'liquidation-fee', term: 'liquidationPpm', parse: part },
  ];
  return given(args, terms, (term) => (term === 'base' ? scales.base : scales.quote));
}

function given<K extends string>(
  args: OperationArgs,
  terms: readonly Term<K>[],
  scaleOf: (term: K) => number,
): Partial<Record<K, never>> {
  const found: Partial<Record<K, unknown>> = {};
  for (const { option, term, parse } of terms) {
    const text = args[option];
    if (text !== undefined) found[term] = parse(String(text), scaleOf(term), option);
  }
  return found as Partial<Record<K, never>>;
}

/** What the core would refuse, in the words of the command line. @throws Error */
export function checkLoanTerms(terms: LoanTerms, scale: number): void {
  const fault = loanFault(terms);
  if (fault === null) return;
  const [term = ''] = fault.field.split('.');
  const option = COIN_TERMS.find((one) => one.term === term)?.option ?? term;
  throw faultError(option, fault, scale);
}

/** The same of a pair. @throws Error */
export function checkPairTerms(
  terms: PairTerms,
  scales: { readonly base: number; readonly quote: number },
): void {
  const fault = pairFault(terms);
  if (fault === null) return;
  const [side = ''] = fault.field.split('.');
  if (side !== 'base' && side !== 'quote') throw faultError('liquidation-fee', fault, 0);
  throw faultError(`${side}-tiers`, fault, scales[side]);
}

/** What each part of terms that may be wrong is called, and how its numbers are counted. */
const PARTS: Readonly<Record<string, readonly [name: string, counted: 'ppm' | 'coin' | 'one']>> = {
  length: ['how many there are', 'one'],
  upTo: ['an amount', 'coin'],
  leverageMax: ['a highest leverage', 'one'],
  maintenancePpm: ['a maintenance rate', 'ppm'],
  valuePpm: ['a part that counts', 'ppm'],
  idlePpm: ['the rate with nothing lent', 'ppm'],
  kinkPpm: ['the rate at the kink', 'ppm'],
  fullPpm: ['the rate with all lent', 'ppm'],
  kinkAtPpm: ['the part lent at the kink', 'ppm'],
  liquidationPpm: ['the fee', 'ppm'],
};

function faultError(option: string, { field, value, limit }: LoanFault, scale: number): Error {
  const [name, counted] = PARTS[field.split('.').at(-1) ?? ''] ?? ['an amount', 'coin'];
  const digits = { ppm: PPM_SCALE, coin: scale, one: 0 }[counted];
  const [was, allowed] = [value, limit].map((one) => formatDecimal(one, digits));
  return new Error(`--${option}: ${name} is ${was}, the limit is ${allowed}`);
}

/** Terms of a coin as the command line takes them. */
export function describeLoanTerms(terms: LoanTerms, scale: number): object {
  const { tiers, collateral, curve, lentMax, levelMax, loanMin, liquidationPpm } = terms;
  const amount = (units: number): string => formatDecimal(units, scale);
  const { idlePpm, kinkPpm, fullPpm, kinkAtPpm } = curve;
  return {
    tiers: tiersText(tiers, scale),
    collateral: collateral
      .map(({ upTo, valuePpm }) => `${amount(upTo)}:${ppmText(valuePpm)}`)
      .join(','),
    curve: [idlePpm, kinkPpm, fullPpm, kinkAtPpm].map(ppmText).join(':'),
    'lent-max': amount(lentMax),
    'level-max': levelMax.map(amount).join(','),
    'loan-min': amount(loanMin),
    'liquidation-fee': ppmText(liquidationPpm),
  };
}

/** The same of a pair. */
export function describePairTerms(
  { base, quote, liquidationPpm }: PairTerms,
  scales: { readonly base: number; readonly quote: number },
): object {
  return {
    'base-tiers': tiersText(base, scales.base),
    'quote-tiers': tiersText(quote, scales.quote),
    'liquidation-fee': ppmText(liquidationPpm),
  };
}

/** A part of one as the command line shows it. */
export function ppmText(ppm: number): string {
  return formatDecimal(ppm, PPM_SCALE);
}

function tiersText(tiers: readonly LoanTier[], scale: number): string {
  return tiers
    .map(({ upTo, leverageMax, maintenancePpm }) =>
      [formatDecimal(upTo, scale), leverageMax, ppmText(maintenancePpm)].join(':'),
    )
    .join(',');
}

/** Decimals of the parts of `text`, each with its number of places; null where that is not its form. */
function decimals(text: string, places: readonly number[]): number[] | null {
  const parts = text.split(':');
  if (parts.length !== places.length) return null;
  const values = parts.map((one, at) => parseSafeDecimal(one, places[at]!));
  return values.includes(null) ? null : (values as number[]);
}

/** `8:5:0.05,32:4:0.075`: largest debt, highest leverage, maintenance rate. */
function tiersOf(text: string, scale: number, option: string): LoanTier[] {
  return text.split(',').map((one) => {
    const values = decimals(one, [scale, 0, PPM_SCALE]);
    if (values === null) throw notOfForm(option, one, 'AMOUNT:LEVERAGE:RATE, as 8:5:0.05');
    const [upTo, leverageMax, maintenancePpm] = values as [number, number, number];
    return { upTo, leverageMax, maintenancePpm };
  });
}

/** `16:0.97,80:0.95`: holding up to which it reaches, part that counts. '' = nothing counts. */
function collateralOf(text: string, scale: number, option: string): CollateralTier[] {
  if (text === '') return [];
  return text.split(',').map((one) => {
    const values = decimals(one, [scale, PPM_SCALE]);
    if (values === null) throw notOfForm(option, one, 'AMOUNT:PART, as 16:0.97');
    const [upTo, valuePpm] = values as [number, number];
    return { upTo, valuePpm };
  });
}

function curveOf(text: string, _scale: number, option: string): RateCurve {
  const values = decimals(text, [PPM_SCALE, PPM_SCALE, PPM_SCALE, PPM_SCALE]);
  if (values === null) throw notOfForm(option, text, CURVE_FORM);
  const [idlePpm, kinkPpm, fullPpm, kinkAtPpm] = values as [number, number, number, number];
  return { idlePpm, kinkPpm, fullPpm, kinkAtPpm };
}

function levelsOf(text: string, scale: number, option: string): number[] {
  return text.split(',').map((one) => number(one, scale, option));
}

function part(text: string, _scale: number, option: string): number {
  return number(text, PPM_SCALE, option);
}

function number(text: string, scale: number, option: string): number {
  return unitsOf(option, text, scale);
}

function notOfForm(option: string, text: string, form: string): Error {
  return new Error(`--${option}: ${quoted(text)} is not ${form}`);
}
