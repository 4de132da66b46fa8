/** Dark or light: the stored choice, else the system's preference, else dark. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The two themes. */
export type Theme = 'dark' | 'light';

/** localStorage key of the choice. */
export const THEME_KEY = 'theme';

/** The theme that a stored choice and the system's preference lead to. */
export function resolveTheme(stored: string | null, systemLight: boolean): Theme {
  if (stored === 'dark' || stored === 'light') return stored;
  return systemLight ? 'light' : 'dark';
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}

const lightQuery = globalThis.matchMedia?.('(prefers-color-scheme: light)');

const themeStore = createStore<Theme>(() =>
  resolveTheme(readChoice(), lightQuery?.matches ?? false),
);

function show(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  themeStore.setState(theme, true);
}

/** Follows the system and other tabs; call once at start. */
export function startTheme(): void {
  const refresh = () => show(resolveTheme(readChoice(), lightQuery?.matches ?? false));
  lightQuery?.addEventListener('change', refresh);
  window.addEventListener('storage', (event) => {
    if (event.key === THEME_KEY || event.key === null) refresh();
  });
  refresh();
}

/** Stores and shows a choice. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  show(theme);
}

/** The theme on screen. */
export function useTheme(): Theme {
  return useStore(themeStore);
}
