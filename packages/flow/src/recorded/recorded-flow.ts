/**
 * A recording as ghost steps: a function of the files and the instrument alone, so that a position in
 * it says everything about what came before.
 */
import { GhostSteps, parseSafeDecimal } from '@halcyon/domain';
import type { FeedEvent, PriceLevel } from '../l2/feed-event.ts';
import { L2Translator, OrderNumbers } from '../l2/l2-translator.ts';
import { floorUnits } from '../l2/units.ts';
import type { FlowInstrument } from '../source.ts';
import type { Frame, LevelsFrame, TextLevel } from './frame.ts';
import { type RecordingFiles, recordedFrames } from './recorded-frames.ts';

/** What one frame means for the paper book. */
export interface FlowMoment {
  /** Number of the frame, from 1. */
  readonly position: number;
  /** Unix ms at the exchange. */
  readonly timeMs: number;
  readonly steps: GhostSteps;
}

/**
 * @param fromMs Unix ms to begin at, with the book as it stood; null = at the first whole book
 * @throws Error naming file and line of what cannot be read or traded, or that it ends before `fromMs`
 */
export async function* recordedFlow(
  files: RecordingFiles,
  instrument: FlowInstrument,
  fromMs: number | null = null,
): AsyncGenerator<FlowMoment> {
  let translator = new L2Translator(instrument.id, new OrderNumbers(0));
  let position = 0;
  for await (const frame of recordedFrames(files)) {
    const { timeMs } = frame;
    const steps = new GhostSteps();
    const event = eventOf(frame, instrument, files);
    if (position === 0 && fromMs !== null && timeMs < fromMs) {
      translator.apply(event, steps);
      continue;
    }
    if (position === 0) {
      const { book } = translator;
      translator = new L2Translator(instrument.id, new OrderNumbers(0));
      if (book.bids.length + book.asks.length > 0) translator.apply(book, steps);
      steps.feed(instrument.id, false);
    }
    position += 1;
    translator.apply(event, steps);
    yield { position, timeMs, steps };
  }
  if (position === 0) throw new Error(`${files.books}: ends before the time to begin at`);
}

function eventOf(frame: Frame, instrument: FlowInstrument, files: RecordingFiles): FeedEvent {
  const { timeMs } = frame;
  const { priceScale, quantityScale, symbol } = instrument;
  const file = frame.kind === 'print' ? (files.trades ?? files.books) : files.books;
  const at = `${file}: line ${frame.line}`;
  const ticks = (text: string): number => {
    const price = parseSafeDecimal(text, priceScale);
    if (price !== null && price > 0) return price;
    throw new Error(
      `${at}: price "${text}" is no positive price of ${symbol}, ${priceScale} decimals`,
    );
  };
  const lots = (text: string): number => {
    const quantity = floorUnits(text, quantityScale);
    if (quantity !== null) return quantity;
    throw new Error(`${at}: quantity "${text}" is no quantity of ${symbol}`);
  };
  if (frame.kind === 'print') {
    const { side } = frame;
    return {
      kind: 'print',
      timeMs,
      side,
      price: ticks(frame.price),
      quantity: lots(frame.quantity),
    };
  }
  const level = ([price, quantity]: TextLevel): PriceLevel => [ticks(price), lots(quantity)];
  const { kind, bids, asks }: LevelsFrame = frame;
  return { kind, timeMs, bids: bids.map(level), asks: asks.map(level) };
}
