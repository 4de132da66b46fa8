/** Worth at each full hour as a line. */

import { dateTime } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { type CurveStep, heightsOf } from './curve-steps.ts';
import { useCurveTexts } from './curve-texts.tsx';
import { Picture } from './picture.tsx';

/** Room above and below the line, parts of the height. */
const INSET = 0.06;
/** Units of the drawing's sides: it is stretched into its box. */
const SIZE = 1_000;

/** Points of a line as SVG path data. */
export function linePath(places: readonly number[], heights: readonly number[]): string {
  const at = (part: number | undefined) => ((part ?? 0) * SIZE).toFixed(1);
  return places.map((x, i) => `${i === 0 ? 'M' : 'L'}${at(x)} ${at(heights[i])}`).join('');
}

/** The picture. @param props.steps at least two */
export function WorthPicture({ steps }: { readonly steps: readonly CurveStep[] }) {
  const t = useT();
  const texts = useCurveTexts();
  const start = steps[0]?.time ?? 0;
  const length = (steps.at(-1)?.time ?? 0) - start || 1;
  const places = steps.map(({ time }) => (time - start) / length);
  const heights = heightsOf(steps.map(({ worth }) => worth)).map(
    (height) => INSET + height * (1 - 2 * INSET),
  );
  const line = linePath(places, heights);
  const tell = (index: number) => {
    const step = steps[index];
    const [time, worth] = [dateTime(step?.time), texts.worth(step?.worth ?? 0n)];
    const shown = (
      <>
        <bdi dir="ltr">{worth}</bdi> <bdi className="muted">{time}</bdi>
      </>
    );
    return { spoken: `${time}: ${worth}`, shown };
  };
  return (
    <Picture
      label={t('curve.picture')}
      places={places}
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
