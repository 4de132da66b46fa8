/** Faults that axe finds, on every page, in both themes, a right-to-left language and two widths. */
import type { Browser } from 'playwright-core';
import { axeFaults } from '../../test/support/axe.ts';
import { PAGES_OF_ACCOUNT, settle, VISITOR_PAGES } from '../../test/support/web-pages.ts';
import type { MeasuredFigure } from './verdict.ts';
import { type SignIn, visitor } from './visitor.ts';

const WIDTHS = [1440, 390] as const;

/** One figure a theme, language and width: the number of faults of any weight on all pages. */
export async function measureAccessibility(
  browser: Browser,
  base: string,
  signIn: SignIn,
): Promise<MeasuredFigure[]> {
  const figures: MeasuredFigure[] = [];
  for (const theme of ['dark', 'light'] as const) {
    for (const language of ['', '/ar']) {
      for (const width of WIDTHS) {
        const context = await visitor(browser, width, theme);
        const page = await context.newPage();
        const faults: string[] = [];
        const look = async (path: string) => {
          await settle(page, base + language + path);
          faults.push(...(await axeFaults(page)).map((text) => `${path} ${text}`));
        };
        for (const path of VISITOR_PAGES) await look(path);
        await signIn(context);
        for (const path of PAGES_OF_ACCOUNT) await look(path);
        await context.close();
        figures.push({
          name: `axe faults, ${theme}, ${language === '' ? 'en' : 'ar'}, ${width} px`,
          value: faults.length,
          unit: '',
          limit: 0,
          detail: faults.join('\n     '),
        });
      }
    }
  }
  return figures;
}
