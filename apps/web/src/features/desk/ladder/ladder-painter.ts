/** Paints a ladder into static rows: only what changed is written, and React sees no price. */

import { toText, trimZeros } from '../../../data/decimal.ts';
import { grouped } from '../../../data/format.ts';
import { bookAmount } from '../../terminal/book/book-painter.ts';

/** What a row shows. */
export interface LadderRow {
  readonly tick: number;
  readonly bids: bigint;
  readonly asks: bigint;
  /** Units of own orders, and at most how much stands ahead of them; null = not known. */
  readonly own: Readonly<Record<'buy' | 'sell', { units: bigint; ahead: bigint | null }>>;
  readonly traded: bigint;
  readonly isLast: boolean;
}

/** How it is written. */
export interface LadderStyle {
  readonly priceScale: number;
  readonly priceDecimals: number;
  readonly sizeScale: number;
  /** What fills a bar. */
  readonly fullSize: bigint;
  readonly fullTraded: bigint;
}

const CELLS = ['ownBuy', 'bids', 'price', 'asks', 'ownSell'] as const;
/** A column of a ladder. */
export type LadderCell = (typeof CELLS)[number];

interface Painted {
  readonly root: HTMLElement;
  readonly cells: Readonly<Record<LadderCell, HTMLElement>>;
  /** What is there, so that nothing is written twice. */
  readonly written: Map<string, string>;
}

/** Prices as people read them. */
export function priceText(tick: number, { priceScale, priceDecimals }: LadderStyle): string {
  const exact = toText(BigInt(tick), priceScale);
  const cut = exact.length - (priceScale - priceDecimals);
  return grouped(exact.slice(0, cut).replace(/\.$/, ''));
}

/** An amount in as few signs as it has. */
function shortAmount(units: bigint, scale: number): string {
  return trimZeros(bookAmount(units, scale));
}

/** The rows. */
export class LadderPainter {
  private readonly host: HTMLElement;
  private readonly rows: Painted[] = [];

  constructor(host: HTMLElement) {
    this.host = host;
  }

  /** Number of rows on screen. */
  get count(): number {
    return this.rows.length;
  }

  /** Makes room for so many. */
  resize(count: number): void {
    while (this.rows.length > count) this.rows.pop()?.root.remove();
    while (this.rows.length < count) this.rows.push(this.create());
  }

  /** The row and column that an element is in; null beside them. */
  placeOf(element: Element): { readonly row: number; readonly cell: LadderCell } | null {
    const root = element.closest('.ladder-row');
    const row = this.rows.findIndex((one) => one.root === root);
    const name = element.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
    const cell = CELLS.find((one) => one === name);
    return row < 0 || cell === undefined ? null : { row, cell };
  }

  /** The row at a height of the window; it may be none. */
  rowAt(clientY: number): number {
    return this.rows.findIndex(({ root }) => {
      const { top, bottom } = root.getBoundingClientRect();
      return clientY >= top && clientY < bottom;
    });
  }

  /** Marks rows: the cursor's, and the one that orders are dragged to. */
  mark(name: 'cursor' | 'target', row: number | null): void {
    this.rows.forEach(({ root }, index) => {
      root.classList.toggle(name, index === row);
    });
  }

  /** Writes all of them. */
  paint(rows: readonly LadderRow[], style: LadderStyle): void {
    this.rows.forEach((painted, index) => {
      const row = rows[index];
      if (row !== undefined) paintRow(painted, row, style);
    });
  }

  private create(): Painted {
    const root = document.createElement('div');
    root.className = 'ladder-row';
    const cells = Object.fromEntries(
      CELLS.map((name) => {
        const cell = document.createElement('span');
        cell.className = `ladder-cell ladder-${name}`;
        cell.dataset['cell'] = name;
        root.append(cell);
        return [name, cell];
      }),
    ) as Painted['cells'];
    this.host.append(root);
    return { root, cells, written: new Map() };
  }
}

/** A share in two hundredths, as a style has it: less would be no other pixel. */
function share(units: bigint, full: bigint): string {
  return String(Number((units * 200n) / full) / 200);
}

function paintRow(painted: Painted, row: LadderRow, style: LadderStyle): void {
  const { cells, root } = painted;
  const { sizeScale, fullSize, fullTraded } = style;
  const size = (units: bigint) => (units > 0n ? shortAmount(units, sizeScale) : '');
  write(painted, 'price', priceText(row.tick, style), (text) => {
    cells.price.textContent = text;
  });
  for (const name of ['bids', 'asks'] as const) {
    write(painted, name, size(row[name]), (text) => {
      cells[name].textContent = text;
    });
    write(painted, `${name}-bar`, share(row[name], fullSize), (text) => {
      cells[name].style.setProperty('--share', text);
    });
  }
  write(painted, 'traded', share(row.traded, fullTraded), (text) => {
    cells.price.style.setProperty('--share', text);
  });
  write(painted, 'title', size(row.traded), (text) => {
    cells.price.title = text;
  });
  for (const [cell, side] of [['ownBuy', 'buy'] as const, ['ownSell', 'sell'] as const]) {
    const { units, ahead } = row.own[side];
    write(painted, cell, size(units), (text) => {
      cells[cell].textContent = text;
      cells[cell].classList.toggle('own', text !== '');
    });
    const queue = units > 0n && ahead !== null ? `≤${shortAmount(ahead, sizeScale)}` : '';
    write(painted, `${cell}-ahead`, queue, (text) => cells[cell].setAttribute('data-ahead', text));
  }
  write(painted, 'last', String(row.isLast), (text) => {
    root.classList.toggle('last', text === 'true');
  });
}

function write({ written }: Painted, name: string, text: string, put: (text: string) => void) {
  if (written.get(name) === text) return;
  written.set(name, text);
  put(text);
}
