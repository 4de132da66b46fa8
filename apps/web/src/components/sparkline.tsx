/** A small line of prices. */

interface Props {
  /** Values to draw, oldest first: pixels-to-be, not money. */
  readonly values: readonly number[];
  readonly direction: 'up' | 'down' | 'flat';
  readonly width?: number;
  readonly height?: number;
}

/** SVG path data of `values` in a box; empty for fewer than two values. */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return '';
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const inset = 2;
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width;
      const y = inset + (1 - (value - low) / range) * (height - 2 * inset);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** The line; decorative, the numbers beside it carry the meaning. */
export function Sparkline({ values, direction, width = 96, height = 32 }: Props) {
  return (
    <svg
      className={`spark ${direction}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path
        d={sparkPath(values, width, height)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
