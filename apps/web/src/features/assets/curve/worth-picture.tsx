/** Worth at each full hour as a line. */

import { dateTime } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { type CurveStep, endsOf, heightsOf } from './curve-steps.ts';
import { useCurveTexts } from './curve-texts.tsx';
import { insetHeight, Picture } from './picture.tsx';

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
  const worths = steps.map(({ worth }) => worth);
  const heights = heightsOf(worths).map(insetHeight);
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
      scale={endsOf(worths)?.map(texts.worth)}
      times={[steps[0], steps.at(-1)].map((step) => dateTime(step?.time))}
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
