import { expect, it } from 'vitest';
import type { PositionNote } from '../../../data/state/contract-stream.ts';
import { dangers, RiskMonitor } from './risk-monitor.ts';

function position(
  symbol: string,
  marginRatio: string,
  more: Partial<PositionNote> = {},
): PositionNote {
  return { symbol, marginRatio, mode: 'isolated', margin: '1', ...more };
}

it('warns once at each threshold', () => {
  const watch = new RiskMonitor();
  const told = (ratio: string) => watch.look([position('BTCUSDT', ratio)]).length;
  expect(['0.49', '0.5', '0.55', '0.69', '0.7', '0.9', '0.99', '1.2'].map(told)).toEqual([
    0, 1, 0, 0, 1, 1, 0, 0,
  ]);
});

it('warns again when the danger was over, not when it came back by a hair', () => {
  const watch = new RiskMonitor();
  const told = (ratio: string) => watch.look([position('BTCUSDT', ratio)]).length;
  expect(['0.5', '0.49', '0.5', '0.39', '0.5'].map(told)).toEqual([1, 0, 0, 0, 1]);
});

it('a position that was closed is forgotten', () => {
  const watch = new RiskMonitor();
  expect(watch.look([position('BTCUSDT', '0.6')])).toHaveLength(1);
  expect(watch.look([])).toEqual([]);
  expect(watch.look([position('BTCUSDT', '0.6')])).toHaveLength(1);
});

it('cross positions are one danger, that of the wallet; isolated ones one each', () => {
  const rows = [
    position('BTCUSDT', '0.6', { mode: 'crossed', margin: '5' }),
    position('ETHUSDT', '0.6', { mode: 'crossed', margin: '50' }),
    position('XRPUSDT', '0.2'),
  ];
  expect(dangers(rows)).toEqual([
    { symbol: 'XRPUSDT', show: 'XRPUSDT', ratio: '0.2' },
    { symbol: '', show: 'ETHUSDT', ratio: '0.6' },
  ]);
});
