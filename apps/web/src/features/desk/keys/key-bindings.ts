/** Which keys a person has chosen, and the commands of the presets: kept by account on this device. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  followLocal,
  readLocal,
  removeLocal,
  writeLocal,
} from '../../../platform/storage/local.ts';
import { isChord } from './chords.ts';
import { ACTIONS, type ActionName, PRESETS } from './key-actions.ts';

/** A command is no longer than what the search takes. */
export const COMMAND_MAX = 60;

/** What was chosen; the rest is as it was made. */
export interface KeyChoice {
  /** By action; '' = no key. */
  readonly keys: ReadonlyMap<ActionName, string>;
  readonly presets: readonly string[];
}

/** Shares of what there is: nothing that depends on a price. */
const FIRST_PRESETS: readonly string[] = [
  'buy 10% market',
  'buy 25% market',
  'buy 25% limit bid post',
  'sell 10% market',
  'sell 25% market',
  'sell 25% limit ask post',
];

const presetsOf = (given: readonly unknown[]): readonly string[] =>
  Array.from({ length: PRESETS }, (_, index) => {
    const text = given[index];
    return typeof text === 'string' ? text.slice(0, COMMAND_MAX) : '';
  });

const FIRST: KeyChoice = { keys: new Map(), presets: presetsOf(FIRST_PRESETS) };

/** What a kept text stands for; what is no choice is left out. */
export function choiceOf(kept: string | null): KeyChoice {
  try {
    const { keys, presets } = JSON.parse(kept ?? '') as Readonly<Record<string, unknown>>;
    const given = Object.entries(Object(keys) as Readonly<Record<string, unknown>>);
    const known = given.filter(
      (entry): entry is [ActionName, string] =>
        ACTIONS.has(entry[0] as ActionName) && (entry[1] === '' || isChord(entry[1])),
    );
    const chosen: KeyChoice = {
      keys: new Map(known),
      presets: Array.isArray(presets) ? presetsOf(presets) : FIRST.presets,
    };
    // Two actions of one key are none that this page has kept.
    const bound = [...ACTIONS.keys()].map((name) => keyOf(chosen, name)).filter(Boolean);
    return new Set(bound).size === bound.length ? chosen : { ...chosen, keys: FIRST.keys };
  } catch {
    return FIRST;
  }
}

/** The key of an action; '' = none. */
export function keyOf({ keys }: KeyChoice, name: ActionName): string {
  return keys.get(name) ?? ACTIONS.get(name)?.key ?? '';
}

/** The action of a key. */
export function actionOf(choice: KeyChoice, chord: string): ActionName | undefined {
  return [...ACTIONS.keys()].find((name) => keyOf(choice, name) === chord);
}

/** The choice with another key for an action, or the action that has it. @param chord '' = no key */
export function rebound(
  choice: KeyChoice,
  name: ActionName,
  chord: string,
): KeyChoice | { readonly taken: ActionName } {
  const taken = chord === '' ? undefined : actionOf(choice, chord);
  if (taken !== undefined && taken !== name) return { taken };
  const keys = new Map(choice.keys);
  if (chord === ACTIONS.get(name)?.key) keys.delete(name);
  else keys.set(name, chord);
  return { ...choice, keys };
}

interface Kept {
  readonly uid: string;
  readonly choice: KeyChoice;
}

const store = createStore<Kept>(() => ({ uid: '', choice: FIRST }));
const placeOf = (uid: string) => `desk-keys:${uid}`;

// It may have been made in another tab, or on another device.
followLocal((key, own) => {
  const { uid } = store.getState();
  if (!own && key === placeOf(uid)) store.setState({ choice: choiceOf(readLocal(key)) });
});

/** The choice of an account, which is read when another comes. */
export function keyChoice(uid: string): KeyChoice {
  if (store.getState().uid !== uid) {
    store.setState({ uid, choice: choiceOf(readLocal(placeOf(uid))) });
  }
  return store.getState().choice;
}

/** The same, drawn anew when it changes. */
export function useKeyChoice(uid: string): KeyChoice {
  const kept = useStore(store);
  return kept.uid === uid ? kept.choice : keyChoice(uid);
}

/** Keeps a choice; null = that of the beginning. */
export function keepKeys(uid: string, choice: KeyChoice | null): void {
  store.setState({ uid, choice: choice ?? FIRST });
  if (choice === null) removeLocal(placeOf(uid));
  else {
    const { keys, presets } = choice;
    writeLocal(placeOf(uid), JSON.stringify({ keys: Object.fromEntries(keys), presets }));
  }
}
