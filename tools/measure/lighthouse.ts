/**
 * Lighthouse on its mobile setting, where it is installed (`npm install --no-save lighthouse`, or its
 * folder in HALCYON_LIGHTHOUSE); it is too large to be one of the project's packages.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MeasuredFigure } from './verdict.ts';

const PAGES = ['/', '/markets', '/login', '/spot/BTCUSDT'] as const;
const LEAST: Readonly<Record<string, number>> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
};

type Lighthouse = (address: string, flags: object) => Promise<{ lhr: Report } | undefined>;
interface Report {
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<
    Record<string, { score: number | null; title: string; displayValue?: string }>
  >;
}

async function find(): Promise<Lighthouse | null> {
  const folder = process.env['HALCYON_LIGHTHOUSE'];
  const name =
    folder === undefined ? 'lighthouse' : String(pathToFileURL(join(folder, 'core/index.js')));
  try {
    return ((await import(name)) as { default: Lighthouse }).default;
  } catch {
    return null;
  }
}

function failed(report: Report, category: string): string {
  const refs = report.categories[category]?.auditRefs ?? [];
  return refs
    .map(({ id, weight }) => ({ audit: report.audits[id], weight }))
    .filter(({ audit, weight }) => weight > 0 && audit !== undefined && (audit.score ?? 1) < 0.9)
    .map(({ audit }) => `${audit?.title ?? ''} ${audit?.displayValue ?? ''}`)
    .join('; ');
}

/** Scores of the entry pages; null where Lighthouse is not installed. @param port of the browser's debugger */
export async function measureLighthouse(
  base: string,
  port: number,
): Promise<MeasuredFigure[] | null> {
  const lighthouse = await find();
  if (lighthouse === null) return null;
  const figures: MeasuredFigure[] = [];
  for (const path of PAGES) {
    const result = await lighthouse(base + path, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: Object.keys(LEAST),
    });
    for (const [category, limit] of Object.entries(LEAST)) {
      const score = (result?.lhr.categories[category]?.score ?? 0) * 100;
      figures.push({
        name: `${path} Lighthouse mobile, ${category}`,
        value: score,
        unit: '',
        limit,
        atLeast: true,
        detail: result === undefined ? 'no result' : failed(result.lhr, category),
      });
    }
  }
  return figures;
}
