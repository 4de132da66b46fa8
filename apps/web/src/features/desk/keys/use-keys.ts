/** Listens to the keys of a desk while mounted. */

import { useEffect, useRef } from 'react';
import { toast } from '../../../components/toast.tsx';
import { singleKeysFree } from '../../../platform/keyboard/single-keys.ts';
import { useT } from '../../../platform/locale/intl.tsx';
import { hasPrice, type SideName } from '../order-form/draft.ts';
import { formsShown } from '../order-form/form-handle.ts';
import { arm, isArmed } from './armed.ts';
import { chordOf, worksInNumbers } from './chords.ts';
import {
  chooseKind,
  chooseShare,
  chooseSide,
  focusField,
  sendFormOf,
  sideAtHand,
  stepField,
} from './form-keys.ts';
import { ACTIONS, type KeyDoes } from './key-actions.ts';
import { actionOf, keyChoice } from './key-bindings.ts';

/** Boxes and sliders take no letters. */
const TYPED = 'input:not([type=checkbox],[type=radio],[type=range]),textarea,select';

/** Whether a key that is pressed there may mean something. */
function isFree(target: EventTarget | null, chord: string): boolean {
  if (!(target instanceof HTMLElement)) return true;
  if (target.closest('dialog, [popover]') !== null) return false;
  if (target.matches('.order-form .number-input')) return worksInNumbers(chord);
  return !target.isContentEditable && !target.matches(TYPED);
}

/** Steps may come again and again while a key is held; what sends may not. */
function repeats(what: KeyDoes): boolean {
  return what.does === 'step';
}

interface Options {
  readonly uid: string;
  /** Does what a command says. */
  readonly say: (command: string) => void;
  readonly onLadder: () => void;
  readonly onAlerts: () => void;
  /** The side that was chosen by key last, where the form has both. */
  readonly side: SideName;
  readonly onSide: (side: SideName) => void;
}

/** See the head of the file. */
export function useKeys(options: Options): void {
  const t = useT();
  const run = (what: KeyDoes) => {
    const { say, onLadder, onAlerts, onSide, uid } = options;
    const side = sideAtHand(options.side);
    const focus = (field: 'price' | 'size', at: SideName) =>
      focusField(field, at, t('order.price'));
    switch (what.does) {
      case 'side': {
        chooseSide(what.side);
        onSide(what.side);
        const [form] = formsShown();
        if (form !== undefined) focus(hasPrice(form.draft) ? 'price' : 'size', what.side);
        return;
      }
      case 'kind':
        return chooseKind(what.kind);
      case 'step':
        return stepField(what.field, what.by, side);
      case 'share':
        return chooseShare(what.percent, side);
      case 'focus':
        return focus(what.field, side);
      case 'send':
        return sendFormOf(side, !isArmed());
      case 'arm':
        return arm(!isArmed());
      case 'ladder':
        return onLadder();
      case 'alerts':
        return onAlerts();
      case 'say':
        return say(what.say);
      case 'preset': {
        const command = keyChoice(uid).presets[what.preset - 1] ?? '';
        if (command === '') toast('info', t('desk.noPreset', { number: what.preset }));
        else say(command);
      }
    }
  };
  const latest = useRef({ run, uid: options.uid });
  latest.current = { run, uid: options.uid };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !singleKeysFree()) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const chord = chordOf(event);
      if (chord === null || !isFree(event.target, chord)) return;
      const name = actionOf(keyChoice(latest.current.uid), chord);
      const what = name && ACTIONS.get(name)?.what;
      if (what === undefined) return;
      event.preventDefault();
      if (!event.repeat || repeats(what)) latest.current.run(what);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
