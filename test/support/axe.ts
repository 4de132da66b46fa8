/** Faults of accessibility that axe finds on the page in front of it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Violation {
  readonly id: string;
  readonly impact: 'minor' | 'moderate' | 'serious' | 'critical';
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[];
}

/** One line a fault; of all weights and best practices too, unless `serious`. @param rules only these */
export async function axeFaults(
  page: Page,
  {
    rules,
    serious = false,
  }: { readonly rules?: readonly string[]; readonly serious?: boolean } = {},
): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE);
  const runOnly = JSON.stringify(rules ?? (serious ? TAGS : [...TAGS, 'best-practice']));
  const script = `axe.run(document, { runOnly: ${runOnly}, resultTypes: ['violations'] })
    .then((result) => result.violations)`;
  const found = await page.evaluate<Violation[]>(script);
  return found
    .filter(({ impact }) => !serious || impact === 'serious' || impact === 'critical')
    .map(({ impact, id, nodes }) => {
      const places = nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.html}`);
      return `${impact} ${id}: ${places.join(' | ').slice(0, 400)}`;
    });
}
