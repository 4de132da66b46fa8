import { SIMULATION_FLAG } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import { stepped } from '../../components/number-field.tsx';
import { toBar, toBars } from '../../features/terminal/chart/candles.ts';
import { INTERVALS, intervalOf } from '../../features/terminal/chart/intervals.ts';
import { BREAKPOINTS } from './media.ts';
import { COLOURS_KEY, resolveColours, resolveTheme, THEME_KEY } from './theme.ts';

describe('resolveTheme', () => {
  it('takes the stored choice, then the system, then dark', () => {
    expect(resolveTheme('light', false)).toBe('light');
    expect(resolveTheme('dark', true)).toBe('dark');
    expect(resolveTheme(null, true)).toBe('light');
    expect(resolveTheme(null, false)).toBe('dark');
    expect(resolveTheme('purple', false)).toBe('dark');
  });
});

/** Node's file access, without its types: the page's code must not see them. */
interface Files {
  readFileSync(path: URL, encoding: string): string;
  globSync(pattern: string, options: { cwd: URL }): string[];
}
const { readFileSync, globSync } = (await import(`node:${'fs'}`)) as Files;

describe('boot.js', () => {
  const source = readFileSync(new URL('../../../boot/boot.js', import.meta.url), 'utf8');

  /** What the script leaves on the page's root. */
  function boot(stored: Record<string, string>, systemLight: boolean) {
    const dataset: Record<string, string> = {};
    const document = { documentElement: { dataset } };
    const localStorage = { getItem: (key: string) => stored[key] ?? null };
    const location = { pathname: '/' };
    const parts = {
      document,
      localStorage,
      location,
      matchMedia: () => ({ matches: systemLight }),
      requestAnimationFrame: () => 0,
    };
    new Function(...Object.keys(parts), source)(...Object.values(parts));
    return [dataset['theme'], dataset['colours'], dataset['venue']];
  }

  it('shows before the first paint what the page shows after it', () => {
    for (const theme of ['dark', 'light', 'purple', null]) {
      for (const colours of ['green-up', 'red-up', 'blind-safe', 'pink', null]) {
        for (const systemLight of [true, false]) {
          const stored = {
            ...(theme !== null && { [THEME_KEY]: theme }),
            ...(colours !== null && { [COLOURS_KEY]: colours }),
          };
          expect(boot(stored, systemLight)).toEqual([
            resolveTheme(theme, systemLight),
            resolveColours(colours),
            undefined,
          ]);
        }
      }
    }
  });

  it('shows simulation trading while its flag exists, whatever it says', () => {
    for (const flag of ['1', '', 'x']) {
      expect(boot({ [SIMULATION_FLAG]: flag }, false)).toEqual(['dark', 'green-up', 'paper']);
    }
  });
});

describe('style sheets', () => {
  const folder = new URL('../..', import.meta.url);

  /** Places in all of them that fit a pattern, and are `wrong` where it says which are. */
  function found(pattern: RegExp, wrong: (match: RegExpExecArray) => boolean = () => true) {
    return globSync('**/*.css', { cwd: folder }).flatMap((name) => {
      const css = readFileSync(new URL(name, folder), 'utf8');
      return [...css.matchAll(pattern)].filter(wrong).map(([text]) => `${name}: ${text}`);
    });
  }

  it('change their layout at the breakpoints only', () => {
    const widths = new Set(Object.values(BREAKPOINTS).flatMap((px) => [`${px}`, `${px - 0.02}`]));
    const widthOf = /\((?:min|max)-width: ([\d.]+)px\)/g;
    expect(found(widthOf, ([, px = '']) => !widths.has(px))).toEqual([]);
  });

  it('align text by the page, not by the direction that numbers have of their own', () => {
    expect(found(/text-align: (start|end)/g)).toEqual([]);
  });
});

describe('contrast', () => {
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
  const HUES = ['--green', '--red', '--blue', '--orange'] as const;
  const block = (selector: string) => css.slice(css.indexOf(selector)).split('}')[0] ?? '';
  const shared = block(':root');
  const token = (theme: string, name: string) => {
    const found = new RegExp(`${name}: (#[0-9a-f]{3,6});`).exec(
      block(`[data-theme="${theme}"]`) + shared,
    );
    if (found?.[1] === undefined) throw new Error(`${theme} has no ${name}`);
    const hex = found[1].slice(1);
    return hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  };
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };

  it('is at least 4.5 for every ink on the surfaces it is used on', () => {
    for (const theme of ['dark', 'light']) {
      for (const ink of ['--text', '--text-2', '--text-3', '--link', ...HUES, '--warn']) {
        for (const ground of ['--surface', '--bg', '--field']) {
          const ratio = contrast(token(theme, ink), token(theme, ground));
          expect([theme, ink, ground, ratio >= 4.5, ratio]).toEqual([
            theme,
            ink,
            ground,
            true,
            ratio,
          ]);
        }
      }
      for (const [ink, ground] of [
        ['--primary-ink', '--primary'],
        ...HUES.map((hue) => [`${hue}-ink`, hue] as const),
      ] as const) {
        expect([theme, ink, contrast(token(theme, ink), token(theme, ground)) >= 4.5]).toEqual([
          theme,
          ink,
          true,
        ]);
      }
    }
  });
});

describe('chart data', () => {
  it('has a REST granularity and a channel for each interval', () => {
    expect(new Set(INTERVALS.map((item) => item.granularity)).size).toBe(INTERVALS.length);
    expect(intervalOf('4h').channel).toBe('candle4H');
    expect(intervalOf('nonsense').key).toBe('15m');
  });

  it('drops unusable rows, repeats and disorder', () => {
    const row = (ts: string) => [ts, '1', '2', '0.5', '1.5', '10', '15', '15'];
    expect(toBar(['x', '1', '2', '3', '4'])).toBeNull();
    expect(toBar(['5', '1', '2'])).toBeNull();
    expect(toBars([row('20'), row('10'), row('20'), ['bad']]).map((bar) => bar.timestamp)).toEqual([
      10, 20,
    ]);
  });
});

describe('stepped', () => {
  it('moves by whole steps and stops at zero', () => {
    expect(stepped('1.00', 2, 1)).toBe('1.01');
    expect(stepped('1.009', 2, -1)).toBe('0.99');
    expect(stepped('', 2, 10)).toBe('0.1');
    expect(stepped('0.05', 2, -10)).toBe('0');
  });
});
