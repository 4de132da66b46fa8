/** Terms of a contract between the command line's decimal text and the core's integers. */
import {
  type ContractTerms,
  formatDecimal,
  impactSizeOf,
  MARGIN_SCALE,
  PPM,
  parseSafeDecimal,
  RATE_SCALE,
  type RiskTier,
  termsFault,
  UNITS_MAX,
} from '@halcyon/domain';
import { seedContract } from '@halcyon/simulator';
import { type OperationArgs, quoted, unitsOf } from './operation-args.ts';

const HOUR_MS = 3_600_000;
const PPM_SCALE = Math.log10(PPM);
const RATE_DIGITS = Math.log10(RATE_SCALE);

/** The number of each term, by its option: how many decimals it has and what it is counted in. */
interface NumberTerm {
  readonly option: string;
  readonly term: Exclude<keyof ContractTerms, 'tiers'>;
  /** Digits after the point. */
  readonly scale: number;
  readonly factor: number;
}

function numberTerms(quantityScale: number): readonly NumberTerm[] {
  return [
    { option: 'maker-fee', term: 'makerPpm', scale: PPM_SCALE, factor: 1 },
    { option: 'taker-fee', term: 'takerPpm', scale: PPM_SCALE, factor: 1 },
    { option: 'liquidation-fee', term: 'liquidationPpm', scale: PPM_SCALE, factor: 1 },
    { option: 'liquidation-band', term: 'liquidationBandPpm', scale: PPM_SCALE, factor: 1 },
    { option: 'open-interest', term: 'openInterestMax', scale: quantityScale, factor: 1 },
    { option: 'funding-hours', term: 'fundingIntervalMs', scale: 0, factor: HOUR_MS },
    { option: 'interest', term: 'interestRate', scale: RATE_DIGITS, factor: 1 },
    { option: 'premium-clamp', term: 'premiumClamp', scale: RATE_DIGITS, factor: 1 },
    { option: 'funding-cap', term: 'fundingCap', scale: RATE_DIGITS, factor: 1 },
    { option: 'impact-size', term: 'impactSize', scale: 0, factor: 1 },
  ];
}

/** What a new contract has where nothing else is said: the terms of a small coin's. */
export function firstTerms(openInterestMax: number): ContractTerms {
  return { ...seedContract('ADAUSDT').terms, openInterestMax };
}

/** The terms that the options name. @throws Error on a text that is no value of its option */
export function givenTerms(args: OperationArgs, quantityScale: number): Partial<ContractTerms> {
  const given: Record<string, unknown> = {};
  for (const { option, term, scale, factor } of numberTerms(quantityScale)) {
    const text = args[option];
    if (text === undefined) continue;
    const negative = term === 'interestRate' && String(text).startsWith('-');
    const value = unitsOf(option, String(text).slice(negative ? 1 : 0), scale);
    const most = Math.floor(UNITS_MAX / factor);
    if (value > most) throw new Error(`--${option}: ${value}, the limit is ${most}`);
    given[term] = value * factor * (negative ? -1 : 1);
  }
  if (args['tiers'] !== undefined) given['tiers'] = tiersOf(String(args['tiers']));
  return given;
}

/** What the core would refuse, said in the words of the command line. @throws Error */
export function checkTerms(
  terms: ContractTerms,
  { quantityScale, settleScale }: { readonly quantityScale: number; readonly settleScale: number },
): void {
  if (settleScale < MARGIN_SCALE) {
    throw new Error(
      `--quote: a coin with ${settleScale} decimals, at least ${MARGIN_SCALE} needed`,
    );
  }
  const fault = termsFault(terms, Math.floor(UNITS_MAX / 4 / 10 ** settleScale));
  if (fault === null) return;
  const { term, value, limit } = fault;
  const known = numberTerms(quantityScale).find((one) => one.term === term);
  if (known === undefined) {
    throw new Error(`--tiers: ${fault.part} is ${value}, the limit is ${limit}`);
  }
  const shown = (units: number): string => formatDecimal(units / known.factor, known.scale);
  throw new Error(`--${known.option}: ${shown(value)}, the limit is ${shown(limit)}`);
}

/** Terms as the command line takes them. */
export function describeTerms(terms: ContractTerms, quantityScale: number): object {
  const whole: Required<ContractTerms> = { ...terms, impactSize: impactSizeOf(terms) };
  const numbers = numberTerms(quantityScale).map(({ option, term, scale, factor }) => {
    return [option, formatDecimal(whole[term] / factor, scale)] as const;
  });
  const tiers = terms.tiers.map(({ upTo, leverageMax, maintenancePpm }) => {
    return `${upTo}:${leverageMax}:${formatDecimal(maintenancePpm, PPM_SCALE)}`;
  });
  return { ...Object.fromEntries(numbers), tiers: tiers.join(',') };
}

/** `150000:125:0.004,900000:100:0.005`: largest value, highest leverage, maintenance rate. */
function tiersOf(text: string): RiskTier[] {
  return text.split(',').map((part) => {
    const [upTo, leverageMax, maintenance, ...more] = part.split(':');
    const tier = {
      upTo: parseSafeDecimal(upTo ?? '', 0),
      leverageMax: parseSafeDecimal(leverageMax ?? '', 0),
      maintenancePpm: parseSafeDecimal(maintenance ?? '', PPM_SCALE),
    };
    if (more.length > 0 || Object.values(tier).includes(null)) {
      throw new Error(`--tiers: ${quoted(part)} is not VALUE:LEVERAGE:RATE, as 150000:125:0.004`);
    }
    return tier as RiskTier;
  });
}
