/** The tape as somebody reads it: trades of one order as one, small ones left out, large ones marked. */

import { useId } from 'react';
import { NumberField } from '../../../components/number-field.tsx';
import { compareText } from '../../../data/decimal.ts';
import { amount, compact, price, timeOfDay } from '../../../data/format.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { TradeRow } from '../../../data/state/trades-feed.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { arrange, useTerminalView } from '../terminal-view.ts';
import { PLAIN_TAPE, type TapeView, tapeRows } from './tape-rows.ts';

/** The rows of the list. */
export function Tape(props: {
  readonly instrument: InstrumentInfo;
  readonly trades: readonly TradeRow[];
  readonly view: TapeView;
}) {
  const { instrument, trades, view } = props;
  return (
    <>
      {tapeRows(trades, view).map((row) => (
        <li
          key={row.id}
          className={`trade-row num ${row.isLarge ? 'trade-large' : ''}`}
          title={`${compact(row.value)} ${instrument.quote}`}
        >
          <span className={row.side === 'buy' ? 'up' : 'down'}>
            {price(row.price, instrument.priceScale)}
          </span>
          <span>
            {row.count > 1 && <span className="muted">{row.count} × </span>}
            {amount(row.size, instrument.sizeScale)}
          </span>
          <span className="muted">{timeOfDay(row.ts)}</span>
        </li>
      ))}
    </>
  );
}

/** How it is read: kept for each quote coin, because what is large is counted in it. */
export function TapeSettings({ instrument }: { readonly instrument: InstrumentInfo }) {
  const t = useT();
  const id = useId();
  const { quote, quoteScale } = instrument;
  const { tape = {} } = useTerminalView();
  const view = tape[quote] ?? PLAIN_TAPE;
  const change = (part: Partial<TapeView>) => {
    const { [quote]: _before, ...others } = tape;
    const next = { ...view, ...part };
    const isPlain = !next.joined && next.smallest === '' && next.large === '';
    arrange({ tape: isPlain ? others : { ...others, [quote]: next } });
  };
  const isCrossed =
    view.large !== '' && view.smallest !== '' && compareText(view.smallest, view.large) > 0;
  return (
    <div className="tape-settings">
      <label className="check" htmlFor={id}>
        <input
          id={id}
          type="checkbox"
          checked={view.joined}
          onChange={() => change({ joined: !view.joined })}
        />
        {t('tape.joined')}
      </label>
      <NumberField
        label={t('tape.smallest')}
        value={view.smallest}
        unit={quote}
        scale={quoteScale}
        onChange={(smallest) => change({ smallest })}
      />
      <NumberField
        label={t('tape.large')}
        value={view.large}
        unit={quote}
        scale={quoteScale}
        error={isCrossed ? t('tape.crossed') : undefined}
        onChange={(large) => change({ large })}
      />
    </div>
  );
}
