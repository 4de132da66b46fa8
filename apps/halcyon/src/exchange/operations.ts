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
  type Instrument,
  type InstrumentLimits,
  type InstrumentState,
  upperAscii,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';
import { checkLimits, givenLimits } from './instrument-values.ts';
import type { OperationArgs } from './operation-args.ts';

/** The parts of an exchange that operations work on. */
export interface OperationContext {
  readonly engine: CommandPort;
  readonly views: Views;
}

/** By state; the last two are a paper venue's own doing and cannot be asked for. */
const STATE_NAMES = ['open', 'post-only', 'cancel-only', 'halted', 'paused', 'feed-stale'] as const;
const GIVEN_NAMES = STATE_NAMES.slice(0, 4);

/** `instrument list`. */
export function listInstruments({ views }: OperationContext): unknown {
  return views.instruments().map((instrument) => describe(views, instrument));
}

/** `instrument open|post-only|cancel-only|halt [SYMBOL…]`: without symbols, all of them. */
export async function setInstrumentState(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const state = stateOf(String(args['state']));
  const symbols = (args['symbols'] as string[] | undefined) ?? [];
  const { views } = context;
  const chosen =
    symbols.length === 0 ? [...views.instruments()] : symbols.map((s) => instrumentOf(views, s));
  await change(context, chosen, () => ({ state }), String(args['reason'] ?? ''));
  return chosen.map(({ symbol }) => ({ symbol, state: STATE_NAMES[state] }));
}

/** `instrument set SYMBOL --tick … --lot … --quantity-min … --notional-min … --band …`. */
export async function setInstrumentLimits(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const { views } = context;
  const instrument = instrumentOf(views, String(args['symbol']));
  const units = { ...instrument, quoteScale: views.asset(instrument.quote)?.scale ?? 0 };
  const changes = givenLimits(args, units);
  if (Object.keys(changes).length === 0) throw new Error('nothing to change was given');
  checkLimits(units, { ...instrument, ...changes });
  await change(context, [instrument], () => changes, String(args['reason'] ?? ''));
  return describe(views, instrumentOf(views, instrument.symbol));
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
    if (code !== 0) throw new Error(`${instruments[i]?.symbol}: refused with code ${code}`);
  }
}

function limitsOf(instrument: Instrument): InstrumentLimits {
  const { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = instrument;
  const { priceStep, quantityStep } = instrument;
  const limits = { quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax };
  return { state, ...limits, priceStep, quantityStep };
}

function stateOf(name: string): InstrumentState {
  const index = GIVEN_NAMES.indexOf(name === 'halt' ? 'halted' : (name as 'open'));
  if (index < 0) throw new Error(`"${name}" is not a state: ${GIVEN_NAMES.join(', ')}`);
  return index as InstrumentState;
}

/** @throws Error when there is none of that symbol */
export function instrumentOf(views: Views, symbol: string): Instrument {
  const instrument = views.instrumentBySymbol(upperAscii(symbol));
  if (instrument === undefined) throw new Error(`there is no instrument "${symbol}"`);
  return instrument;
}

/** An instrument as the command line shows it; quantities as the API gives them, on the lot. */
export function describe(views: Views, instrument: Instrument): unknown {
  const { symbol, state, priceScale, quantityScale, openOrdersMax } = instrument;
  const { priceStep, quantityStep, quantityMin, quantityMax } = instrument;
  const quoteScale = views.asset(instrument.quote)?.scale ?? 0;
  return {
    symbol,
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
  };
}
