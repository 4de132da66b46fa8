/**
 * The page's language: that of its address, else the stored choice, else the default. What depends
 * on it (messages, `<html lang dir>`, number and date forms) changes together.
 */

import {
  DEFAULT_LOCALE,
  type LocaleEntry,
  languagePrefix,
  localeEntry,
  shownLocale,
  splitLanguage,
} from '@halcyon/domain/web';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from '../storage/local.ts';
import { type LatePart, loadMessages, loadPart } from './catalogue.ts';
import type { Messages } from './message-types.ts';

/** localStorage key of the chosen language. */
export const LOCALE_KEY = 'locale';

/** The language on screen. */
export interface Locale {
  /** Language code of the address; `bg` is possible here and nowhere else. */
  readonly code: string;
  /** What is shown for it. */
  readonly entry: LocaleEntry;
  /** Tag for Intl: the language with Latin digits and the Gregorian calendar. */
  readonly tag: string;
  readonly dir: 'ltr' | 'rtl';
  /** What the router takes off addresses and puts before links: `/` or `/ja`. */
  readonly base: string;
  readonly messages: Messages;
}

/** An address and a stored choice, resolved. */
export interface Resolution {
  readonly code: string;
  readonly base: string;
  /** Path that the address should become; null = it stays. */
  readonly moved: string | null;
}

/**
 * The language of an address. Without a language segment the stored choice counts, and the address
 * gets its segment. The default language needs no prefix, except where the stored choice is another.
 */
export function resolveLocale(pathname: string, stored: string | null): Resolution {
  const chosen = stored !== null && localeEntry(stored) !== undefined ? stored : DEFAULT_LOCALE;
  const { code, path } = splitLanguage(pathname);
  if (code === '') {
    const prefix = languagePrefix(chosen);
    if (prefix === '') return { code: chosen, base: '/', moved: null };
    return { code: chosen, base: prefix, moved: path === '/' ? prefix : prefix + path };
  }
  const plain = code === DEFAULT_LOCALE && chosen === DEFAULT_LOCALE;
  return { code, base: plain ? '/' : `/${code}`, moved: null };
}

const RTL_LANGUAGES: ReadonlySet<string> = new Set(['ar']);

/** Writing direction of a language tag. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RTL_LANGUAGES.has(tag.split('-', 1)[0] ?? '') ? 'rtl' : 'ltr';
}

/** The tag with Latin digits and the Gregorian calendar: trading numbers look alike everywhere. */
export function intlTag(tag: string): string {
  return `${tag}-u-ca-gregory-nu-latn`;
}

const store = createStore<Locale | null>(() => null);

const followers: ((locale: Locale) => void)[] = [];

/** Has something told of each language just before it is shown. Call before `startLocale`. */
export function followLocale(follower: (locale: Locale) => void): void {
  followers.push(follower);
}

let started: Promise<void> | null = null;
/** The coming of the parts that were asked for. */
const coming = new Map<LatePart, Promise<void>>();
/** How often a language was asked for: the last one that was is shown. */
let turn = 0;
/** Which of these times an address asked for it; the others were choices. */
let turnOfAddress = 0;

/** The messages of a language, with the parts that were asked for. */
async function messagesOf(code: string): Promise<Messages> {
  const wanted = coming.size;
  const parts = [...coming.keys()].map((part) => loadPart(part, code));
  const loaded = await Promise.all([loadMessages(code), ...parts]);
  const messages: Messages = Object.assign({}, ...loaded);
  // Others may have been asked for meanwhile.
  return coming.size > wanted ? messagesOf(code) : messages;
}

/**
 * Brings the messages that few pages need, in the language on screen; call before such a page is drawn.
 * @throws when they cannot be fetched
 */
export function moreMessages(): Promise<void> {
  return bring('more');
}

/** Brings what refusals say, as `moreMessages`. */
export function refusalMessages(): Promise<void> {
  return bring('refusals');
}

/** Brings what the chart's menus, drawings and depth say, as `moreMessages`. */
export function chartMessages(): Promise<void> {
  return bring('chart');
}

/** Brings what copy trading says, as `moreMessages`. */
export function copyMessages(): Promise<void> {
  return bring('copying');
}

/** Brings what algo orders say, as `moreMessages`. */
export function algoMessages(): Promise<void> {
  return bring('algo');
}

function bring(part: LatePart): Promise<void> {
  const known = coming.get(part);
  if (known !== undefined) return known;
  const added = add(part).catch((error: unknown) => {
    coming.delete(part);
    throw error;
  });
  coming.set(part, added);
  return added;
}

async function add(part: LatePart): Promise<void> {
  await started;
  const { code, messages } = currentLocale();
  // In place: a drawing that has begun keeps the messages it began with, and may reach the page now.
  Object.assign(messages, await loadPart(part, code));
}

function show(code: string, base: string, messages: Messages): void {
  const entry = shownLocale(code);
  const tag = intlTag(entry.tag);
  const dir = directionOf(entry.tag);
  const locale = { code, entry, tag, dir, base, messages };
  for (const follower of followers) follower(locale);
  document.documentElement.lang = entry.tag;
  document.documentElement.dir = dir;
  store.setState(locale, true);
}

/** Reads the address, and gives it its language segment where the stored choice wants one. */
function settleAddress(): Resolution {
  const resolution = resolveLocale(location.pathname, readLocal(LOCALE_KEY));
  if (resolution.moved !== null) {
    history.replaceState(history.state, '', resolution.moved + location.search + location.hash);
  }
  return resolution;
}

/** Shows the language of the address; call once, before anything is rendered. */
export function startLocale(): Promise<void> {
  window.addEventListener('popstate', followHistory);
  started = showFirst();
  return started;
}

async function showFirst(): Promise<void> {
  // Who goes through the history meanwhile has the language of the address where they are in the end.
  do await showResolved(settleAddress());
  while (store.getState() === null);
}

/** An entry of the history may be from before another language was chosen, or be in another. */
function followHistory(event: PopStateEvent): void {
  const resolution = settleAddress();
  // What an address that was left again asked for is not shown, however late it comes.
  if (turn === turnOfAddress) turn += 1;
  const shown = store.getState();
  if (shown === null || shown.base === resolution.base) return;
  // The router on screen reads no addresses of another language; a new one comes with it.
  event.stopImmediatePropagation();
  void showResolved(resolution);
}

async function showResolved({ code, base }: Resolution): Promise<void> {
  turn += 1;
  turnOfAddress = turn;
  const own = turn;
  // A language whose file cannot be fetched leaves the page in the default one, not blank.
  const instead = async () => [DEFAULT_LOCALE, await messagesOf(DEFAULT_LOCALE)] as const;
  const [shown, messages] = await messagesOf(code).then((all) => [code, all] as const, instead);
  if (own === turn) show(shown, base, messages);
}

/**
 * Stores a language as the choice and shows this page in it, unless another is chosen meanwhile.
 * @throws when its messages cannot be fetched; nothing has changed then
 */
export async function chooseLocale(code: string): Promise<void> {
  turn += 1;
  const own = turn;
  const messages = await messagesOf(code);
  if (own !== turn) return;
  writeLocal(LOCALE_KEY, code);
  const { path } = splitLanguage(location.pathname);
  const { base, moved } = resolveLocale(path, code);
  // The address first: the router that the new state makes reads it.
  history.replaceState(history.state, '', (moved ?? path) + location.search + location.hash);
  show(code, base, messages);
}

/** The language on screen. @throws before `startLocale` has ended */
export function currentLocale(): Locale {
  const locale = store.getState();
  if (locale === null) throw new Error('the locale is not started');
  return locale;
}

/** The language on screen; re-renders on change. */
export function useLocale(): Locale {
  const locale = useStore(store);
  if (locale === null) throw new Error('the locale is not started');
  return locale;
}

/** An address of the app as the browser needs it: `/fee` in Japanese is `/ja/fee`. */
export function localised(path: string): string {
  const { base } = currentLocale();
  if (base === '/') return path;
  return path === '/' ? base : base + path;
}
