/** Copied orders on the core alone: all that a trader's command makes of its 10,000 followers, and how long others wait. */
import { runPart } from './lib/child.ts';
import { print } from './lib/rows.ts';

interface CopiedPart {
  readonly name: keyof typeof FIGURES;
  readonly sum: number;
  readonly longest: number;
}

const FOLLOWERS = 10_000;
const [ALL_MS, STEP_MS] = [40, 5];
const FIGURES = {
  open: 'an order that opens',
  close: 'an order that closes',
  rest: 'an order that waits',
  less: 'amending to less',
  price: 'amending the price',
} as const;

for (const { name, sum, longest } of runPart<CopiedPart[]>('copying-child.ts', [
  String(FOLLOWERS),
])) {
  const [all, step] = [sum / 1e6, longest / 1e6];
  print({
    bench: 'copying',
    figure: `${FIGURES[name]}, ${FOLLOWERS} followers`,
    value: all,
    unit: 'ms',
    yardstick: 'its longest step, ms',
    yardstickValue: step,
    ratio: step / all,
    goal: `≤ ${ALL_MS} ms, a step ≤ ${STEP_MS} ms`,
    ok: all <= ALL_MS && step <= STEP_MS,
  });
}
