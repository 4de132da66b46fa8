/** Starts all that tests start and never ends: for a run that is ended by a signal. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { startPostgres } from '../../packages/testkit/src/postgres/index.ts';
import { launchBrowser } from '../support/browser.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

/** Neither asks nor goes by itself, and is in a group of its own. */
const DEAF = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";

test('never ends', async () => {
  const exchange = await ExchangeProcess.filled();
  // Whether it is up yet makes no difference.
  void exchange.launch();
  await Promise.all([startPostgres(), launchBrowser()]);
  spawn(process.execPath, ['-e', DEAF], { stdio: 'ignore', detached: true });
  writeFileSync(process.env['RUN_END_STARTED']!, '');
  await new Promise(() => {});
});
