/**
 * What the command line can ask of an exchange, whether it runs as a server or was opened for this
 * one request. Each takes checked arguments and returns what is printed as JSON.
 */

import type { CommandPort } from '@halcyon/domain';
import {
  CommandKind,
  formatDecimal,
  type Instrument,
  type InstrumentLimits,
  type InstrumentState,
  PPM,
  parseSafeDecimal,
  UNITS_MAX,
} from '@halcyon/domain';
import type { Views } from '@halcyon/views';

/** The parts of an exchange that operations work on. */
export interface OperationContext {
  readonly engine: CommandPort;
  readonly views: Views;
}

/** Arguments as the command line or the control socket brought them. */
export type OperationArgs = Readonly<Record<string, unknown>>;

/** Most open orders that an instrument may allow one account. */
const OPEN_ORDERS_MAX = 1_000_000;
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

/** `instrument set SYMBOL --quantity-min … --notional-min … --band … --open-orders …`. */
export async function setInstrumentLimits(
  context: OperationContext,
  args: OperationArgs,
): Promise<unknown> {
  const { views } = context;
  const instrument = instrumentOf(views, String(args['symbol']));
  const quoteScale = views.asset(instrument.quote)?.scale ?? 0;
  const { quantityScale } = instrument;
  const changes: Partial<InstrumentLimits> = {
    ...decimal(args, 'quantity-min', quantityScale, 'quantityMin'),
    ...decimal(args, 'quantity-max', quantityScale, 'quantityMax'),
    ...decimal(args, 'notional-min', quoteScale, 'notionalMin'),
    ...decimal(args, 'band', 6, 'bandPpm'),
    ...decimal(args, 'open-orders', 0, 'openOrdersMax'),
  };
  if (Object.keys(changes).length === 0) throw new Error('nothing to change was given');
  checkChanges(instrument, changes);
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
      const { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = instrument;
      const now = { state, quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax };
      return {
        kind: CommandKind.setInstrument,
        instrument: instrument.id,
        ...now,
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

/** What the core would refuse, said in the words of the command line. */
function checkChanges(instrument: Instrument, changes: Partial<InstrumentLimits>): void {
  const next = { ...instrument, ...changes };
  const most = Math.floor(UNITS_MAX / instrument.lotUnits);
  const lots = (value: number): string => formatDecimal(value, instrument.quantityScale);
  const fail = (option: string, allowed: string): never => {
    throw new Error(`--${option} for ${instrument.symbol}: allowed is ${allowed}`);
  };
  if (next.quantityMax > most || next.quantityMax < 1) {
    fail('quantity-max', `up to ${lots(most)}`);
  }
  if (next.quantityMin < 1 || next.quantityMin > next.quantityMax) {
    fail('quantity-min', `from ${lots(1)} to the maximum, ${lots(next.quantityMax)}`);
  }
  if (next.bandPpm < 1 || next.bandPpm > PPM)
    fail('band', 'above 0, up to 1 (a share of the price)');
  if (next.openOrdersMax < 1 || next.openOrdersMax > OPEN_ORDERS_MAX) {
    fail('open-orders', `from 1 to ${OPEN_ORDERS_MAX}`);
  }
}

function decimal<K extends keyof InstrumentLimits>(
  args: OperationArgs,
  option: string,
  scale: number,
  field: K,
): Partial<Record<K, number>> {
  const text = args[option];
  if (text === undefined) return {};
  const value = parseSafeDecimal(String(text), scale);
  if (value === null) {
    throw new Error(`--${option}: "${String(text)}" is not a decimal with up to ${scale} places`);
  }
  return { [field]: value } as Partial<Record<K, number>>;
}

function stateOf(name: string): InstrumentState {
  const index = GIVEN_NAMES.indexOf(name === 'halt' ? 'halted' : (name as 'open'));
  if (index < 0) throw new Error(`"${name}" is not a state: ${GIVEN_NAMES.join(', ')}`);
  return index as InstrumentState;
}

function instrumentOf(views: Views, symbol: string): Instrument {
  const instrument = views.instrumentBySymbol(symbol.toUpperCase());
  if (instrument === undefined) throw new Error(`there is no instrument "${symbol}"`);
  return instrument;
}

function describe(views: Views, instrument: Instrument): unknown {
  const { symbol, state, priceScale, quantityScale, openOrdersMax } = instrument;
  const quoteScale = views.asset(instrument.quote)?.scale ?? 0;
  return {
    symbol,
    state: STATE_NAMES[state],
    pricePrecision: priceScale,
    quantityPrecision: quantityScale,
    quantityMin: formatDecimal(instrument.quantityMin, quantityScale),
    quantityMax: formatDecimal(instrument.quantityMax, quantityScale),
    notionalMin: formatDecimal(instrument.notionalMin, quoteScale),
    band: formatDecimal(instrument.bandPpm, 6),
    openOrdersMax,
  };
}
