/** A picture of a position to keep or to copy. */

import { useEffect, useRef } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { toast } from '../../../components/toast.tsx';
import { direction, price, signedPercent } from '../../../data/format.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import type { PositionInfo } from '../../../data/state/positions.ts';
import { saveFile } from '../../../platform/links/page.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { useLocale } from '../../../platform/locale/locale.ts';
import { SIMULATING } from '../../../platform/simulation/venue.ts';
import { digitsOf } from './position-cells.tsx';
import { drawPosition, pictureOf, type Shown } from './share-picture.ts';

interface Props {
  readonly position: PositionInfo;
  readonly onClose: () => void;
}

function useShown(position: PositionInfo): Shown {
  const t = useT();
  const { dir } = useLocale();
  const digits = digitsOf(useContracts().data, position.symbol);
  const { symbol, side, leverage, mode, roe, entry, mark } = position;
  const words = [t(`positions.side.${side}`), `${leverage}×`, t(`positions.mode.${mode}`)];
  return {
    name: symbol,
    words: (SIMULATING ? [...words, t('simulation.tag')] : words).join(' · '),
    way: direction(roe),
    roe: signedPercent(roe),
    lines: [
      { label: t('positions.entryPrice'), value: price(entry, digits.price) },
      { label: t('futures.mark'), value: price(mark, digits.price) },
    ],
    dir,
  };
}

/** The dialog. */
export function ShareDialog({ position, onClose }: Props) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  // The picture is of the moment that it was asked for.
  const shown = useRef(useShown(position)).current;
  useEffect(() => {
    if (canvas.current !== null) drawPosition(canvas.current, shown);
  }, [shown]);
  const use = async (work: (picture: Blob) => Promise<void>, said: string, failed: string) => {
    try {
      if (canvas.current !== null) await work(await pictureOf(canvas.current));
      if (said !== '') toast('success', said);
    } catch {
      toast('error', failed);
    }
  };
  const copy = (picture: Blob) =>
    navigator.clipboard.write([new ClipboardItem({ [picture.type]: picture })]);
  const keep = async (picture: Blob) => {
    const address = URL.createObjectURL(picture);
    saveFile(`${position.symbol}-${position.side}.png`, address);
    setTimeout(() => URL.revokeObjectURL(address), 1_000);
  };
  const words = [shown.name, shown.words, shown.roe, ...shown.lines.map((line) => line.value)];
  return (
    <Dialog title={t('positions.share')} onClose={onClose}>
      <canvas className="share-picture" ref={canvas} role="img" aria-label={words.join(', ')} />
      <div className="dialog-actions">
        <Button onClick={() => void use(copy, t('action.copied'), t('positions.copyFailed'))}>
          {t('action.copy')}
        </Button>
        <Button look="primary" onClick={() => void use(keep, '', t('state.failed'))}>
          {t('nav.download')}
        </Button>
      </div>
    </Dialog>
  );
}
