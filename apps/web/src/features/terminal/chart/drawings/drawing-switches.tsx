/** Whether a drawing is locked, and whether it is hidden. */

import { useT } from '../../../../platform/locale/intl.tsx';
import type { Drawing } from './drawing.ts';
import type { DrawingStore } from './drawing-store.ts';
import { BarButton } from './tool-bar.tsx';

interface Props {
  readonly drawing: Drawing;
  readonly drawings: DrawingStore;
}

/** The two switches. */
export function DrawingSwitches({ drawing, drawings }: Props) {
  const t = useT();
  const { id, locked, hidden } = drawing;
  return (
    <>
      <BarButton
        icon="lock"
        label={t('draw.lock')}
        pressed={locked}
        onPress={() => drawings.change(id, { locked: !locked })}
      />
      <BarButton
        icon="hide"
        label={t('draw.hide')}
        pressed={hidden}
        onPress={() => drawings.change(id, { hidden: !hidden })}
      />
    </>
  );
}
