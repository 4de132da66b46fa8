/** Values over time as a line with the area under it, and each value as it is under the cursor. */

import { dateTime } from '../../../data/format.ts';
import { endsOf, heightsOf } from './curve-steps.ts';
import { insetHeight, Picture } from './picture.tsx';

/** Units of the drawing's sides: it is stretched into its box. */
const SIZE = 1_000;

/** A value, exact, and how it is written. */
export interface LinePoint {
  readonly time: number;
  readonly value: bigint;
  readonly text: string;
}

/** Points of a line as SVG path data. */
function linePath(places: readonly number[], heights: readonly number[]): string {
  const at = (part: number | undefined) => ((part ?? 0) * SIZE).toFixed(1);
  return places.map((x, i) => `${i === 0 ? 'M' : 'L'}${at(x)} ${at(heights[i])}`).join('');
}

/** The picture. @param props.points at least two, oldest first */
export function LinePicture(props: {
  readonly label: string;
  readonly points: readonly LinePoint[];
}) {
  const { label, points } = props;
  const start = points[0]?.time ?? 0;
  const length = (points.at(-1)?.time ?? 0) - start || 1;
  const places = points.map(({ time }) => (time - start) / length);
  const values = points.map(({ value }) => value);
  const heights = heightsOf(values).map(insetHeight);
  const line = linePath(places, heights);
  const tell = (index: number) => {
    const time = dateTime(points[index]?.time);
    const text = points[index]?.text ?? '';
    const shown = (
      <>
        <bdi dir="ltr">{text}</bdi> <bdi className="muted">{time}</bdi>
      </>
    );
    return { spoken: `${time}: ${text}`, shown };
  };
  return (
    <Picture
      label={label}
      places={places}
      scale={endsOf(values)?.map((end) => points[values.indexOf(end)]?.text ?? '')}
      times={[points[0], points.at(-1)].map((point) => dateTime(point?.time))}
      tell={tell}
      dot={(index) => heights[index] ?? null}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="curve-area" d={`${line}L${SIZE} ${SIZE}L0 ${SIZE}Z`} />
        <path className="curve-line" d={line} />
      </svg>
    </Picture>
  );
}
