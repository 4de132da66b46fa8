/** A slider from nothing to all, in percent; the buttons are the way without dragging. */

import { useT } from '../../../platform/locale/intl.tsx';

const MARKS = [0, 25, 50, 75, 100] as const;

/** The slider with its marks. */
export function Percent(props: {
  readonly percent: number;
  readonly disabled: boolean;
  readonly onChoose: (percent: number) => void;
}) {
  const t = useT();
  const { percent, disabled, onChoose } = props;
  return (
    <div className="percent">
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={disabled}
        aria-label={t('order.percent')}
        aria-valuetext={`${percent}%`}
        style={{ '--value': `${percent}%` } as React.CSSProperties}
        onChange={(event) => onChoose(Number(event.target.value))}
      />
      <div className="percent-marks">
        {MARKS.map((mark) => (
          <button key={mark} type="button" disabled={disabled} onClick={() => onChoose(mark)}>
            {mark}%
          </button>
        ))}
      </div>
    </div>
  );
}
