/**
 * Every page: no serious fault that axe finds, no trap for the keyboard, nothing wider than a phone. An
 * ordinary run sees a third of them, a quarter in Arabic, and of these a third in light and a third by Tab.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileMessages } from '../../apps/web/build/compiled-messages.ts';
import { axeFaults } from '../support/axe.ts';
import { launchBrowser, showTheme } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { keyboardFaults } from '../support/keyboard.ts';
import { isTurn, someOf } from '../support/some-of.ts';
import {
  PAGES_OF_ACCOUNT,
  PAPER_PAGES,
  settle,
  signIn,
  VISITOR_PAGES,
} from '../support/web-pages.ts';

const PERSON = { email: 'looks@example.com', password: 'a long enough passphrase' };
const MESSAGES = join(import.meta.dirname, '../../apps/web/src/platform/locale/messages');
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

let exchange: ExchangeProcess;
let browser: Browser;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default' });
  const { email, password } = PERSON;
  const person = ['--email', email, '--password', password];
  exchange.command('user', 'create', ...person, '--fund', 'USDT=100000,BTC=2');
  browser = await launchBrowser();
  await furnish();
});

/** A level, a coupon, a key and two sub-accounts, one of them frozen: what is empty shows no fault. */
async function furnish(): Promise<void> {
  const person = ['--email', PERSON.email];
  exchange.command('user', 'level', ...person, '--level', '2');
  const until = new Date(Date.now() + 86_400_000).toISOString();
  exchange.command('user', 'coupon', ...person, '--percent', '20', '--until', until);
  exchange.key('looks', 'read,trade,transfer,copy', 'live');
  const context = await browser.newContext();
  await signIn(context, exchange.baseUrl, PERSON);
  const { request } = context;
  const route = `${exchange.baseUrl}/api/web/v1`;
  const session = await (await request.get(`${route}/session`)).json();
  const headers = { origin: exchange.baseUrl, 'x-csrf-token': session.data.csrfToken };
  const post = async (path: string, data = {}) => {
    const answer = await (await request.post(route + path, { headers, data })).json();
    expect(answer.msg).toBe('success');
    return answer.data;
  };
  await post('/sub-accounts', { name: 'momentum' });
  const { uid } = await post('/sub-accounts', { name: 'reversal' });
  await post(`/sub-accounts/${uid}/freeze`);
  await context.close();
}

afterAll(async () => {
  await browser?.close();
  await exchange?.remove();
});

/** Lists of pages: for visitors, for somebody signed in, and in simulation trading. */
type Pages = readonly [visitor: Paths, account: Paths, paper: Paths];
type Paths = readonly string[];

/** One page of so many in an ordinary run. */
function oneIn(each: number): Pages {
  return [someOf(VISITOR_PAGES, each), someOf(PAGES_OF_ACCOUNT, each), someOf(PAPER_PAGES, each)];
}

/** Shows pages to `look`; what it finds is told with the address. */
async function faultsOf(
  [visitor, account, paper]: Pages,
  viewport: { readonly width: number; readonly height: number },
  prefix: string,
  look: (page: Page) => Promise<readonly string[]>,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<string[]> {
  const context = await browser.newContext({
    viewport,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.addInitScript(WITHOUT_TRANSITIONS);
  await prepare?.(context);
  const page = await context.newPage();
  const faults: string[] = [];
  const visit = async (path: string) => {
    await settle(page, exchange.baseUrl + prefix + path);
    faults.push(...(await look(page)).map((fault) => `${prefix}${path}: ${fault}`));
  };
  for (const path of visitor) await visit(path);
  await signIn(context, exchange.baseUrl, PERSON);
  for (const path of account) await visit(path);
  await page.evaluate(`localStorage.setItem('simulation-trading', '1')`);
  for (const path of paper) await visit(path);
  await context.close();
  return faults;
}

/** All rules in dark, and in light the one that colours can break. */
async function axeInBothThemes(page: Page): Promise<string[]> {
  const dark = await axeFaults(page, { serious: true });
  if (!isTurn()) return dark;
  await showTheme(page, 'light');
  const light = await axeFaults(page, { serious: true, rules: ['color-contrast'] });
  await showTheme(page, 'dark');
  return [...dark, ...light.map((fault) => `light: ${fault}`)];
}

/** Pages with parts that take keys for themselves; the others have links and buttons alone. */
const KEYBOARD_PAGES = new RegExp(
  `/(${[
    'login',
    'spot/BTCUSDT',
    'asset(/(spot|margin|futures|deposit|withdraw|transfer|convert))?',
    'record/(exchange|margin|mcp)',
    'account/(newapi|security)',
    'modifyverification',
    'reset-password',
    'subaccount(/setting/[a-z]+)?',
    'fee',
    'vip/[a-zA-Z]+',
  ].join('|')})$`,
);

async function axeAndKeyboard(page: Page): Promise<string[]> {
  const faults = await axeInBothThemes(page);
  if (KEYBOARD_PAGES.test(page.url()) && isTurn()) faults.push(...(await keyboardFaults(page)));
  return faults;
}

async function axeAndOverflow(page: Page): Promise<string[]> {
  return [...(await axeFaults(page, { serious: true })), ...(await overflow(page))];
}

/** Colours change at once, so that none is measured half-way. */
const WITHOUT_TRANSITIONS = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { transition: none !important; }');
  document.adoptedStyleSheets = [sheet];`;

/** Each message in whichever language says it longest. */
function longestMessages(): Record<string, string> {
  const longest: Record<string, string> = {};
  for (const name of readdirSync(MESSAGES).filter((file) => file.endsWith('.json'))) {
    const messages = JSON.parse(readFileSync(join(MESSAGES, name), 'utf8'));
    for (const [id, text] of Object.entries<string>(messages)) {
      if (widthOf(text) > widthOf(longest[id] ?? '')) longest[id] = text;
    }
  }
  return longest;
}

/** Width of a text in letters; Chinese and Japanese ones are two wide. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0);
}

async function showLongest(context: BrowserContext): Promise<void> {
  const texts = JSON.stringify(longestMessages());
  // Both parts of the language are files of this name; each may have all of it.
  const all = [false, true].map((more) => JSON.parse(compileMessages(texts, more)));
  const body = `export default ${JSON.stringify(Object.assign({}, ...all))};`;
  await context.route(/\/assets\/en_US-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
}

/** What sticks out of the window. */
async function overflow(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 1 || left < -1);
    });
    const names = wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 160));
    return [scrollWidth - clientWidth + ' px too wide: ' + names.join(' | ')];
  })()`);
}

test.concurrent('axe finds no serious fault on any page, in both themes, nor Tab a trap', async () => {
  expect(await faultsOf(oneIn(3), DESKTOP, '', axeAndKeyboard)).toEqual([]);
}, 480_000);

test.concurrent('nor on a phone in Arabic, where nothing is too wide either', async () => {
  expect(await faultsOf(oneIn(4), PHONE, '/ar', axeAndOverflow)).toEqual([]);
}, 480_000);

test.concurrent('no page is wider than a small phone, whatever the language', async () => {
  expect(await faultsOf(oneIn(3), PHONE, '', overflow, showLongest)).toEqual([]);
}, 480_000);
