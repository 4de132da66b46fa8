/** Who is signed in. The cookie is the session; this is only what the page knows about it. */

import type { ActingAs, Begun, PaperOffer, SessionUser } from '@halcyon/domain/web';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { ACTING, actAs } from '../../platform/client/acting.ts';
import { reloadPage } from '../../platform/links/page.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';
import { setCsrfToken, setRequestLanguage, setSessionHooks } from '../rest/http.ts';
import { web } from '../rest/web.ts';
import { privateLink } from '../ws/links.ts';

/** The session as the page sees it. */
export interface Session {
  /** `unknown` until the server has answered for the first time. */
  readonly phase: 'unknown' | 'known';
  readonly user: SessionUser | null;
  /** The sub-account of the person that the page acts as. */
  readonly subAccount: ActingAs | null;
  readonly simulated: boolean;
  readonly faucet: boolean;
  /** Origins that images may come from, besides our own. */
  readonly imageHosts: readonly string[];
  /** Mails can be read on a page. */
  readonly outbox: boolean;
  /** What the exchange has of paper trading. */
  readonly paper: PaperOffer;
  readonly copyTrading: boolean;
}

/** The store behind `useSession`. */
export const sessionStore = createStore<Session>(() => ({
  phase: 'unknown',
  user: null,
  subAccount: null,
  // The server says so of a market that nobody simulates.
  simulated: globalThis.document?.documentElement?.dataset['market'] !== 'own',
  faucet: false,
  imageHosts: [],
  outbox: false,
  paper: { open: true, guests: false, fault: false },
  copyTrading: false,
}));

/** The session; re-renders on change. */
export function useSession(): Session {
  return useStore(sessionStore);
}

/** Reads the session from the server; a failure leaves the visitor signed out. */
export async function loadSession(): Promise<void> {
  try {
    const row = await web('GET /session');
    // A guest is somebody in simulation trading only.
    const user = row.user?.guest === true && !SIMULATING ? null : row.user;
    const before = sessionStore.getState().user?.uid;
    if (before !== undefined && user !== null && user.uid !== before) {
      // Another tab signed in as somebody else: nothing on this page may outlive that.
      reloadPage();
      return;
    }
    if (ACTING !== '' && user !== null && row.subAccount === null) {
      // Frozen, or of somebody who was signed in here before.
      actAs('');
      return;
    }
    setCsrfToken(row.csrfToken);
    if (user === null) privateLink.close();
    sessionStore.setState({
      phase: 'known',
      user,
      subAccount: row.subAccount,
      simulated: row.market.simulated,
      faucet: row.faucet.enabled,
      imageHosts: row.images.hosts,
      outbox: row.outbox.open,
      paper: row.paper,
      copyTrading: row.copyTrading === true,
    });
  } catch {
    sessionStore.setState({ phase: 'known' });
  }
}

/** The session once the server has answered, or failed to. */
export function sessionKnown(): Promise<Session> {
  return new Promise((resolve) => {
    const settle = (session: Session): void => {
      if (session.phase !== 'known') return;
      stop();
      resolve(session);
    };
    const stop = sessionStore.subscribe(settle);
    settle(sessionStore.getState());
  });
}

/** Goes on as the person of a session that has begun. */
export function begin({ user, csrfToken }: Begun): void {
  setCsrfToken(csrfToken);
  privateLink.close();
  sessionStore.setState({ user });
}

/** Whether an order of this visitor would open a guest account. */
export function isGuestToBe({ phase, user, paper }: Session): boolean {
  return SIMULATING && phase === 'known' && user === null && paper.guests;
}

let opening: Promise<void> | null = null;

/** Opens the guest account of this browser, before its first order; rejects with an ApiError. */
export function openGuest(): Promise<void> {
  opening ??= web('POST /paper/guest')
    .then(begin)
    .finally(() => {
      opening = null;
    });
  return opening;
}

/** Who waits for a proof of who is here; null when nobody does. */
export const stepUpStore = createStore<{ readonly answer: ((back: boolean) => void) | null }>(
  () => ({ answer: null }),
);
let asked: Promise<boolean> | null = null;

/** Asks for a proof, once for all requests that wait for it; false when it is not given. */
function askProof(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => stepUpStore.setState({ answer: resolve })).finally(
    () => {
      asked = null;
      stepUpStore.setState({ answer: null });
    },
  );
  return asked;
}

/** Settles when no session is being replaced: until then an answer "signed out" may be of the old one. */
let replaced: Promise<unknown> = Promise.resolve();

/** Tells of a request whose answer begins another session in place of this one. */
export function replacing(work: Promise<unknown>): void {
  // A replacement may need a proof first, which is another one.
  replaced = Promise.allSettled([replaced, work]);
}

const TELL_MS = 60_000;
let toldAt = 0;

/** Tells the server, at most once a minute, that a person is at the page. */
function reportActivity(): void {
  if (sessionStore.getState().user === null || Date.now() - toldAt < TELL_MS) return;
  toldAt = Date.now();
  web('POST /activity').catch(() => undefined);
}

/** The page is in another language: requests name it, and mails are written in it at once. */
export function reportLanguage(tag: string): void {
  setRequestLanguage(tag);
  toldAt = 0;
  reportActivity();
}

/** Listens to whatever a person does on the page. */
export function watchActivity(): void {
  for (const kind of ['pointerdown', 'keydown']) {
    addEventListener(kind, reportActivity, { capture: true, passive: true });
  }
}

setSessionHooks({
  onSignedOut() {
    // A request that was under way when the session was replaced is refused too: ask the server.
    void replaced.then(() => {
      if (sessionStore.getState().user !== null) void loadSession();
    });
  },
  onStepUp: askProof,
  async onStaleToken() {
    const before = sessionStore.getState().user?.uid;
    await loadSession();
    // Never repeat a person's request in the name of another.
    return before !== undefined && sessionStore.getState().user?.uid === before;
  },
});
