/** The system's Chromium, driven by playwright-core. */
import { type Browser, chromium, type Page } from 'playwright-core';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts the browser that `npm test` found. */
export function launchBrowser(): Promise<Browser> {
  const found = process.env['HALCYON_CHROMIUM'];
  const executablePath = found === undefined || found === '' ? '/usr/bin/chromium' : found;
  return chromium.launch({ executablePath, args: ARGS });
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
