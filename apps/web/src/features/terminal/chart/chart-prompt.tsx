/** What a person asks of the chart: what can be done at a price, or its alerts. */

import { lazyPart } from '../../../components/lazy-part.tsx';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { useLocale } from '../../../platform/locale/locale.ts';
import type { ChartHandle } from './chart-host.ts';
import { ChartMenu, type MenuPlace } from './lines/chart-menu.tsx';

const AlertsDialog = lazyPart(
  async () => (await import('../../alerts/alerts-dialog.tsx')).AlertsDialog,
  0,
);

/** A place that was pressed, or the alerts. */
export type Asked = MenuPlace | 'alerts';

/** The menu of the place, or the dialog of the alerts. @param ask null = nothing more is asked */
export function ChartPrompt(props: {
  readonly chart: ChartHandle | null;
  readonly instrument: InstrumentInfo;
  readonly asks: Asked;
  readonly ask: (asks: Asked | null) => void;
}) {
  const { dir } = useLocale();
  const { chart, instrument, asks, ask } = props;
  const onClose = () => ask(null);
  if (asks === 'alerts') {
    return (
      // The chart around it is written from left to right.
      <div dir={dir}>
        <AlertsDialog instrument={instrument} onClose={onClose} />
      </div>
    );
  }
  if (chart === null) return null;
  const onAlerts = () => ask('alerts');
  const shared = { chart, instrument, onClose, onAlerts };
  return <ChartMenu key={`${asks.x} ${asks.y}`} {...shared} place={asks} />;
}
