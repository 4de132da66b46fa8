/** How a whole is spread over its parts: a bar, and beneath it every part with its worth and share. */

import { type ReactNode, useState } from 'react';
import { toText } from '../../data/decimal.ts';
import { plainPercent } from '../../data/format.ts';
import { useTotals } from '../../data/state/currency-rates.ts';

/** A part as it is shown. */
export interface Slice {
  readonly key: string;
  readonly label: string;
  readonly mark: ReactNode;
  /** Wide units of USDT. */
  readonly value: bigint;
  /** Degrees of its colour. */
  readonly hue: number;
}

/** Share of `part` in `whole` as a decimal fraction, to the nearest thousandth. */
export function shareOf(part: bigint, whole: bigint): string {
  return whole <= 0n ? '0' : toText((part * 2000n + whole) / (whole * 2n), 3);
}

/**
 * The picture. A part that the pointer or the keyboard is on stands out in the bar, so that nobody needs to
 * tell colours apart. What is owed has no place in the bar; the list has it.
 */
export function Allocation({ slices }: { readonly slices: readonly Slice[] }) {
  const [current, point] = useState<string | null>(null);
  const totals = useTotals();
  const shown = slices.filter(({ value }) => value > 0n);
  const whole = shown.reduce((sum, { value }) => sum + value, 0n);
  const over = (key: string) => ({
    onPointerEnter: () => point(key),
    onPointerLeave: () => point(null),
  });
  return (
    <>
      <div className="allocation-bar" aria-hidden="true" data-pointed={current !== null}>
        {shown.map(({ key, label, value, hue }) => (
          <span
            key={key}
            title={`${label} · ${totals.worth(value)} · ${plainPercent(shareOf(value, whole))}`}
            data-current={key === current}
            style={{ flexGrow: shareOf(value, whole), background: `hsl(${hue} 62% 48%)` }}
            {...over(key)}
          />
        ))}
      </div>
      <ul className="allocation">
        {slices.map(({ key, label, mark, value }) => (
          <li
            key={key}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard points at a part as well
            tabIndex={0}
            data-current={key === current}
            onFocus={() => point(key)}
            onBlur={() => point(null)}
            {...over(key)}
          >
            {mark}
            <strong>{label}</strong>
            <bdi dir="ltr" className="num">
              {totals.worth(value)}
            </bdi>
            <span className="num muted">
              {value > 0n ? plainPercent(shareOf(value, whole)) : '–'}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
