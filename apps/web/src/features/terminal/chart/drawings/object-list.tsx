/** All drawings of the instrument, the last one first. */

import { useT } from '../../../../platform/locale/intl.tsx';
import type { DrawingState, DrawingStore } from './drawing-store.ts';
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
        {now.toReversed().map(({ id, tool, text, locked, hidden }) => (
          <li key={id} className="draw-row">
            <button
              type="button"
              className="menu-item"
              aria-pressed={id === state.selected}
              onClick={() => drawings.set({ selected: id })}
            >
              <ToolIcon path={toolOf(tool).icon} />
              <span>
                {t(`draw.tool.${tool}`)} {text}
              </span>
            </button>
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
            <BarButton icon="remove" label={t('draw.remove')} onPress={() => drawings.remove(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
