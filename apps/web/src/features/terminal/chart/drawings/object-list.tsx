/** All drawings of the instrument, the last one first. */

import { useT } from '../../../../platform/locale/intl.tsx';
import type { DrawingState, DrawingStore } from './drawing-store.ts';
import { DrawingSwitches } from './drawing-switches.tsx';
import { BarButton } from './tool-bar.tsx';
import { ToolIcon } from './tool-icon.tsx';
import { toolOf } from './tools.ts';

interface Props {
  readonly drawings: DrawingStore;
  readonly state: DrawingState;
}

/** The list. */
export function ObjectList({ drawings, state }: Props) {
  const t = useT();
  const { now } = state.history;
  return (
    <section className="draw-list" aria-label={t('draw.objects')}>
      {now.length === 0 && <p>{t('draw.none')}</p>}
      <ul>
        {now.toReversed().map((drawing) => (
          <li key={drawing.id} className="draw-row">
            <button
              type="button"
              className="menu-item"
              aria-pressed={drawing.id === state.selected}
              onClick={() => drawings.set({ selected: drawing.id })}
            >
              <ToolIcon path={toolOf(drawing.tool).icon} />
              <span>
                {t(`draw.tool.${drawing.tool}`)} {drawing.text}
              </span>
            </button>
            <DrawingSwitches drawing={drawing} drawings={drawings} />
            <BarButton
              icon="remove"
              label={t('draw.remove')}
              onPress={() => drawings.remove(drawing.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
