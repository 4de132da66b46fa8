/** Drawing on the chart: the side bar, the bar of style, the list of objects, and the drawings. */

import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { InstrumentInfo } from '../../../../data/state/instruments.ts';
import { listedKey } from '../../../../data/state/product.ts';
import { saveFile } from '../../../../platform/links/page.ts';
import { useT } from '../../../../platform/locale/intl.tsx';
import type { ChartHandle } from '../chart-host.ts';
import { DRAWINGS_MAX, type Drawing, type DrawnPoint } from './drawing.ts';
import { type DrawingState, type DrawingStore, drawingStore } from './drawing-store.ts';
import { DrawingLayer } from './layer.ts';
import { ObjectList } from './object-list.tsx';
import { StyleBar } from './style-bar.tsx';
import { styleOf } from './style-templates.ts';
import { ToolBar } from './tool-bar.tsx';
import { type ToolName, toolOf } from './tools.ts';
import { useDrawingKeys } from './use-drawing-keys.ts';
import './drawings.css';

interface Props {
  readonly chart: ChartHandle;
  readonly instrument: InstrumentInfo;
}

/** A drawing that is new. */
function made(tool: ToolName, points: readonly DrawnPoint[]): Drawing {
  const look = { style: styleOf(tool), text: '', locked: false, hidden: false };
  return { id: crypto.randomUUID(), tool, points, ...look };
}

/** Keeps the layer in step with the store. */
function useLayer({ chart, instrument }: Props, drawings: DrawingStore, state: DrawingState) {
  const [layer, setLayer] = useState<DrawingLayer | null>(null);
  const { priceDigits } = instrument;
  useEffect(() => {
    const begun = chart.drawWith(
      (library, register) =>
        new DrawingLayer(library, register, priceDigits, {
          drawn: (tool, points) => {
            if (points !== null) drawings.add(made(tool, points));
            if (drawings.store.getState().keeps) begun.begin(tool, styleOf(tool));
            else drawings.set({ tool: null });
          },
          moved: (id, points) => drawings.change(id, { points }),
          selected: (selected) => drawings.set({ selected }),
        }),
    );
    setLayer(begun);
    return () => begun.dispose();
  }, [chart, drawings, priceDigits]);
  const { history, tool, magnet, allLocked, allHidden } = state;
  const view = useMemo(() => ({ magnet, allLocked, allHidden }), [magnet, allLocked, allHidden]);
  useEffect(() => layer?.show(history.now, view), [layer, history.now, view]);
  useEffect(() => {
    if (layer === null || tool === null) return;
    layer.begin(tool, styleOf(tool));
    return () => layer.cancel();
  }, [layer, tool]);
  return layer;
}

/** Saves a picture as a file. @param picture as a data address */
function save(name: string, picture: string): void {
  const address = URL.createObjectURL(pngOf(picture));
  saveFile(name, address);
  URL.revokeObjectURL(address);
}

/** The bytes of a data address, which the page's rules of content let nobody fetch. */
function pngOf(picture: string): Blob {
  const bytes = atob(picture.slice(picture.indexOf(',') + 1));
  return new Blob([Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))], { type: 'image/png' });
}

function useKeys(
  root: React.RefObject<HTMLDivElement | null>,
  drawings: DrawingStore,
  state: DrawingState,
  layer: DrawingLayer | null,
) {
  const { tool } = state;
  const selected = state.history.now.find(({ id }) => id === state.selected);
  const isFixed = selected?.locked === true || state.allLocked;
  useDrawingKeys(root, {
    busy: tool !== null || selected !== undefined,
    selected: selected !== undefined,
    end: () => drawings.set({ tool: null, selected: null }),
    finish: () => tool !== null && layer?.finish(tool),
    remove: () => selected !== undefined && drawings.remove(selected.id),
    undo: drawings.undo,
    redo: drawings.redo,
    move: (bars, y) => {
      if (layer === null || selected === undefined || isFixed) return;
      const points = layer.shifted(selected.points, { x: bars * layer.oneBar().space, y });
      drawings.change(selected.id, { points });
    },
  });
}

/** The parts beside the chart and over it. */
export function Drawings(props: Props) {
  const t = useT();
  const { instrument } = props;
  const listed = listedKey(instrument);
  const drawings = useMemo(() => drawingStore(listed), [listed]);
  const state = useStore(drawings.store);
  useEffect(() => drawings.follow(), [drawings]);
  const layer = useLayer(props, drawings, state);
  const root = useRef<HTMLDivElement>(null);
  const [listing, setListing] = useState(false);
  useKeys(root, drawings, state, layer);
  const { tool, full } = state;
  const selected = state.history.now.find(({ id }) => id === state.selected);
  const choose = (name: ToolName, byKeyboard: boolean) => {
    if (byKeyboard && layer !== null) drawings.add(made(name, layer.middle(name)));
    else drawings.set({ tool: name === tool ? null : name, selected: null });
  };
  const clone = (drawing: Drawing) => {
    const points = layer?.shifted(drawing.points, { x: 0, y: 16 }) ?? drawing.points;
    drawings.add({ ...drawing, id: crypto.randomUUID(), points, locked: false });
  };
  const picture = () => {
    const background = getComputedStyle(document.documentElement).getPropertyValue('--surface');
    const url = layer?.picture(background.trim());
    if (url !== undefined) save(`${instrument.symbol}.png`, url);
  };
  return (
    <div className="draw" ref={root}>
      <ToolBar
        {...{ drawings, state }}
        onTool={choose}
        onObjects={() => setListing(!listing)}
        onPicture={picture}
      />
      {listing && <ObjectList {...{ drawings, state }} />}
      {full && (
        <p className="draw-note" role="status">
          {t('draw.full', { max: DRAWINGS_MAX })}
        </p>
      )}
      {tool !== null && toolOf(tool).points === 'path' && (
        <p className="draw-note" role="status">
          {t('draw.path')}
        </p>
      )}
      {selected !== undefined && (
        <StyleBar
          key={selected.id}
          {...{ drawing: selected, drawings, instrument }}
          onClone={() => clone(selected)}
        />
      )}
    </div>
  );
}
