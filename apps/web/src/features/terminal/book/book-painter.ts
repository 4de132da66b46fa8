/**
 * Paints one side of the order book into static rows. Text and bars are written only where they
 * changed; React never sees a price.
 */

import { pow10, toText } from '../../../data/decimal.ts';
import { compact, grouped } from '../../../data/format.ts';
import type { DepthRow } from '../../../data/state/order-book.ts';

/** How rows are written. */
export interface PaintStyle {
  readonly priceScale: number;
  readonly priceDecimals: number;
  readonly sizeScale: number;
  /** Total that fills the whole bar. */
  readonly fullTotal: bigint;
  /** Units of own orders by tick (after grouping). */
  readonly own: ReadonlyMap<number, bigint>;
}

interface RowCells {
  readonly root: HTMLElement;
  readonly bar: HTMLElement;
  readonly price: Text;
  readonly size: Text;
  readonly total: Text;
  row: DepthRow | null;
  width: number;
  /** Units of own orders. */
  own: bigint;
}

function cell(parent: HTMLElement, className: string): Text {
  const element = document.createElement('span');
  element.className = className;
  const text = document.createTextNode('');
  element.append(text);
  parent.append(element);
  return text;
}

function write(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

/** An amount for a narrow column: exact while it fits, shortened above a million. */
export function bookAmount(units: bigint, scale: number): string {
  if (units >= 1_000_000n * pow10(scale)) return compact(toText(units, scale));
  const decimals = units >= 10_000n * pow10(scale) ? Math.min(scale, 2) : scale;
  const text = toText(units / pow10(scale - decimals), decimals);
  return grouped(text);
}

/** The rows of one side, best price first in the document. */
export class BookPainter {
  private readonly host: HTMLElement;
  private readonly rows: RowCells[] = [];

  constructor(host: HTMLElement) {
    this.host = host;
  }

  /** Number of rows on screen. */
  get count(): number {
    return this.rows.length;
  }

  /** Makes room for `count` rows. */
  resize(count: number): void {
    while (this.rows.length > count) this.rows.pop()?.root.remove();
    while (this.rows.length < count) this.rows.push(this.create());
  }

  /** Writes `rows`; missing ones are left blank. */
  paint(rows: readonly DepthRow[], style: PaintStyle): void {
    for (let index = 0; index < this.rows.length; index += 1) {
      const cells = this.rows[index];
      if (cells !== undefined) this.paintRow(cells, rows[index], style);
    }
  }

  /** What is shown in the row that contains `element`; null for a blank row or another place. */
  rowOf(element: Element): DepthRow | null {
    const root = element.closest('.book-row');
    return this.rows.find((cells) => cells.root === root)?.row ?? null;
  }

  private create(): RowCells {
    const root = document.createElement('div');
    root.className = 'book-row';
    const bar = document.createElement('span');
    bar.className = 'book-bar';
    root.append(bar);
    const price = cell(root, 'book-price');
    const size = cell(root, 'book-size');
    const total = cell(root, 'book-total');
    this.host.append(root);
    return { root, bar, price, size, total, row: null, width: -1, own: 0n };
  }

  private paintRow(cells: RowCells, row: DepthRow | undefined, style: PaintStyle): void {
    cells.row = row ?? null;
    if (row === undefined) {
      write(cells.price, '');
      write(cells.size, '');
      write(cells.total, '');
      this.paintBar(cells, 0);
      this.paintOwn(cells, 0n, style);
      return;
    }
    const exact = toText(BigInt(row.tick), style.priceScale);
    const cut = exact.length - (style.priceScale - style.priceDecimals);
    write(cells.price, grouped(exact.slice(0, cut).replace(/\.$/, '')));
    write(cells.size, bookAmount(row.units, style.sizeScale));
    write(cells.total, bookAmount(row.total, style.sizeScale));
    const full = style.fullTotal > 0n ? style.fullTotal : 1n;
    this.paintBar(cells, Number((row.total * 200n) / full) / 200);
    this.paintOwn(cells, style.own.get(row.tick) ?? 0n, style);
  }

  private paintBar(cells: RowCells, width: number): void {
    if (cells.width === width) return;
    cells.width = width;
    cells.bar.style.transform = `scaleX(${width})`;
  }

  private paintOwn(cells: RowCells, own: bigint, { sizeScale }: PaintStyle): void {
    if (cells.own === own) return;
    cells.own = own;
    cells.root.classList.toggle('own', own > 0n);
    const size = own > 0n ? bookAmount(own, sizeScale) : '';
    cells.price.parentElement?.setAttribute('data-own', size);
  }
}
