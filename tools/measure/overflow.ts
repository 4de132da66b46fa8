/** Pages that are wider than their window, from a small phone to a wide desk, in every language. */
import type { Browser } from 'playwright-core';
import { LOCALES } from '../../packages/domain/src/web/locales.ts';
import { PAGES_OF_ACCOUNT, settle, VISITOR_PAGES } from '../../test/support/web-pages.ts';
import type { MeasuredFigure } from './verdict.ts';
import { type SignIn, visitor } from './visitor.ts';

const WIDTHS = [320, 360, 600, 768, 992, 1_200, 1_440, 2_560] as const;

interface Overflow {
  readonly excess: number;
  readonly widest: string;
}

/** How many pages overflow, by width. */
export async function measureOverflow(
  browser: Browser,
  base: string,
  signIn: SignIn,
): Promise<MeasuredFigure[]> {
  const context = await visitor(browser, WIDTHS[0], 'dark');
  const page = await context.newPage();
  const faults = new Map<number, string[]>(WIDTHS.map((width) => [width, []]));
  const look = async (path: string) => {
    await settle(page, base + path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      const { excess, widest } = await page.evaluate<Overflow>('measured.overflow()');
      if (excess > 0) faults.get(width)?.push(`${path} by ${excess} px ${widest}`);
    }
  };
  for (const paths of [VISITOR_PAGES, PAGES_OF_ACCOUNT]) {
    for (const { code } of LOCALES) {
      for (const path of paths) await look(code === 'en' ? path : `/${code}${path}`);
    }
    await signIn(context);
  }
  await context.close();
  return WIDTHS.map((width) => ({
    name: `pages wider than ${width} px, all languages`,
    value: faults.get(width)?.length ?? 0,
    unit: '',
    limit: 0,
    detail: (faults.get(width) ?? []).slice(0, 20).join('\n     '),
  }));
}
