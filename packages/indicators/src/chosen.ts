/** An indicator as somebody has chosen it, and the text that it is kept as: `RSI(14)`, `BOLL(20,2)#4c86e8,,d9609a`. */
import type { Indicator, IndicatorSetting } from './indicator.ts';

/** An indicator with its settings. */
export interface Chosen {
  readonly indicator: Indicator;
  /** One for each setting, in its range. */
  readonly values: readonly number[];
  /** `#rrggbb` for each line; '' = as the chart draws it. */
  readonly colors: readonly string[];
}

const TEXT = /^([A-Z]{1,10})(?:\(([0-9.,]{0,60})\))?(?:#([0-9a-f,]{0,80}))?$/;
const COLOR = /^[0-9a-f]{6}$/;
/** Decimals of a setting. */
const STEP = 1_000;

/** The values that an indicator begins with. */
export function initialValues({ settings }: Indicator): number[] {
  return settings.map(({ initial }) => initial);
}

/** A value as the setting takes it: in its range, and whole where it has no decimals. */
export function inRange({ initial, min, max, decimal }: IndicatorSetting, value: number): number {
  if (!Number.isFinite(value)) return initial;
  const exact = decimal ? Math.round(value * STEP) / STEP : Math.round(value);
  return Math.min(max, Math.max(min, exact));
}

/** The text of a choice. */
export function chosenText({ indicator, values, colors }: Chosen): string {
  const digits = colors.map((color) => color.slice(1));
  const own = digits.some((one) => one !== '') ? `#${digits.join(',')}` : '';
  return `${indicator.id}(${values.join(',')})${own}`;
}

/** The choice of a text, which may come from anywhere; null = it names none of `all`. */
export function chosenOf(text: string, all: readonly Indicator[]): Chosen | null {
  const match = TEXT.exec(text);
  const indicator = all.find(({ id }) => id === match?.[1]);
  if (match === null || indicator === undefined) return null;
  const [given, colors] = [match[2]?.split(',') ?? [], match[3]?.split(',') ?? []];
  return {
    indicator,
    values: indicator.settings.map((setting, n) =>
      inRange(setting, Number.parseFloat(given[n] ?? '')),
    ),
    colors: indicator.lines.map((_line, n) => (COLOR.test(colors[n] ?? '') ? `#${colors[n]}` : '')),
  };
}
