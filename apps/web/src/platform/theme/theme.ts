/**
 * The look: dark or light (the stored choice, else the system's preference, else dark), and which
 * colours mean up and down. `boot/boot.js` applies the same rules before the first paint.
 */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { SIMULATING, VENUE } from '../simulation/venue.ts';
import { readLocal } from '../storage/local.ts';

/** The two themes. */
export type Theme = 'dark' | 'light';

/** What a person chooses; `system` is stored as nothing. */
export const THEME_CHOICES = ['system', 'dark', 'light'] as const;
/** One of the choices. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Pairs of colours for rising and falling; the first is stored as nothing. */
export const PRICE_COLOURS = ['green-up', 'red-up', 'blind-safe'] as const;
/** One of the pairs. */
export type PriceColours = (typeof PRICE_COLOURS)[number];

/** localStorage key of the theme. */
export const THEME_KEY = 'theme';
/** localStorage key of the pair of colours. */
export const COLOURS_KEY = 'price-colours';

/** Colour of the browser's own frame. */
const FRAME = SIMULATING
  ? ({ dark: '#2a1f52', light: '#5a3dc8' } as const)
  : ({ dark: '#11171b', light: '#ffffff' } as const);

/** The choice that a stored text stands for. */
export function themeChoice(stored: string | null): ThemeChoice {
  return stored === 'dark' || stored === 'light' ? stored : 'system';
}

/** The theme that a stored choice and the system's preference lead to. */
export function resolveTheme(stored: string | null, systemLight: boolean): Theme {
  const choice = themeChoice(stored);
  if (choice !== 'system') return choice;
  return systemLight ? 'light' : 'dark';
}

/** The pair that a stored text stands for. */
export function resolveColours(stored: string | null): PriceColours {
  return PRICE_COLOURS.find((name) => name === stored) ?? 'green-up';
}

/** How the page looks. */
export interface Look {
  readonly choice: ThemeChoice;
  readonly theme: Theme;
  readonly colours: PriceColours;
}

const lightQuery = globalThis.matchMedia?.('(prefers-color-scheme: light)');

function readLook(): Look {
  const stored = readLocal(THEME_KEY);
  return {
    choice: themeChoice(stored),
    theme: resolveTheme(stored, lightQuery?.matches ?? false),
    colours: resolveColours(readLocal(COLOURS_KEY)),
  };
}

const lookStore = createStore<Look>(readLook);

/** Shows what is stored now. */
export function refreshLook(): void {
  const look = readLook();
  const root = document.documentElement;
  root.dataset['theme'] = look.theme;
  root.dataset['colours'] = look.colours;
  root.dataset['venue'] = VENUE;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', FRAME[look.theme]);
  lookStore.setState(look, true);
}

/** Follows the system and other tabs; call once at start. */
export function startTheme(): void {
  lightQuery?.addEventListener('change', refreshLook);
  window.addEventListener('storage', (event) => {
    if (event.key === THEME_KEY || event.key === COLOURS_KEY || event.key === null) refreshLook();
  });
  refreshLook();
}

/** The look on screen. */
export function useLook(): Look {
  return useStore(lookStore);
}

/** The theme on screen. */
export function useTheme(): Theme {
  return useStore(lookStore, (look) => look.theme);
}
