/** What a person without a pointer meets on a page. */
import type { Page } from 'playwright-core';

/** More stops than any page that is walked has. */
const STOPS_MAX = 120;

/** The element that has the focus, as text; '' when it is the page itself. */
export function focused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return '';
    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
    return (label || element.textContent || element.title).trim().slice(0, 60) || element.outerHTML;
  })()`);
}

/** What is wrong with the focus now; null = it is back at the page, undefined = nothing. */
const STOP = `(() => {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
  const place = element.outerHTML.slice(0, 120);
  if (element.wasHere) return 'returns to ' + place;
  element.wasHere = true;
  const ringed = (node) => {
    const { outlineStyle, boxShadow } = getComputedStyle(node);
    return outlineStyle !== 'none' || boxShadow !== 'none';
  };
  const near = [element, element.parentElement, element.closest('.ant-select, .ant-picker, .input-box, .check')];
  const chart = element.closest('.chart-host');
  const seen = near.some((node) => node !== null && ringed(node)) || chart !== null;
  const { width, height, top, bottom } = element.getBoundingClientRect();
  if (width === 0 || height === 0 || bottom <= 0 || top >= innerHeight) return 'unseen ' + place;
  return seen ? undefined : 'no sign of the focus on ' + place;
})()`;

/** Goes through a page by Tab: one line for each stop that cannot be left or seen. */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate<string | null | undefined>(STOP);
    if (fault === null) return faults;
    if (fault === undefined) continue;
    // Round and round is the way of a page whose last stop leads to its first.
    if (fault.startsWith('returns to <a class="btn btn-primary skip-link')) return faults;
    faults.push(fault);
    if (fault.startsWith('returns')) return faults;
  }
  return [...faults, `has no end after ${STOPS_MAX} stops`];
}
