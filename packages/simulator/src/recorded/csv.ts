/** Reads recorded trades and candles from CSV text, by the names in its header. */
import { RecordingError } from '@halcyon/flow';

/** Points of a recorded price: Unix milliseconds ascending, price in quote, base volume at each. */
export interface RecordedPoints {
  readonly timeMs: Float64Array;
  readonly price: Float64Array;
  readonly volume: Float64Array;
}

/** Which rows of a file to take: every named column must hold the value. */
export type CsvRowFilter = Readonly<Record<string, string>>;

const TRADE_TIMES = ['trade_time_ms', 'time_ms', 'timestamp', 'time'];
const TRADE_QUANTITIES = ['qty', 'quantity', 'size', 'amount'];
/** Inside a candle the path visits open, the nearer extreme, the other extreme, then close. */
const CANDLE_POINTS = 4;

interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly string[][];
}

function parseTable(text: string): Table {
  const lines = text.split(/\r?\n/);
  const columns = lines[0]!.split(',').map((name) => name.trim());
  const rows: string[][] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (line === '' && index === lines.length - 1) break;
    const row = line.split(',');
    if (row.length < columns.length) {
      throw new RecordingError(index + 1, `${row.length} fields, the header has ${columns.length}`);
    }
    rows.push(row);
  }
  if (rows.length === 0) throw new RecordingError(1, 'the recording has no rows');
  return { columns, rows };
}

function columnOf(table: Table, names: readonly string[]): number {
  const at = table.columns.findIndex((column) => names.includes(column));
  if (at < 0) throw new RecordingError(1, `the header has none of: ${names.join(', ')}`);
  return at;
}

function number(row: readonly string[], column: number, line: number, name: string): number {
  const text = row[column]?.trim() ?? '';
  const value = Number(text);
  if (text === '' || !Number.isFinite(value) || value < 0) {
    throw new RecordingError(line, `${name} is "${text}", not a number of 0 or more`);
  }
  return value;
}

function ascending(points: RecordedPoints): RecordedPoints {
  for (let index = 0; index < points.timeMs.length; index += 1) {
    if (!(points.price[index]! > 0))
      throw new RecordingError(index + 2, 'the price is not above 0');
    if (index > 0 && points.timeMs[index]! < points.timeMs[index - 1]!) {
      throw new RecordingError(index + 2, 'time goes backwards');
    }
  }
  return points;
}

/**
 * Trades: columns `price`, a quantity and a time (several names are known). Rows that do not match
 * `filter` are left out.
 * @throws RecordingError naming line and field
 */
export function parseTrades(text: string, filter: CsvRowFilter = {}): RecordedPoints {
  const table = parseTable(text);
  const time = columnOf(table, TRADE_TIMES);
  const price = columnOf(table, ['price']);
  const quantity = columnOf(table, TRADE_QUANTITIES);
  const wanted = Object.entries(filter).map(([name, value]) => ({
    at: columnOf(table, [name]),
    value,
  }));
  const kept: number[] = [];
  for (let index = 0; index < table.rows.length; index += 1) {
    if (wanted.every(({ at, value }) => table.rows[index]![at] === value)) kept.push(index);
  }
  if (kept.length === 0) throw new RecordingError(1, 'no row matches the filter');
  const column = (at: number, name: string): Float64Array =>
    Float64Array.from(kept, (index) => number(table.rows[index]!, at, index + 2, name));
  return ascending({
    timeMs: column(time, 'time'),
    price: column(price, 'price'),
    volume: column(quantity, 'quantity'),
  });
}

/**
 * Candles: columns `open_time_ms`, `open`, `high`, `low`, `close`, `volume`. Each becomes four points
 * spread over its interval, which is the shortest distance between two rows. A gap stays a gap.
 * @throws RecordingError naming line and field
 */
export function parseCandles(text: string): RecordedPoints {
  const table = parseTable(text);
  const names = ['open_time_ms', 'open', 'high', 'low', 'close', 'volume'];
  const at = names.map((name) => columnOf(table, [name]));
  const count = table.rows.length;
  const value = (row: number, column: number): number =>
    number(table.rows[row]!, at[column]!, row + 2, names[column]!);
  let interval = Number.POSITIVE_INFINITY;
  for (let row = 1; row < count; row += 1) {
    const step = value(row, 0) - value(row - 1, 0);
    if (step <= 0) throw new RecordingError(row + 2, 'open_time_ms does not increase');
    interval = Math.min(interval, step);
  }
  if (!Number.isFinite(interval)) throw new RecordingError(2, 'one candle alone has no interval');
  const points = {
    timeMs: new Float64Array(count * CANDLE_POINTS),
    price: new Float64Array(count * CANDLE_POINTS),
    volume: new Float64Array(count * CANDLE_POINTS),
  };
  for (let row = 0; row < count; row += 1) {
    const [time, open, high, low, close, volume] = names.map((_, column) => value(row, column));
    const rising = close! >= open!;
    const visited = [open!, rising ? low! : high!, rising ? high! : low!, close!];
    for (let point = 0; point < CANDLE_POINTS; point += 1) {
      const index = row * CANDLE_POINTS + point;
      points.timeMs[index] = time! + (interval * point) / CANDLE_POINTS;
      points.price[index] = visited[point]!;
      points.volume[index] = volume! / CANDLE_POINTS;
    }
  }
  return ascending(points);
}
