/** Own positions, orders and fills of a contract over its candles. */

import type { LinesProps } from '../../terminal/chart/chart-panel.tsx';
import { ChartLines } from '../../terminal/chart/lines/chart-lines.tsx';
import { useContractMarks } from './contract-marks.tsx';

/** The layer. */
export function ContractLines(props: LinesProps) {
  return <ChartLines {...props} marks={useContractMarks(props.instrument)} />;
}
