/** Receipts in the browser: opened by the keyboard, worked out on the page, and held against the journal as a file. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Opens the receipt of a row, waits for its arithmetic, and has the command line look at its file.
 * @param row of a list
 * @param sums what its lines say
 * @param verify calls `verify --receipt` with a file; gives what it prints
 */
export async function proveReceipt(
  page: Page,
  row: Locator,
  sums: readonly RegExp[],
  verify: (file: string) => string,
): Promise<void> {
  await row.getByRole('button', { name: 'Show' }).press('Enter');
  const receipt = page.getByRole('dialog');
  await receipt.getByText('Journal position').waitFor();
  for (const sum of sums) await receipt.locator('.receipt-sums').getByText(sum).first().waitFor();
  expect(await receipt.getByRole('alert').count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    receipt.getByRole('button', { name: 'Download' }).press('Enter'),
  ]);
  expect(verify(await download.path())).toMatch(/equal to what the journal says at \d+\n$/);
  await page.keyboard.press('Escape');
  await receipt.waitFor({ state: 'detached' });
}
