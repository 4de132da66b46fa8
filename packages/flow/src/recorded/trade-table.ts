/**
 * Reads recorded trades from CSV, line by line: the columns `trade_time_ms`, `price`, `qty` and
 * `is_buyer_maker`, in any order and among others. Trades that were not made in the book
 * (`exec_type` other than `MARKET`, where there is that column) are left out.
 */
import { Side } from '@halcyon/domain';
import type { Frame } from './frame.ts';
import { RecordingError } from './recording-error.ts';

/** Which rows to take: every named column must hold the value. */
export type RowFilter = Readonly<Record<string, string>>;

const NEEDED = ['trade_time_ms', 'price', 'qty', 'is_buyer_maker'] as const;
const TAKER_SIDES: Readonly<Record<string, Side>> = {
  '1': Side.sell,
  true: Side.sell,
  '0': Side.buy,
  false: Side.buy,
};

export class TradeTableReader {
  private readonly filter: RowFilter;
  private columns: readonly string[] = [];
  private lines = 0;
  private taken = 0;

  constructor(filter: RowFilter) {
    this.filter = filter;
  }

  /** What the next line says. @throws RecordingError naming line and column */
  line(text: string): Frame[] {
    this.lines += 1;
    if (this.lines === 1) {
      this.header(text);
      return [];
    }
    if (text === '') return [];
    const fields = text.split(',');
    if (fields.length < this.columns.length) {
      const { length } = this.columns;
      throw new RecordingError(this.lines, `${fields.length} fields, the header has ${length}`);
    }
    const row = Object.fromEntries(this.columns.map((name, i) => [name, fields[i]!.trim()]));
    if (!Object.entries(this.filter).every(([name, value]) => row[name] === value)) return [];
    if ((row['exec_type'] ?? '') !== '' && row['exec_type'] !== 'MARKET') return [];
    return [this.trade(row)];
  }

  /** Tells that the file has ended. @throws RecordingError when no row was taken */
  end(): void {
    if (this.taken > 0) return;
    const filter = Object.entries(this.filter).map((pair) => pair.join('='));
    const which = filter.length === 0 ? '' : ` with ${filter.join(', ')}`;
    throw new RecordingError(1, `the recording has no trade${which}`);
  }

  private header(text: string): void {
    this.columns = text.split(',').map((name) => name.trim());
    for (const name of [...NEEDED, ...Object.keys(this.filter)]) {
      if (!this.columns.includes(name)) throw new RecordingError(1, `there is no column ${name}`);
    }
  }

  private trade(row: Readonly<Record<string, string>>): Frame {
    const line = this.lines;
    const { trade_time_ms: time = '', is_buyer_maker: buyerMade = '' } = row;
    const side = TAKER_SIDES[buyerMade];
    if (!/^\d{1,15}$/.test(time)) {
      throw new RecordingError(line, `trade_time_ms is "${time}", not a whole number of ms`);
    }
    if (side === undefined) {
      throw new RecordingError(line, `is_buyer_maker is "${buyerMade}", not 0, 1, true or false`);
    }
    this.taken += 1;
    const timeMs = Number(time);
    const { price = '', qty: quantity = '' } = row;
    return { kind: 'print', line, timeMs, receivedMs: timeMs, side, price, quantity };
  }
}
