/** Cards of lists on a phone: none is higher than it may be, and none breaks a figure. */
import type { Page } from 'playwright-core';

/** Height of a card at most, px. */
const HIGHEST = 120;

/**
 * Cards that are higher, and figures that are broken.
 * @param rows selects the cards
 * @param highest one may be, px
 */
export function cardFaults(page: Page, rows: string, highest = HIGHEST): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('${rows}')].flatMap((row) => {
      const { height } = row.getBoundingClientRect();
      const broken = [...row.querySelectorAll('.num')].filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > cell.textContent.trim().split(/\\s+/).length;
      });
      const high = height > ${highest} ? [height + ' px: ' + row.textContent] : [];
      return [...high, ...broken.map((cell) => cell.textContent)];
    })`);
}
