/** Profit and loss by day, or by hour, as bars: gains full and up, losses hollow and down. */

import { dayText } from '../../../data/duration.ts';
import { dateTime } from '../../../data/format.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { type CurveSpan, endsOf, heightsOf } from './curve-steps.ts';
import { Change, useCurveTexts } from './curve-texts.tsx';
import { insetHeight, Picture } from './picture.tsx';

const SIZE = 1_000;
/** Part of its room that a bar takes. */
const FULL = 0.7;
/** The widest bar: a single one is no wall. */
const WIDEST = SIZE / 20;

/** The name of a span: its day, or the time at which its hour began. */
export function spanName({ from }: CurveSpan, byDay: boolean): string {
  return byDay ? dayText(from) : dateTime(from);
}

/** The picture. */
export function ProfitPicture(props: {
  readonly spans: readonly CurveSpan[];
  readonly byDay: boolean;
}) {
  const t = useT();
  const { change } = useCurveTexts();
  const { spans, byDay } = props;
  const profits = [...spans.map(({ profit }) => profit), 0n];
  const heights = heightsOf(profits).map(insetHeight);
  const zero = heights.at(-1) ?? 0.5;
  const room = SIZE / spans.length;
  const width = Math.min(room * FULL, WIDEST);
  const tell = (index: number) => {
    const span = spans[index];
    const name = span === undefined ? '' : spanName(span, byDay);
    const profit = span?.profit ?? 0n;
    const shown = (
      <>
        <Change value={profit} /> <bdi className="muted">{name}</bdi>
      </>
    );
    return { spoken: `${name}: ${change(profit)}`, shown };
  };
  return (
    <Picture
      className="curve-bars"
      label={t(byDay ? 'curve.byDay' : 'curve.byHour')}
      places={spans.map((_span, i) => (i + 0.5) / spans.length)}
      scale={endsOf(profits)?.map(change)}
      times={[spans[0], spans.at(-1)].map((span) => (span ? spanName(span, byDay) : ''))}
      tell={tell}
      dot={() => null}
    >
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" aria-hidden="true">
        {spans.map(({ from, profit }, i) => {
          const height = heights[i] ?? zero;
          return (
            <rect
              key={from}
              className={profit < 0n ? 'curve-loss' : 'curve-gain'}
              x={(i + 0.5) * room - width / 2}
              width={width}
              y={Math.min(height, zero) * SIZE}
              height={Math.abs(height - zero) * SIZE}
            />
          );
        })}
        <path className="curve-zero" d={`M0 ${zero * SIZE}H${SIZE}`} />
      </svg>
    </Picture>
  );
}
