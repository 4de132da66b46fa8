/** The sheet of trading keys: what each does, another key for it, and the commands of the presets. */

import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { useT } from '../../../platform/locale/intl.tsx';
import { chordOf } from './chords.ts';
import { ACTION_GROUPS, ACTIONS, type ActionName, actionLabel } from './key-actions.ts';
import { COMMAND_MAX, keepKeys, keyOf, rebound, useKeyChoice } from './key-bindings.ts';
import './desk.css';

/** Keys that only lead to another. */
const HELD: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'];

interface RowProps {
  readonly uid: string;
  readonly name: ActionName;
}

/** The key of an action: pressed, it waits for another; Backspace leaves it none. */
function KeyButton({ uid, name }: RowProps) {
  const t = useT();
  const choice = useKeyChoice(uid);
  const [waits, setWaits] = useState(false);
  const [refused, setRefused] = useState('');
  const chord = keyOf(choice, name);
  const label = actionLabel(t, name);
  const take = (given: string | null, pressed: string) => {
    if (given === null) return setRefused(t('desk.reserved', { key: pressed }));
    const next = rebound(choice, name, given);
    if ('taken' in next) {
      return setRefused(t('desk.taken', { key: given, action: actionLabel(t, next.taken) }));
    }
    keepKeys(uid, next);
    setRefused('');
    setWaits(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (!waits || HELD.includes(key) || key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') setWaits(false);
    else if (key === 'Backspace') take('', key);
    else take(chordOf(event.nativeEvent), key === ' ' ? '␣' : key);
  };
  return (
    <>
      <button
        type="button"
        className={`desk-key ${waits ? 'waiting' : ''}`}
        aria-label={t('desk.change', { action: label, key: chord === '' ? '–' : chord })}
        onClick={() => {
          setRefused('');
          setWaits(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setWaits(false)}
      >
        {waits ? t('desk.press') : chord === '' ? '–' : chord}
      </button>
      {refused !== '' && (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
    </>
  );
}

/** The command of a preset. */
function PresetField({ uid, preset }: { readonly uid: string; readonly preset: number }) {
  const t = useT();
  const choice = useKeyChoice(uid);
  const [text, setText] = useState(choice.presets[preset - 1] ?? '');
  const keep = () => {
    const presets = choice.presets.map((one, index) => (index === preset - 1 ? text.trim() : one));
    keepKeys(uid, { ...choice, presets });
  };
  return (
    <input
      className="input-box desk-preset"
      dir="auto"
      aria-label={t('desk.preset', { number: preset })}
      value={text}
      maxLength={COMMAND_MAX}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => setText(target.value)}
      onBlur={keep}
    />
  );
}

function Rows({ uid, names }: { readonly uid: string; readonly names: Iterable<ActionName> }) {
  const t = useT();
  return (
    <dl>
      {[...names].map((name) => {
        const what = ACTIONS.get(name)?.what;
        return (
          <div key={name}>
            <dt>{actionLabel(t, name)}</dt>
            <dd className="desk-binding">
              {what?.does === 'preset' && <PresetField uid={uid} preset={what.preset} />}
              <KeyButton uid={uid} name={name} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The sheet's part about trading. */
export function KeysSheet({ uid }: { readonly uid: string }) {
  const t = useT();
  // Fields of presets begin anew with the keys of the beginning.
  const [turn, setTurn] = useState(0);
  return (
    <section className="shortcuts" key={turn}>
      <h3>{t('desk.title')}</h3>
      <Rows uid={uid} names={ACTION_GROUPS.form.keys()} />
      <p className="field-hint">{t('desk.atOnce')}</p>
      <Rows uid={uid} names={ACTION_GROUPS.atOnce.keys()} />
      <p className="field-hint">{t('desk.presetHint')}</p>
      <Rows uid={uid} names={ACTION_GROUPS.presets.keys()} />
      <Button
        look="link"
        onClick={() => {
          keepKeys(uid, null);
          setTurn(turn + 1);
        }}
      >
        {t('desk.reset')}
      </Button>
    </section>
  );
}
