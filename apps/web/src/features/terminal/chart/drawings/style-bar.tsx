/** What can be changed of the selected drawing. */

import { useState } from 'react';
import type { InstrumentInfo } from '../../../../data/state/instruments.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import { DASHES, type Drawing, type DrawingStyle, TEXT_MAX, WIDTHS } from './drawing.ts';
import type { DrawingStore } from './drawing-store.ts';
import { DrawingSwitches } from './drawing-switches.tsx';
import { PositionPanel } from './position-panel.tsx';
import { keepStyle } from './style-templates.ts';
import { BarButton } from './tool-bar.tsx';
import { directionOf, hasText } from './tools.ts';

interface Props {
  readonly drawing: Drawing;
  readonly drawings: DrawingStore;
  readonly instrument: InstrumentInfo;
  readonly onClone: () => void;
}

const DASH_SIGNS = { solid: '───', dashed: '– – –', dotted: '· · · ·' } as const;

function StyleFields({ drawing, drawings }: Props) {
  const t = useT();
  const { id, style } = drawing;
  const change = (patch: Partial<DrawingStyle>) =>
    drawings.change(id, { style: { ...style, ...patch } });
  // A picker tells of every colour that is passed; one that was left is one step.
  const [colour, setColour] = useState(style.colour);
  return (
    <>
      <input
        type="color"
        aria-label={t('draw.colour')}
        value={colour}
        onChange={(event) => setColour(event.target.value)}
        onBlur={() => colour !== style.colour && change({ colour })}
      />
      <select
        aria-label={t('draw.width')}
        value={style.width}
        onChange={({ target }) =>
          change({ width: WIDTHS.find((width) => String(width) === target.value) ?? style.width })
        }
      >
        {WIDTHS.map((width) => (
          <option key={width}>{width}</option>
        ))}
      </select>
      <select
        aria-label={t('draw.dash')}
        value={style.dash}
        onChange={({ target }) =>
          change({ dash: DASHES.find((dash) => dash === target.value) ?? style.dash })
        }
      >
        {DASHES.map((dash) => (
          <option key={dash} value={dash}>
            {DASH_SIGNS[dash]}
          </option>
        ))}
      </select>
    </>
  );
}

function TextField({ drawing, drawings }: Props) {
  const t = useT();
  const [text, setText] = useState(drawing.text);
  return (
    <input
      type="text"
      className="draw-text"
      aria-label={t('draw.text')}
      placeholder={t('draw.text')}
      maxLength={TEXT_MAX}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      onBlur={() => text !== drawing.text && drawings.change(drawing.id, { text })}
    />
  );
}

/** The bar, above the chart's lower edge. */
export function StyleBar(props: Props) {
  const t = useT();
  const { drawing, drawings, onClone } = props;
  const { id, tool, style, points } = drawing;
  return (
    <section className="draw-style" aria-label={t('draw.style')}>
      <div className="draw-row">
        <strong>{t(`draw.tool.${tool}`)}</strong>
        <StyleFields key={style.colour} {...props} />
        {hasText(tool) && <TextField key={drawing.text} {...props} />}
        <BarButton
          icon="template"
          label={t('draw.template')}
          onPress={() => keepStyle(tool, style)}
        />
        <DrawingSwitches {...{ drawing, drawings }} />
        <BarButton icon="clone" label={t('draw.clone')} onPress={onClone} />
        <BarButton icon="remove" label={t('draw.remove')} onPress={() => drawings.remove(id)} />
      </div>
      {directionOf(tool) !== null && <PositionPanel key={JSON.stringify(points)} {...props} />}
    </section>
  );
}
