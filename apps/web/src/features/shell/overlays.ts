/** Which dialog of the shell is open, and the keys that open them. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { holdSingleKeys, singleKeysOn } from '../../platform/keyboard/single-keys.ts';

/** The shell's dialogs. */
export type Overlay = 'palette' | 'shortcuts';

const overlayStore = createStore<Overlay | null>(() => null);

/** Opens one. */
export function openOverlay(overlay: Overlay): void {
  holdSingleKeys(true);
  overlayStore.setState(overlay, true);
}

/** Closes the one that is open. */
export function closeOverlay(): void {
  holdSingleKeys(false);
  overlayStore.setState(null, true);
}

/** The one that is open. */
export function useOverlay(): Overlay | null {
  return useStore(overlayStore);
}

/** What the shell needs to know of a key press. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The dialog that a key opens. @param typing whether the focus is in a text field */
export function overlayOf(press: KeyPress, typing: boolean, singleKeys: boolean): Overlay | null {
  const { key, ctrlKey, metaKey, altKey } = press;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') return 'palette';
  if (ctrlKey || metaKey || altKey || typing || !singleKeys) return null;
  if (key === '/') return 'palette';
  return key === '?' ? 'shortcuts' : null;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Listens to the keys while mounted; an open dialog keeps them to itself. */
export function useOverlayKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const overlay = overlayOf(event, isTyping(event.target), singleKeysOn());
      if (overlay === null) return;
      event.preventDefault();
      openOverlay(overlay);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
