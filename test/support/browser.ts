/** The system's Chromium, driven by playwright-core. */
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { findChromium } from './chromium-path.ts';

/**
 * What keeps it to itself and repeatable. `--disable-threaded-compositing` takes two fifths less of a processor,
 * because it draws nothing: a page gets no frame.
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser of the tests. @throws Error where this machine has none */
export function chromiumPath(): string {
  const found = findChromium();
  if (found === null) throw new Error('there is no Chromium: set HALCYON_CHROMIUM to one');
  return found;
}

/** A wait that ends a test that hangs; a busy machine must never meet it. */
const WAIT_MS = 120_000;

/**
 * Toasts go after seconds, which a busy machine may not look in: the page remembers their texts, and
 * how many there were at once.
 */
const REMEMBER_TOASTS = `
  const seen = new WeakMap();
  new MutationObserver(() => {
    const { dataset } = document.documentElement;
    const texts = [...document.querySelectorAll('.toasts .toast-text')];
    if (texts.length > (dataset.toastsMost ?? 0)) dataset.toastsMost = texts.length;
    for (const text of texts) {
      if (seen.get(text) === text.textContent) continue;
      seen.set(text, text.textContent);
      dataset.toasts = (dataset.toasts ?? '') + text.textContent + '; ';
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

/**
 * Starts it. Its pages have no service worker unless a context allows it: what goes through one is
 * seen by no route of a test.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS, timeout: WAIT_MS });
  const newContext = browser.newContext.bind(browser);
  // Its `newPage` comes here too.
  browser.newContext = async (options) => {
    const context = await newContext({ serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(WAIT_MS);
    await context.addInitScript(REMEMBER_TOASTS);
    tellUnanswered(context);
    return context;
  };
  return browser;
}

/** The browser of this worker, once a file has asked for it. */
let kept: Promise<Browser> | null = null;

/**
 * The browser of this worker, which runs one file after the other: its `close` ends what the file has opened
 * and leaves the browser to the next one. It ends with the worker.
 */
export async function workerBrowser(): Promise<Browser> {
  const found = await kept;
  if (found?.isConnected() === true) return found;
  kept = launchBrowser();
  const browser = await kept;
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return browser;
}

/** How long a request may be under way before a test's log names it, ms. */
const LONG_REQUEST_MS = 30_000;

/** When a context is closed, the log names requests that had no answer for long: they tell why a page stood still. */
function tellUnanswered(context: BrowserContext): void {
  const since = new Map<Request, number>();
  context.on('request', (request) => since.set(request, Date.now()));
  context.on('requestfinished', (request) => since.delete(request));
  context.on('requestfailed', (request) => since.delete(request));
  context.on('close', () => {
    for (const [request, from] of since) {
      const waited = Date.now() - from;
      if (waited > LONG_REQUEST_MS) console.warn(`no answer for ${waited} ms: ${request.url()}`);
    }
  });
}

/** Waits until a toast with this text was shown since the page was loaded; it may be gone again. */
export async function toastSaid(page: Page, text: string): Promise<void> {
  await page.locator(`html[data-toasts*="${text}"]`).waitFor({ state: 'attached' });
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
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}
