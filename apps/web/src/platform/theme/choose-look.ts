/** Changes the look; apart from theme.ts, because menus alone need it. */

import { removeLocal, writeLocal } from '../storage/local.ts';
import {
  COLOURS_KEY,
  type PriceColours,
  refreshLook,
  THEME_KEY,
  type ThemeChoice,
} from './theme.ts';

function choose(key: string, value: string, usual: string): void {
  if (value === usual) removeLocal(key);
  else writeLocal(key, value);
  refreshLook();
}

/** Stores and shows a theme. */
export function chooseTheme(choice: ThemeChoice): void {
  choose(THEME_KEY, choice, 'system');
}

/** Stores and shows a pair of colours. */
export function chooseColours(colours: PriceColours): void {
  choose(COLOURS_KEY, colours, 'green-up');
}
