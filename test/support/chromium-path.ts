/**
 * Where the tests' browser is. Debian's headless shell comes first: it draws pages with the same code, and
 * without the windows of the whole browser takes a quarter less of a processor for them.
 */
import { existsSync } from 'node:fs';

/** Debian's packages with the first two of them; older releases have the second alone. */
export const CHROMIUM_PACKAGES = ['chromium-headless-shell', 'chromium'] as const;

const PLACES: readonly string[] = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What HALCYON_CHROMIUM names, else the first that this machine has; null = it has none. */
export function findChromium(): string | null {
  const named = process.env['HALCYON_CHROMIUM'] ?? '';
  const places = named === '' ? PLACES : [named];
  return places.find((path) => existsSync(path)) ?? null;
}
