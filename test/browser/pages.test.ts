/** S7: every page of the built app, as a browser sees it: headers, and nothing that the policy stops. */
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATHS, spotPath } from '../../apps/web/src/platform/routes/paths.ts';
import { complaintsOf, launchBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const EMAIL = 'crawler@example.com';
const PASSWORD = 'a long enough passphrase';
const NO_PAGE = '/no/such/page';
const PAGES = [...Object.values(PATHS), spotPath(), NO_PAGE];
/** What the browser itself reports when a document's status is 404. */
const MISSING = 'Failed to load resource: the server responded with a status of 404 (Not Found)';

let exchange: ExchangeProcess;
let browser: Browser;

beforeAll(async () => {
  exchange = await ExchangeProcess.start();
  exchange.command('user', 'create', '--email', EMAIL, '--password', PASSWORD);
  browser = await launchBrowser();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** A browser window with somebody signed in or not. */
async function open(theme: 'dark' | 'light', signedIn: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ colorScheme: theme, baseURL: exchange.baseUrl });
  await context.addInitScript(`
    localStorage.setItem('theme', '${theme}');
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI);
    });
  `);
  if (!signedIn) return context;
  const answer = await context.request.post('/api/web/v1/login', {
    headers: { origin: exchange.baseUrl },
    data: { email: EMAIL, password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
  return context;
}

describe.each(['dark', 'light'] as const)('every page in %s', (theme) => {
  test.each([true, false])(
    'has its headers and breaks no policy, signed in: %s',
    async (who) => {
      const context = await open(theme, who);
      const page = await context.newPage();
      const complaints = complaintsOf(page);
      const nonces = new Set<string>();
      for (const path of PAGES) {
        const response = await page.goto(path, { waitUntil: 'networkidle' });
        const headers = response?.headers() ?? {};
        const policy = headers['content-security-policy'] ?? '';
        expect(policy).not.toContain('unsafe');
        expect(policy).toContain("object-src 'none'; base-uri 'none'");
        expect(policy).toContain('frame-ancestors');
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['cross-origin-opener-policy']).toBe('same-origin');
        nonces.add(/style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '');
        const missing = path === NO_PAGE;
        expect([path, response?.status()]).toEqual([path, missing ? 404 : 200]);
        expect([path, complaints.splice(0)]).toEqual([path, missing ? [MISSING] : []]);
      }
      expect(nonces.size).toBe(PAGES.length);
      await context.close();
    },
    120_000,
  );
});
