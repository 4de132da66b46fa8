/** Own orders and fills of a pair over its candles. */

import type { LinesProps } from '../chart-panel.tsx';
import { ChartLines } from './chart-lines.tsx';
import { useSpotMarks } from './spot-marks.tsx';

/** The layer. */
export function SpotLines(props: LinesProps) {
  return <ChartLines {...props} marks={useSpotMarks(props.instrument)} />;
}
