/** The drawings of one instrument: their changes, undone and redone, kept in the browser. */

import { createStore } from 'zustand/vanilla';
import {
  followLocal,
  readLocal,
  removeLocal,
  writeLocal,
} from '../../../../platform/storage/local.ts';
import { type Drawing, keptDrawings, readDrawings } from './drawing.ts';
import { drawingsKey } from './drawings-key.ts';
import { begun, changed, redone, type UndoHistory, undone } from './history.ts';
import type { ToolName } from './tools.ts';

/** What is on the chart and what is done with it. */
export interface DrawingState {
  readonly history: UndoHistory<readonly Drawing[]>;
  readonly selected: string | null;
  /** The tool that draws next. */
  readonly tool: ToolName | null;
  /** Whether the tool stays after a drawing. */
  readonly keeps: boolean;
  readonly magnet: boolean;
  readonly allLocked: boolean;
  readonly allHidden: boolean;
  /** Whether the last change was refused: the drawings are as many as may be kept. */
  readonly full: boolean;
}

/** Keeps drawings. A store of an account is another one of these. */
export interface DrawingKeeper {
  read(key: string): string | null;
  write(key: string, text: string): void;
  remove(key: string): void;
  /** Has something told when drawings have come from elsewhere; the returned function ends that. */
  follow(follower: (key: string) => void): () => void;
}

const BROWSER: DrawingKeeper = {
  ...{ read: readLocal, write: writeLocal, remove: removeLocal },
  follow: (follower) => followLocal((key, own) => own || follower(key)),
};

/** The drawings of an instrument. @param listed key of the instrument */
export function drawingStore(listed: string, keeper: DrawingKeeper = BROWSER) {
  const key = drawingsKey(listed);
  const store = createStore<DrawingState>(() => ({
    history: begun(readDrawings(keeper.read(key))),
    ...{ selected: null, tool: null, keeps: false, magnet: false },
    ...{ allLocked: false, allHidden: false, full: false },
  }));
  /** Takes a history whose drawings can be kept. */
  function take(history: UndoHistory<readonly Drawing[]>): boolean {
    const kept = keptDrawings(history.now);
    if (kept === null) {
      store.setState({ full: true });
      return false;
    }
    if (history.now.length === 0) keeper.remove(key);
    else keeper.write(key, kept);
    const { selected } = store.getState();
    const stays = history.now.some(({ id }) => id === selected);
    store.setState({ history, full: false, selected: stays ? selected : null });
    return true;
  }
  const now = () => store.getState().history.now;
  const replace = (next: readonly Drawing[]) => take(changed(store.getState().history, next));
  return {
    store,
    now,
    set: (patch: Partial<Omit<DrawingState, 'history'>>) => store.setState(patch),
    add(drawing: Drawing): void {
      if (replace([...now(), drawing])) store.setState({ selected: drawing.id });
    },
    change(id: string, patch: Partial<Omit<Drawing, 'id' | 'tool'>>): void {
      replace(now().map((drawing) => (drawing.id === id ? { ...drawing, ...patch } : drawing)));
    },
    remove: (id: string) => void replace(now().filter((drawing) => drawing.id !== id)),
    removeAll: () => void replace([]),
    /** Shows what was drawn in other tabs and on other devices; the returned function ends that. */
    follow: () =>
      keeper.follow((changedKey) => {
        if (changedKey !== key) return;
        const next = readDrawings(keeper.read(key));
        const { history, selected } = store.getState();
        const stays = next.some(({ id }) => id === selected);
        store.setState({
          history: changed(history, next),
          selected: stays ? selected : null,
        });
      }),
    undo: () => void take(undone(store.getState().history)),
    redo: () => void take(redone(store.getState().history)),
  };
}

/** One of these. */
export type DrawingStore = ReturnType<typeof drawingStore>;
