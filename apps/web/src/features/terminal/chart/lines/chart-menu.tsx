/** What can be done at a price of the chart: opens where it was pressed. */

import { type KeyboardEvent, useEffect, useRef } from 'react';
import { arrowTarget } from '../../../../components/arrow-keys.ts';
import { useDismiss } from '../../../../components/use-dismiss.ts';
import { price as priceText } from '../../../../data/format.ts';
import type { InstrumentInfo } from '../../../../data/state/instruments.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import { useLocale } from '../../../../platform/locale/locale.ts';
import { useAlertHere } from '../../../alerts/use-alert-here.ts';
import { pickPrice } from '../../terminal-store.ts';
import type { ChartHandle } from '../chart-host.ts';
import './lines.css';

/** Where the menu opens, pixels from the corner of the chart. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface Props {
  readonly chart: ChartHandle;
  readonly instrument: InstrumentInfo;
  readonly place: MenuPlace;
  readonly onClose: () => void;
  /** Has the alerts shown, for who has to log in first. */
  readonly onAlerts: () => void;
}

/** The menu; nothing where no price is. */
export function ChartMenu({ chart, instrument, place, onClose, onAlerts }: Props) {
  const t = useT();
  const alertHere = useAlertHere(instrument, onAlerts);
  const { dir } = useLocale();
  const menu = useRef<HTMLElement>(null);
  useDismiss(menu, true, onClose);
  useEffect(() => {
    const before = document.activeElement;
    menu.current?.querySelector('button')?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const price = chart.priceAt(place.y);
  if (!(price > 0)) return null;
  const text = price.toFixed(instrument.priceDigits);
  const choose = (side: 'buy' | 'sell') => {
    pickPrice(text, { side });
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const next = arrowTarget(event.key, at, items.length, 'list');
    if (next === null) return;
    event.preventDefault();
    items[next]?.focus();
  };
  const shown = priceText(text, instrument.priceDigits);
  return (
    <section
      className="menu chart-menu"
      dir={dir}
      ref={menu}
      aria-label={t('lines.menu')}
      style={{ left: `min(${place.x}px, 100% - 216px)`, top: `min(${place.y}px, 100% - 128px)` }}
      onKeyDown={onKeyDown}
    >
      <button type="button" className="menu-item up" onClick={() => choose('buy')}>
        {t('lines.buyAt', { price: shown })}
      </button>
      <button type="button" className="menu-item down" onClick={() => choose('sell')}>
        {t('lines.sellAt', { price: shown })}
      </button>
      <button
        type="button"
        className="menu-item"
        onClick={() => {
          // Who has to log in is shown where instead.
          if (alertHere(text)) onClose();
        }}
      >
        {t('lines.alertAt', { price: shown })}
      </button>
    </section>
  );
}
