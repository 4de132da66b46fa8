/**
 * `npm run measure`: the built web app against its limits, in this machine's Chromium, on an exchange
 * of its own: `npm run measure -- sizes vitals accessibility overflow lighthouse` (all of them when
 * none is named). Prints every figure with its limit; exits 1 when one is not kept.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { CHROMIUM_ARGS, chromiumPath } from '../test/support/browser.ts';
import { ExchangeProcess } from '../test/support/exchange-process.ts';
import { signIn as signInTo } from '../test/support/web-pages.ts';
import { measureAccessibility } from './measure/accessibility.ts';
import { measureLighthouse } from './measure/lighthouse.ts';
import { measureOverflow } from './measure/overflow.ts';
import { measureSizes } from './measure/sizes.ts';
import { isGood, line, type MeasuredFigure } from './measure/verdict.ts';
import { measureVitals } from './measure/vitals.ts';

const PARTS = ['sizes', 'vitals', 'accessibility', 'overflow', 'lighthouse'] as const;
type Part = (typeof PARTS)[number];

const PERSON = { email: 'measure@example.com', password: 'a long enough passphrase' };

function chosenParts(): readonly Part[] {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !PARTS.includes(name as Part));
  if (unknown !== undefined) {
    console.error(`no part is called ${unknown}; there are ${PARTS.join(', ')}`);
    process.exit(2);
  }
  return named.length === 0 ? PARTS : (named as Part[]);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

async function measure(part: Part, exchange: ExchangeProcess): Promise<readonly MeasuredFigure[]> {
  const base = exchange.baseUrl;
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGS, `--remote-debugging-port=${port}`],
  });
  const signIn = (context: BrowserContext) => signInTo(context, base, PERSON);
  try {
    switch (part) {
      case 'sizes':
        return await measureSizes(browser, base, signIn);
      case 'vitals':
        return await measureVitals(browser, base);
      case 'accessibility':
        return await measureAccessibility(browser, base, signIn);
      case 'overflow':
        return await measureOverflow(browser, base, signIn);
      case 'lighthouse': {
        const figures = await measureLighthouse(base, port);
        if (figures === null)
          console.log('     Lighthouse is not installed: npm install --no-save lighthouse');
        return figures ?? [];
      }
    }
  } finally {
    await browser.close();
  }
}

async function main(): Promise<void> {
  const parts = chosenParts();
  if (!existsSync(join(import.meta.dirname, '../apps/web/dist/index.html'))) {
    console.error('the web app is not built: npm run build');
    process.exit(2);
  }
  const exchange = await ExchangeProcess.start({ HALCYON_SIM_RATE: 'default' });
  let failures = 0;
  try {
    const { email, password } = PERSON;
    exchange.command(
      'user',
      'create',
      '--email',
      email,
      '--password',
      password,
      '--fund',
      'USDT=100000',
    );
    for (const part of parts) {
      console.log(`== ${part}`);
      for (const figure of await measure(part, exchange)) {
        console.log(line(figure));
        if (!isGood(figure)) failures += 1;
      }
    }
  } finally {
    await exchange.remove();
  }
  console.log(failures === 0 ? 'every limit is kept' : `${failures} limits are not kept`);
  process.exitCode = failures === 0 ? 0 : 1;
}

await main();
