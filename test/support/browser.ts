/** The system's Chromium, driven by playwright-core. */
import { type Browser, chromium, type Page } from 'playwright-core';

/** What keeps it to itself and repeatable. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser that `npm test` found. */
export function chromiumPath(): string {
  const found = process.env['HALCYON_CHROMIUM'];
  return found === undefined || found === '' ? '/usr/bin/chromium' : found;
}

/** Starts it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS });
}

/** Asks for a theme as the system would, and waits until the page shows it. */
export async function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' });
}

/** Everything that a page complains of, for a test to look at. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
