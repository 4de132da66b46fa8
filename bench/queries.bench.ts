/** Reads: 500 candles from the views, a page of fills from the records. */

import { Core } from '@halcyon/core';
import { CommandKind } from '@halcyon/domain';
import { HistoryGenerator, SEED_INSTRUMENTS } from '@halcyon/simulator';
import { Views } from '@halcyon/views';
import { recordsBench } from '../packages/records/bench/records-bench.ts';
import { print, quantile } from './lib/rows.ts';

const READS = 3_000;

function benchCandles(): void {
  const core = new Core();
  const views = new Views();
  const commands = [
    { kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 8 },
    { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
    {
      kind: CommandKind.listInstrument,
      symbol: 'BTCUSDT',
      base: 0,
      quote: 1,
      priceScale: 2,
      quantityScale: 6,
      state: 0,
      quantityMin: 1,
      quantityMax: 1e9,
      notionalMin: 1,
      bandPpm: 100_000,
      openOrdersMax: 500,
    },
  ] as const;
  const time = Date.now();
  for (const [i, command] of commands.entries()) core.apply({ ...command, seq: i + 1, time });
  views.apply({ firstSeq: 1, lastSeq: commands.length, time, events: core.state.log.decode() });
  const seed = SEED_INSTRUMENTS[0];
  if (seed === undefined) throw new Error('no seeded instrument');
  views.loadHistory(0, new HistoryGenerator('bench', time).history(seed));
  for (const interval of ['1m', '1h', '1d'] as const) {
    const times: number[] = [];
    for (let i = 0; i < READS; i++) {
      const from = performance.now();
      views.candles(0, interval, { limit: 500 });
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const p99 = quantile(times, 0.99);
    print({
      bench: 'queries',
      figure: `500 candles of ${interval}, p99 (p50 ${quantile(times, 0.5).toFixed(3)} ms)`,
      value: p99,
      unit: 'ms',
      goal: '≤ 2 ms',
      ok: p99 <= 2,
    });
  }
}

/** A page of the ledger costs at most what it cost before it had filters. */
function printLedger({ bench, nowMsP50, beforeMsP50 }: Record<string, number | string>): void {
  const ratio = Number(nowMsP50) / Number(beforeMsP50);
  print({
    bench: 'queries',
    figure: `${bench}, p50`,
    value: Number(nowMsP50),
    unit: 'ms',
    yardstick: 'the same page by the query of the first records',
    yardstickValue: Number(beforeMsP50),
    ratio,
    goal: '≤ 1.1×',
    ok: ratio <= 1.1,
  });
}

benchCandles();
for (const row of await recordsBench()) {
  if ('beforeMsP50' in row) printLedger(row as Record<string, number | string>);
  const { bench, pageMsP50, pointMsP50, barePageMsP50, barePointMsP50 } = row as Record<
    string,
    number | string
  >;
  if (pageMsP50 === undefined) continue;
  const ratio = Number(pageMsP50) / Number(pointMsP50);
  print({
    bench: 'queries',
    // Both go the same way. With nothing of ours in the worker they cost what is in brackets.
    figure: `${bench}, p50 (bare: page ${barePageMsP50} ms, point query ${barePointMsP50} ms)`,
    value: Number(pageMsP50),
    unit: 'ms',
    yardstick: 'SQLite point query, one order by its key',
    yardstickValue: Number(pointMsP50),
    ratio,
    goal: '≤ 3×',
    ok: ratio <= 3,
  });
}
