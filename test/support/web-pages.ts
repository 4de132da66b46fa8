/** The pages that are looked at one by one, and how to know that one has arrived. */
import type { BrowserContext, Page } from 'playwright-core';
import { PAGES, type PageId } from '../../packages/domain/src/web/pages.ts';

const SAMPLES: Readonly<Record<string, string>> = { symbol: 'BTCUSDT', settle: 'usdt', id: '1' };

/** Forms that only those who are not signed in see. */
const SIGNED_OUT: readonly PageId[] = ['login', 'register'];
/** Leads on to the spot terminal. */
const REDIRECTS: readonly PageId[] = ['transac'];

function addressOf(id: PageId): string {
  return PAGES[id].replace(/:(\w+)\??/g, (_all, name: string) => SAMPLES[name] ?? name);
}

function idsExcept(...lists: (readonly PageId[])[]): PageId[] {
  const left = new Set(lists.flat());
  return (Object.keys(PAGES) as PageId[]).filter((id) => !left.has(id));
}

/** Addresses to see without an account: the forms, and pages that show another side then. */
export const VISITOR_PAGES: readonly string[] = [
  ...SIGNED_OUT.map(addressOf),
  addressOf('landing'),
  addressOf('spot'),
];

/** Addresses of every other page, for somebody who is signed in. */
export const PAGES_OF_ACCOUNT: readonly string[] = [
  ...idsExcept(SIGNED_OUT, REDIRECTS).map(addressOf),
  '/nothing-here',
];

/** Addresses whose page has another look or other parts in simulation trading. */
export const PAPER_PAGES: readonly string[] = (
  [
    'spot',
    'spotAssets',
    'tradeMargin',
    'marginAssets',
    'marginOrders',
    'marginRecords',
    'paperFidelity',
    'paperGuide',
  ] as const
).map(addressOf);

/** Gives the context the session of an account. */
export async function signIn(
  context: BrowserContext,
  base: string,
  person: { readonly email: string; readonly password: string },
): Promise<void> {
  const answer = await context.request.post(`${base}/api/web/v1/login`, {
    headers: { origin: base },
    data: person,
  });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
}

/** The browser forgets its session. The page is left first: what it was asking for would be refused. */
export async function dropSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

const WAITING = '.first-wait, .page-wait, .skeleton, .account-wait, .ant-spin-spinning';

/** Opens a page and waits until it shows what it has to show. */
export async function settle(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.locator('#main').waitFor();
  await page.locator(WAITING).first().waitFor({ state: 'detached' });
}

/**
 * Goes to a page as a link does, without loading the app again, which takes most of the processor time of a page.
 * The same path as before, another origin or a blank page are loaded.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  const here = page.url();
  if (!here.startsWith('http')) return settle(page, address);
  const target = new URL(address, here);
  const { origin, pathname } = new URL(here);
  if (origin !== target.origin || pathname === target.pathname) return settle(page, address);
  // A new path has a new page, the last part of #main: that of the old path must be gone.
  await page.evaluate(`{
    document.querySelector('#main > :last-child').dataset.left = '';
    history.pushState({}, '', ${JSON.stringify(target.href)});
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }`);
  await page.locator('#main > [data-left]').waitFor({ state: 'detached' });
  await page.locator('#main > *').first().waitFor({ state: 'attached' });
  await settled(page);
}

/** Waits until the page follows the fills of its account: one that comes before is no news to it. Ask before it loads. */
export function fillsFollowed(page: Page): Promise<void> {
  const isAnswer = (payload: string | Buffer) =>
    /"event":"subscribe".*"channel":"fill"/.test(String(payload));
  return new Promise((resolve) => {
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => isAnswer(payload) && resolve());
    });
  });
}

/** Keeps prices from a page that has not loaded, until it is called. */
export async function withoutPrices(target: Page): Promise<() => void> {
  const known = Promise.withResolvers<void>();
  await target.route('**/market/tickers*', async (route) => {
    await known.promise;
    await route.continue();
  });
  await target.routeWebSocket(/./, (client) => {
    const server = client.connectToServer();
    server.onMessage(async (message) => {
      if (message.includes('"channel":"ticker"')) await known.promise;
      client.send(message);
    });
  });
  return known.resolve;
}
