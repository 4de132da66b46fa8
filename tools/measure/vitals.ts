/** Largest paint, shifts and blocked time on a slow phone. */
import type { Browser } from 'playwright-core';
import { type MeasuredFigure, median } from './verdict.ts';
import { IN_PAGE } from './visitor.ts';

const RUNS = 3;
const SETTLE_MS = 4_000;
const PAGES = ['/', '/markets', '/login', '/spot/BTCUSDT'] as const;
const PHONE = { width: 360, height: 740 } as const;
/** Slow 4G: 1.6 Mbit/s down, 750 kbit/s up, 150 ms; bytes a second here. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
} as const;
const CPU_SLOWDOWN = 4;

const LCP_MS = 1_000;
const CLS = 0.01;
const TBT_MS = 200;

interface Vitals {
  readonly lcp: number;
  readonly cls: number;
  readonly tbt: number;
  /** The element that was painted last and largest, and what moved. */
  readonly largest: string;
  readonly moved: string;
}

async function once(browser: Browser, address: string): Promise<Vitals> {
  const context = await browser.newContext({
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript({ path: IN_PAGE });
  await page.goto(address, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(SETTLE_MS);
  const vitals = await page.evaluate<Vitals>('measured.vitals');
  await context.close();
  return vitals;
}

/** The four entry pages, each the median of three first visits. */
export async function measureVitals(browser: Browser, base: string): Promise<MeasuredFigure[]> {
  const figures: MeasuredFigure[] = [];
  for (const path of PAGES) {
    const runs: Vitals[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await once(browser, base + path));
    const figure = (
      name: string,
      key: 'lcp' | 'cls' | 'tbt',
      unit: string,
      limit: number,
    ): MeasuredFigure => ({
      name: `${path} ${name}, phone on slow 4G, CPU ÷ ${CPU_SLOWDOWN}`,
      value: median(runs.map((run) => run[key])),
      unit,
      limit,
      detail: runs.map((run) => (key === 'cls' ? run.moved : run.largest)).join(' | '),
    });
    figures.push(
      figure('LCP', 'lcp', 'ms', LCP_MS),
      figure('CLS', 'cls', '', CLS),
      figure('TBT', 'tbt', 'ms', TBT_MS),
    );
  }
  return figures;
}
