/**
 * What the command line can ask of an exchange, whether it runs as a server or was opened for this
 * one request. Each takes checked arguments and returns what is printed as JSON.
 */

import type { CommandPort } from '@halcyon/domain';
import {
  CommandKind,
  ceilToStep,
  floorToStep,
  formatDecimal,
  INDEX_STALE_MS,
  INSTRUMENTS_MAX,
  type Instrument,
  type InstrumentLimits,
  InstrumentState,
  Product,
  upperAscii,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import { describeTerms } from './contract-values.ts';
import { checkLimits, givenLimits } from './instrument-values.ts';
import { type OperationArgs, quoted } from './operation-args.ts';

/** The parts of an exchange that operations work on. */
export interface OperationContext {
  readonly engine: CommandPort;
  readonly views: Views;
}

/** By state; a paper venue's own doing and cannot be asked for: paused and feed-stale. */
const STATE_NAMES = [
  'open',
  'post-only',
  'cancel-only',
  'halted',
  'paused',
  'feed-stale',
  'reduce-only',
] as const;
const GIVEN_NAMES = [...STATE_NAMES.slice(0, 4), 'reduce-only'] as const;

/** Behind the symbol in the name of a contract: the pair of the same symbol has none. */
export const CONTRACT_SUFFIX = '-PERP';

/** `instrument list`. */
export function listInstruments({ views }: OperationContext): unknown {
  return allInstruments(views).map((instrument) => describe(views, instrument));
}

/** Pairs and contracts. */
function allInstruments(views: Views): Instrument[] {
  return [...views.instruments(), ...views.instruments(Product.usdtFutures)];
}

/**
 * `instrument open|post-only|cancel-only|halt|reduce-only [SYMBOL…]`: without symbols all of them;
 * contracts alone can be for reductions only.
 */
export async function setInstrumentState(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const state = stateOf(String(args['state']));
  const { views } = context;
  const symbols = symbolsOf(args['symbols'] ?? []);
  const fits = ({ contract }: Instrument): boolean =>
    contract !== null || state !== InstrumentState.reduceOnly;
  const chosen =
    symbols.length === 0
      ? allInstruments(views).filter(fits)
      : [...new Set(symbols.map((one) => instrumentOf(views, one)))];
  const pair = chosen.find((instrument) => !fits(instrument));
  if (pair !== undefined) throw new Error(`${pair.symbol}: reduce-only is for contracts`);
  await change(context, chosen, () => ({ state }), String(args['reason'] ?? ''));
  return chosen.map((one) => ({ symbol: nameOf(one), state: STATE_NAMES[state] }));
}

/** @throws Error for what is no list of names, or a longer one than there can be instruments */
function symbolsOf(given: unknown): readonly string[] {
  if (!Array.isArray(given) || given.some((one) => typeof one !== 'string')) {
    throw new Error('symbols: a list of names');
  }
  if (given.length <= INSTRUMENTS_MAX) return given;
  throw new Error(`symbols: ${given.length} were given, at most ${INSTRUMENTS_MAX} are allowed`);
}

/** `instrument set SYMBOL --tick … --lot … --quantity-min … --notional-min … --band …`. */
export async function setInstrumentLimits(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const { views } = context;
  const instrument = instrumentOf(views, String(args['symbol']));
  const symbol = nameOf(instrument);
  const units = { ...instrument, symbol, quoteScale: views.asset(instrument.quote)?.scale ?? 0 };
  const changes = givenLimits(args, units);
  if (Object.keys(changes).length === 0) throw new Error('nothing to change was given');
  checkLimits(units, { ...instrument, ...changes });
  await change(context, [instrument], () => changes, String(args['reason'] ?? ''));
  return describe(views, instrumentOf(views, nameOf(instrument)));
}

async function change(
  { engine }: OperationContext,
  instruments: readonly Instrument[],
  changes: (instrument: Instrument) => Partial<InstrumentLimits>,
  reason: string,
): Promise<void> {
  const outcomes = await engine.submitAll(
    instruments.map((instrument) => {
      return {
        kind: CommandKind.setInstrument,
        instrument: instrument.id,
        ...limitsOf(instrument),
        ...changes(instrument),
        actor: 'command line',
        reason,
      };
    }),
  );
  for (const [i, { code }] of outcomes.entries()) {
    if (code !== 0) throw new Error(`${nameOf(instruments[i]!)}: refused with code ${code}`);
  }
}

function limitsOf(instrument: Instrument): InstrumentLimits {
  const { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = instrument;
  const { priceStep, quantityStep } = instrument;
  const limits = { quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax };
  return { state, ...limits, priceStep, quantityStep };
}

function stateOf(name: string): InstrumentState {
  const given = GIVEN_NAMES.find((one) => one === (name === 'halt' ? 'halted' : name));
  if (given === undefined)
    throw new Error(`${quoted(name)} is not a state: ${GIVEN_NAMES.join(', ')}`);
  return STATE_NAMES.indexOf(given) as InstrumentState;
}

/** The name of an instrument on the command line. */
export function nameOf({ symbol, contract }: Instrument): string {
  return contract === null ? symbol : `${symbol}${CONTRACT_SUFFIX}`;
}

/** @param name a symbol, of a contract with its ending @throws Error when there is none of that name */
export function instrumentOf(views: Views, name: string): Instrument {
  const symbol = upperAscii(name);
  const instrument = symbol.endsWith(CONTRACT_SUFFIX)
    ? views.instrumentBySymbol(symbol.slice(0, -CONTRACT_SUFFIX.length), Product.usdtFutures)
    : views.instrumentBySymbol(symbol);
  if (instrument === undefined) throw new Error(`there is no instrument ${quoted(name)}`);
  return instrument;
}

/** An instrument as the command line shows it; quantities as the API gives them, on the lot. */
export function describe(views: Views, instrument: Instrument): unknown {
  const { state, priceScale, quantityScale, openOrdersMax } = instrument;
  const { priceStep, quantityStep, quantityMin, quantityMax } = instrument;
  const quoteScale = views.asset(instrument.quote)?.scale ?? 0;
  return {
    symbol: nameOf(instrument),
    state: STATE_NAMES[state],
    base: views.asset(instrument.base)?.code,
    quote: views.asset(instrument.quote)?.code,
    priceScale,
    quantityScale,
    tick: formatDecimal(priceStep, priceScale),
    lot: formatDecimal(quantityStep, quantityScale),
    quantityMin: formatDecimal(ceilToStep(quantityMin, quantityStep), quantityScale),
    quantityMax: formatDecimal(floorToStep(quantityMax, quantityStep), quantityScale),
    notionalMin: formatDecimal(instrument.notionalMin, quoteScale),
    band: formatDecimal(instrument.bandPpm, 6),
    openOrdersMax,
    ...describeContract(views, instrument),
  };
}

/** Prices and terms of a contract, and why it takes reductions only where it does. */
function describeContract(views: Views, { id, contract, priceScale, quantityScale }: Instrument) {
  if (contract === null) return {};
  const { index, mark, time } = views.contracts.contract(id);
  const ageMs = Date.now() - time;
  const none = index === 0 ? 'there is no index price' : 'the index price is over a minute old';
  const stale = index === 0 || ageMs >= INDEX_STALE_MS;
  return {
    index: formatDecimal(index, priceScale),
    mark: formatDecimal(mark, priceScale),
    ...(stale ? { takes: `reductions only: ${none}` } : {}),
    terms: describeTerms(contract, quantityScale),
  };
}
