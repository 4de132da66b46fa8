/**
 * Every page: no serious fault that axe finds, no trap for the keyboard, and it fits its window. An ordinary run
 * sees all of them in English and dark, on a desktop and on a phone; a sixth of them in light too, a third loaded
 * alone and by Tab, and on a phone an eighth in Arabic and of simulation trading a quarter in the longest words
 * (fit.test.ts has those of the others): in each run the same.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../support/axe.ts';
import { showTheme, workerBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';
import { keyboardFaults } from '../support/keyboard.ts';
import { showLongest } from '../support/longest-words.ts';
import { FIT_SCRIPT, fitFaults } from '../support/page-fit.ts';
import { isTurn, someOf } from '../support/some-of.ts';
import {
  goTo,
  PAGES_OF_ACCOUNT,
  PAPER_PAGES,
  settle,
  signIn,
  VISITOR_PAGES,
} from '../support/web-pages.ts';

const PERSON = { email: 'looks@example.com', password: 'a long enough passphrase' };
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

let exchange: ExchangeProcess;
let browser: Browser;

beforeAll(async () => {
  exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default' });
  const { email, password } = PERSON;
  const person = ['--email', email, '--password', password];
  await exchange.ask('user', 'create', ...person, '--fund', 'USDT=100000,BTC=2');
  browser = await workerBrowser();
  await furnish();
});

/** A level, a coupon, a key and two sub-accounts, one of them frozen: what is empty shows no fault. */
async function furnish(): Promise<void> {
  const person = ['--email', PERSON.email];
  await exchange.ask('user', 'level', ...person, '--level', '2');
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await exchange.ask('user', 'coupon', ...person, '--percent', '20', '--until', until);
  await exchange.key('looks', 'read,trade,transfer,copy', 'live');
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

const EVERY_PAGE: Pages = [VISITOR_PAGES, PAGES_OF_ACCOUNT, PAPER_PAGES];

/** All pages in three parts, so that no test is long; each with the place of its first among all. */
const PARTS = [0, 1, 2].map((part) => {
  const each = Math.ceil(PAGES_OF_ACCOUNT.length / 3);
  const account = PAGES_OF_ACCOUNT.slice(part * each, (part + 1) * each);
  const pages: Pages = [part === 0 ? VISITOR_PAGES : [], account, part === 2 ? PAPER_PAGES : []];
  return { part, pages, first: part === 0 ? 0 : VISITOR_PAGES.length + part * each };
});

/** One page of so many in an ordinary run. @param from others than where it is another number */
function oneIn(each: number, from: number): Pages {
  const [visitor, account, paper] = EVERY_PAGE.map((pages) => someOf(pages, each, from));
  return [visitor!, account!, paper!];
}

/** How pages are shown, and what is looked for on each. */
interface Walk {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly prefix?: string;
  /** Place of the first page; 0 where nothing else is said. */
  readonly first?: number;
  /** `settle` loads each page alone, with no style or state of another; `goTo` goes from one to the next. */
  readonly open: (page: Page, address: string, place: number) => Promise<void>;
  readonly look: (page: Page, place: number) => Promise<readonly string[]>;
  readonly prepare?: (context: BrowserContext) => Promise<void>;
}

/** Shows pages to `look`, each with its place among them; what it finds is told with the address. */
async function faultsOf(pages: Pages, walk: Walk): Promise<string[]> {
  const { viewport, prefix = '', first = 0, open, look, prepare } = walk;
  const [visitor, account, paper] = pages;
  const context = await browser.newContext({
    viewport,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  await context.addInitScript(WITHOUT_TRANSITIONS);
  await context.addInitScript({ path: FIT_SCRIPT });
  await prepare?.(context);
  const page = await context.newPage();
  const faults: string[] = [];
  let place = first;
  const visit = async (path: string) => {
    await open(page, exchange.baseUrl + prefix + path, place);
    const found = await look(page, place++);
    faults.push(...found.map((fault) => `${prefix}${path}: ${fault}`));
  };
  for (const path of visitor) await visit(path);
  await signIn(context, exchange.baseUrl, PERSON);
  await page.goto('about:blank');
  for (const path of account) await visit(path);
  await page.goto('about:blank');
  await context.addInitScript(`localStorage.setItem('simulation-trading', '1')`);
  for (const path of paper) await visit(path);
  await context.close();
  return faults;
}

/** All rules in dark, and on some pages in light the one that colours can break. */
async function axeInBothThemes(page: Page, place: number): Promise<string[]> {
  const dark = await axeFaults(page, { serious: true });
  if (!isTurn(place, 6)) return dark;
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

/** Those that are gone through by Tab are loaded, so that it begins at the first stop. */
function loadSome(page: Page, address: string, place: number): Promise<void> {
  return isTurn(place + 1) ? settle(page, address) : goTo(page, address);
}

async function axeAndKeyboard(page: Page, place: number): Promise<string[]> {
  const faults = await axeInBothThemes(page, place);
  // Others than those that are seen in light.
  const byTab = KEYBOARD_PAGES.test(page.url()) && isTurn(place + 1);
  if (byTab) faults.push(...(await keyboardFaults(page)));
  // The phone first: the page is left as it was found.
  return [...faults, ...(await fitFaults(page, [PHONE.width, DESKTOP.width]))];
}

async function axeOnPhone(page: Page): Promise<string[]> {
  return [...(await axeFaults(page, { serious: true })), ...(await onPhone(page))];
}

function onPhone(page: Page): Promise<string[]> {
  return fitFaults(page, [PHONE.width]);
}

/** Colours change at once, so that none is measured half-way. */
const WITHOUT_TRANSITIONS = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { transition: none !important; }');
  document.adoptedStyleSheets = [sheet];`;

test.each(PARTS)(
  'axe finds no serious fault on any page, in both themes, nor Tab a trap, and it fits: part $part',
  async ({ pages, first }) => {
    const walk = { viewport: DESKTOP, first, open: loadSome, look: axeAndKeyboard };
    expect(await faultsOf(pages, walk)).toEqual([]);
  },
);

test.concurrent('nor on a phone in Arabic, where it fits too', async () => {
  const walk = { viewport: PHONE, prefix: '/ar', open: goTo, look: axeOnPhone };
  expect(await faultsOf(oneIn(8, 1), walk)).toEqual([]);
}, 480_000);

test.concurrent('simulation trading fits a small phone, whatever the language', async () => {
  const walk = { viewport: PHONE, open: goTo, look: onPhone, prepare: showLongest };
  expect(await faultsOf([[], [], someOf(PAPER_PAGES, 4, 2)], walk)).toEqual([]);
}, 480_000);
