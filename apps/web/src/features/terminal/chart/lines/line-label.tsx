/** The label of a line: what moves it, what it says, and what cancels it. */

import { useState } from 'react';
import { Icon } from '../../../../components/icon.tsx';
import { toast } from '../../../../components/toast.tsx';
import { price as priceText } from '../../../../data/format.ts';
import { errorText } from '../../../../data/rest/error-text.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import type { ChartHandle } from '../chart-host.ts';
import type { ChartLine } from './line.ts';
import { useDrag } from './use-drag.ts';

interface Props {
  readonly chart: ChartHandle;
  readonly line: ChartLine;
}

function Cancel({ label, run }: NonNullable<ChartLine['cancel']>) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    await run().catch((error: unknown) => toast('error', errorText(t, error)));
    setBusy(false);
  };
  return (
    <button
      type="button"
      className="chart-line-cancel"
      aria-label={label}
      title={label}
      aria-disabled={busy}
      onClick={() => busy || void cancel()}
    >
      <Icon name="close" size={12} />
    </button>
  );
}

/** Words in their own direction, figures in theirs. */
function Said({ words, size, note }: Pick<ChartLine, 'words' | 'size'> & { note: string }) {
  return (
    <>
      <bdi>{words}</bdi>
      {size !== '' && <bdi dir="ltr"> {size}</bdi>}
      {note !== '' && <bdi dir="ltr"> · {note}</bdi>}
    </>
  );
}

/** The line where it is moved to; it stands in the line itself. */
function Ghost({ chart, line, price }: Props & { readonly price: string }) {
  const away = chart.heightOf(price) - chart.heightOf(line.price);
  return (
    <div
      className={`chart-line chart-ghost ${line.tone}`}
      style={{ transform: `translateY(${away}px)` }}
    >
      <span className="chart-line-price num">{priceText(price, line.digits)}</span>
    </div>
  );
}

/** The label, and the ghost of its line while it is moved. */
export function LineLabel({ chart, line }: Props) {
  const t = useT();
  const { ghost, busy, grip } = useDrag(chart, line);
  const price = ghost ?? line.price;
  const note = line.noteAt?.(price) ?? '';
  const said = <Said words={line.words} size={line.size} note={note} />;
  const name = `${line.words} ${line.size}`.trim();
  return (
    <>
      {ghost !== null && <Ghost chart={chart} line={line} price={ghost} />}
      <div className="chart-line-label" aria-busy={busy}>
        {line.move !== undefined && (
          <div
            className="chart-line-grip"
            role="slider"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={name}
            aria-valuenow={Number(price)}
            aria-valuetext={`${priceText(price, line.digits)} ${note}`.trim()}
            title={t('lines.hint')}
            {...grip}
          >
            {said}
          </div>
        )}
        {line.move === undefined && line.edit !== undefined && (
          <button type="button" className="chart-line-grip" onClick={() => line.edit?.()}>
            {said}
          </button>
        )}
        {line.move === undefined && line.edit === undefined && (
          <span className="chart-line-grip">{said}</span>
        )}
        {line.cancel !== undefined && <Cancel {...line.cancel} />}
      </div>
    </>
  );
}
