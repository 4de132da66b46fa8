/** How a fired alert makes itself noticed in this browser: by a sound and by the browser's notification, if chosen. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from '../../platform/storage/local.ts';

const SOUND = 'alert-sound';
const NOTIFY = 'alert-notify';
const ON = '1';
const OFF = '0';

/** What was chosen. */
export interface AlertSignals {
  readonly sound: boolean;
  /** Only where the browser allows it. */
  readonly notify: boolean;
}

/** Whether this browser has notifications. */
export const CAN_NOTIFY = 'Notification' in globalThis;

const store = createStore<AlertSignals>(() => ({
  sound: readLocal(SOUND) !== OFF,
  notify: readLocal(NOTIFY) === ON && CAN_NOTIFY && Notification.permission === 'granted',
}));

/** The choice. */
export function useSignals(): AlertSignals {
  return useStore(store);
}

/** Switches the sound; one that is switched on is heard. */
export function chooseSound(sound: boolean): void {
  store.setState({ sound });
  writeLocal(SOUND, sound ? ON : OFF);
  if (sound) beep();
}

/** Switches the browser's notification, and asks the browser for it; gives whether it is as chosen. */
export async function chooseNotify(wanted: boolean): Promise<boolean> {
  const notify = wanted && (await Notification.requestPermission()) === 'granted';
  store.setState({ notify });
  writeLocal(NOTIFY, notify ? ON : OFF);
  return notify === wanted;
}

/** Two short tones: Hz, and when each begins, s. */
const TONES = [
  [880, 0],
  [1_175, 0.16],
] as const;
const TONE_S = 0.14;
const LOUDNESS = 0.2;

let audio: AudioContext | null = null;

/** Makes the sound; a browser that has had no press on this page yet stays silent. */
function beep(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume();
    for (const [pitch, start] of TONES) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      const begins = audio.currentTime + start;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(LOUDNESS, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + TONE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + TONE_S);
    }
  } catch {
    // No sound card, or none that the page may use.
  }
}

/** What a notification says. */
export interface Signal {
  /** The same in all tabs: one takes the place of the other. */
  readonly tag: string;
  readonly text: string;
  /** The page that it leads to. */
  readonly path: string;
  readonly onShow: () => void;
}

async function showNotification({ tag, text, path, onShow }: Signal): Promise<void> {
  const options = { body: text, tag, data: path };
  try {
    const shown = new Notification('Halcyon', options);
    shown.onclick = () => {
      window.focus();
      shown.close();
      onShow();
    };
  } catch {
    // Phones show them by the service worker alone, which opens the page.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification('Halcyon', options);
  }
}

/** So long no other tab signals the same, ms. */
const SAME_MS = 3_000;

/** Signals that an alert fired, in one tab of all that are open. */
export function signal(said: Signal): void {
  const make = () => {
    const { sound, notify } = store.getState();
    if (sound) beep();
    if (notify) void showNotification(said).catch(() => undefined);
  };
  // Pages without TLS have no locks.
  if (navigator.locks === undefined) {
    make();
    return;
  }
  const hold = async (lock: Lock | null) => {
    if (lock === null) return;
    make();
    await new Promise((resolve) => setTimeout(resolve, SAME_MS));
  };
  void navigator.locks.request(`alert ${said.tag}`, { ifAvailable: true }, hold);
}
