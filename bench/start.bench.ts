/**
 * A start of the whole process over a snapshot with 1 M positions: from the spawn to the first answer.
 * Without the simulator and without paper; the records have the positions still to come. What binds it
 * is memory: an account and its positions are a dozen objects of the views, 2 GB in all, and a third
 * of the processor's time goes into collecting while they are made.
 */
import { ExchangeProcess } from '../test/support/exchange-process.ts';
import { addPositions } from './lib/positions-folder.ts';
import { print } from './lib/rows.ts';

const POSITIONS = 1_000_000;
const START_MS_MAX = 10_000;
const ROUNDS = 3;

const exchange = await ExchangeProcess.prepare({ HALCYON_PAPER: 'off' });
try {
  await exchange.launch();
  await exchange.trader('bench', 'USDT=1000');
  await exchange.stop();
  await addPositions(exchange.folder, POSITIONS);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await exchange.launch();
    times.push(performance.now() - start);
    await exchange.stop();
  }
  const ms = Math.round(Math.min(...times));
  print({
    bench: 'start',
    figure: `whole process, ${POSITIONS} positions in the snapshot, best of ${ROUNDS}`,
    value: ms,
    unit: 'ms',
    goal: `≤ ${START_MS_MAX}`,
    ok: ms <= START_MS_MAX,
  });
} finally {
  await exchange.remove();
}
