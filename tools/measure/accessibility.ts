/** Faults that axe finds, on every page, in both themes and in a right-to-left language. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { OWN_PAGES, PUBLIC_PAGES, settle, visitor } from './pages.ts';
import type { Figure } from './verdict.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const WIDTHS = [1440, 390] as const;

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: TAGS });
  const script = `axe.run(document, ${options}).then((result) => result.violations)`;
  const found = await page.evaluate<Violation[]>(script);
  return found.map((one) => `${one.impact} ${one.id}: ${one.nodes[0]?.target.join(' ')}`);
}

/** One figure a theme, language and width: the number of faults on all pages. */
export async function measureAccessibility(
  browser: Browser,
  base: string,
  signIn: (page: Page) => Promise<void>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const theme of ['dark', 'light'] as const) {
    for (const language of ['', '/ar']) {
      for (const width of WIDTHS) {
        const context = await visitor(browser, width, theme);
        const page = await context.newPage();
        const faults: string[] = [];
        const look = async (path: string) => {
          await settle(page, base + language + path);
          faults.push(...(await violations(page)).map((text) => `${path} ${text}`));
        };
        for (const path of PUBLIC_PAGES) await look(path);
        await signIn(page);
        for (const path of OWN_PAGES) await look(path);
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
