/** The journal beside a bare write and fdatasync on the same disk; see the journal's own bench. */
import { journalBench } from '../packages/journal/bench/journal-bench.ts';
import { print } from './lib/rows.ts';

const [write = {}, read = {}] = await journalBench();
const value = (row: Record<string, unknown>, name: string): number => Number(row[name] ?? 0);

print({
  bench: 'journal',
  figure: 'batches of 100 records of 100 B',
  value: value(write, 'recordsPerSecond'),
  unit: 'records/s',
  yardstick: 'bare write + fdatasync',
  yardstickValue: value(write, 'bareRecordsPerSecond'),
  ratio: value(write, 'ratio'),
  goal: '≥ 0.8×',
  ok: value(write, 'ratio') >= 0.8,
});
print({
  bench: 'journal',
  figure: `commit p50 (p99 ${value(write, 'commitP99Ms')} ms)`,
  value: value(write, 'commitP50Ms'),
  unit: 'ms',
  yardstick: 'bare fdatasync',
  yardstickValue: value(write, 'bareP50Ms'),
  ratio: value(write, 'commitP50Ratio'),
  goal: '≤ 1.3×',
  ok: value(write, 'commitP50Ratio') <= 1.3,
});
print({
  bench: 'journal',
  figure: 'sequential read with every check',
  value: value(read, 'recordsPerSecond'),
  unit: 'records/s',
});
