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

/** Everything that a page complains of, for a test to look at. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
