/** Whether a page fits its window: nothing sticks out, nothing scrolls without a reason, no text leaves its box. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Script that a context needs before its pages load. */
export const FIT_SCRIPT = join(import.meta.dirname, '../../tools/measure/in-page.js');

/** Frames in which a page may settle into another width. */
const FRAMES = 60;
/** Script of the page: what sticks out of it once it has settled, or '' as soon as nothing does. */
const FAULT = `new Promise((resolve) => {
  const look = (frames) => requestAnimationFrame(() => {
    const { excess, widest } = measured.overflow();
    const { scrollWidth, clientWidth } = document.querySelector('WHOLE');
    const fault =
      excess > 0 ? excess + ' px: ' + widest
      : scrollWidth > clientWidth ? 'scrolls by ' + (scrollWidth - clientWidth)
      : measured.spills().join('; ');
    if (fault === '' || frames === 0) resolve(fault);
    else look(frames - 1);
  });
  requestAnimationFrame(() => look(${FRAMES}));
})`;

/**
 * What is wrong with the page at some widths; it keeps the last of them.
 * @param whole selects a part that could scroll, and has no reason to
 */
export async function fitFaults(
  page: Page,
  widths: readonly number[],
  whole = '#main',
): Promise<string[]> {
  const faults: string[] = [];
  const { height } = page.viewportSize()!;
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    const fault = await page.evaluate<string>(FAULT.replace('WHOLE', whole));
    if (fault !== '') faults.push(`${width}: ${fault}`);
  }
  return faults;
}
