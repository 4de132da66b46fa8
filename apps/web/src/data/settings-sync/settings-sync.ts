/**
 * Keeps drawings, their styles, the terminal's arrangement and its keys in the account, so that they are the same
 * in all windows and on all devices. The browser's copy is what the page works with: nothing waits for this.
 */
import { followLocal, readLocal, writeLocal } from '../../platform/storage/local.ts';
import { RequestError } from '../rest/api-error.ts';
import { web } from '../rest/web.ts';
import { sessionStore } from '../state/session.ts';
import { type AccountSettings, type Base, syncRound, type Texts } from './sync-round.ts';
import { settingOf } from './synced-keys.ts';

const BASE_KEY = 'settings-synced';
/** A change waits for those that follow, ms. */
const QUIET_MS = 1_000;
/** Coming back to a page is told by its window and by its document at once, ms. */
const LOOK_MS = 50;
/** Rounds in which the account was changed meanwhile, one after another. */
const ROUNDS_MAX = 3;

const texts: Texts = {
  keys: () => Object.keys(localStorage),
  read: readLocal,
  adopt(key, text) {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    // The page takes it as what another of its tabs has written.
    dispatchEvent(new StorageEvent('storage', { key }));
  },
};

const account: AccountSettings = {
  versions: () => web('GET /setting-versions'),
  read: async (name) => JSON.stringify(await web('GET /settings/:name', { name })),
  put: (name, text, replaces) =>
    web('PUT /settings/:name', { name, value: JSON.parse(text), replaces }).catch(
      unlessChanged(null),
    ),
  drop: (name, version) =>
    web('DELETE /settings/:name', { name }, { query: { version } }).then(
      () => true,
      unlessChanged(false),
    ),
};

/** Gives `instead` where somebody else has changed the setting meanwhile; throws any other error. */
function unlessChanged<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof RequestError && error.reason === 'settingChanged') return instead;
    throw error;
  };
}

function readBase(): Base {
  try {
    const { uid, agreed } = JSON.parse(readLocal(BASE_KEY) ?? '{}') as Partial<Base>;
    if (typeof uid === 'string' && typeof agreed === 'object') return { uid, agreed };
  } catch {
    // Damaged: as if there were none.
  }
  return { uid: '', agreed: {} };
}

async function rounds(uid: string): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { base, complete } = await syncRound(readBase(), uid, texts, account);
    writeLocal(BASE_KEY, JSON.stringify(base));
    if (complete) return;
  }
}

/** One window at a time. */
function sync(uid: string): Promise<void> {
  const act = () => rounds(uid);
  return navigator.locks === undefined ? act() : navigator.locks.request(BASE_KEY, act);
}

/** Synchronizes from now on, while the account is signed in; the returned function ends that. */
export function syncSettings(uid: string): () => void {
  let timer = 0;
  const run = () => {
    clearTimeout(timer);
    // Without a connection the browser's copy serves; the next try comes with the next change or look.
    if (sessionStore.getState().user?.uid === uid) sync(uid).catch(() => {});
  };
  const runIn = (ms: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(run, ms);
  };
  const look = () => document.visibilityState === 'visible' && runIn(LOOK_MS);
  const unfollow = followLocal((key, own) => {
    if (own && settingOf(key, uid) !== null) runIn(QUIET_MS);
  });
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  window.addEventListener('online', run);
  run();
  return () => {
    clearTimeout(timer);
    unfollow();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
    window.removeEventListener('online', run);
  };
}
