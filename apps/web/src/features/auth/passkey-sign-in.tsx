/** Signing in with a passkey: by a button, and from the list of the e-mail field where browsers have it. */

import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { RequestError } from '../../data/rest/api-error.ts';
import { errorText } from '../../data/rest/error-text.ts';
import { web } from '../../data/rest/web.ts';
import { signInByPasskey } from '../../data/state/sign-in.ts';
import { useT } from '../../platform/locale/intl.tsx';
import { hasPasskeys, isDeclined, offersPasskeys, showPasskey } from './passkey.ts';
import { ThawOffer } from './thaw-part.ts';

/** What was asked for is good for five minutes at the server; another is asked for before that. */
const OFFER_MS = 4 * 60 * 1000;

/** Offers passkeys in the list of the field, over and over until one is chosen. */
class FieldOffer {
  readonly #onChosen: (passkey: string) => void;
  #pending: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChosen: (passkey: string) => void) {
    this.#onChosen = onChosen;
  }

  async start(): Promise<void> {
    this.stop();
    const own = new AbortController();
    this.#pending = own;
    this.#timer = setTimeout(() => void this.start(), OFFER_MS);
    try {
      if (!(await offersPasskeys())) return;
      const options = await web('POST /passkeys/login-challenge');
      if (own.signal.aborted) return;
      const passkey = await showPasskey(options, true, own.signal);
      if (!own.signal.aborted) this.#onChosen(passkey);
    } catch {
      // Nobody asked for it: the form is there all the same.
    }
  }

  /** A browser asks for one passkey at a time. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#pending?.abort();
    this.#pending = null;
  }
}

function usePasskeySignIn(onDone: (() => void) | undefined) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [selfFrozen, setSelfFrozen] = useState(false);
  const enter = async (offer: FieldOffer, show: () => Promise<string>) => {
    setBusy(true);
    setRefusal('');
    setSelfFrozen(false);
    offer.stop();
    try {
      await signInByPasskey(await show());
      onDone?.();
    } catch (error) {
      setRefusal(isDeclined(error) ? t('passkey.declined') : errorText(t, error));
      setSelfFrozen(error instanceof RequestError && error.reason === 'selfFrozen');
      setBusy(false);
      void offer.start();
    }
  };
  const latest = useRef(enter);
  useEffect(() => {
    latest.current = enter;
  });
  const [offer] = useState(
    () => new FieldOffer((passkey) => void latest.current(offer, async () => passkey)),
  );
  useEffect(() => {
    void offer.start();
    return () => offer.stop();
  }, [offer]);
  const press = () =>
    enter(offer, async () => showPasskey(await web('POST /passkeys/login-challenge')));
  return { busy, refusal, selfFrozen, press };
}

/** The button. @param props.onDone called once somebody is signed in */
export function PasskeySignIn({ onDone }: { readonly onDone?: (() => void) | undefined }) {
  const t = useT();
  const { busy, refusal, selfFrozen, press } = usePasskeySignIn(onDone);
  if (!hasPasskeys()) return null;
  return (
    <div className="auth-passkey">
      {refusal !== '' && (
        <p className="auth-refusal" role="alert">
          {refusal}
        </p>
      )}
      {selfFrozen && <ThawOffer email="" />}
      <Button large block busy={busy} onClick={() => void press()}>
        {t('passkey.login')}
      </Button>
    </div>
  );
}
