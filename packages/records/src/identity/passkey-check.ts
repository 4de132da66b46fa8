/**
 * What a browser says of a passkey, checked by the library; the one file that knows it. It is loaded
 * when the first passkey is shown: most exchanges that are started never see one.
 */
import { isIP } from 'node:net';
import { RecordsError } from '../errors.ts';
import type { IdentityContext } from './context.ts';
import { RESET_LINK_MAX } from './limits.ts';
import { type ChallengePurpose, isChallenge } from './passkey-challenge.ts';

/** What a browser's `PublicKeyCredential.toJSON()` gave, as text. */
export interface ShownPasskey {
  readonly credential: string;
  /** Of the page that it was shown on. */
  readonly origin: string;
}

/** A passkey that was just made. */
export interface MadePasskey {
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  /** Used up in the transaction that stores the passkey. */
  readonly challenge: string;
}

/** A passkey as it is stored. */
export interface StoredPasskey {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
}

/** Algorithms that are taken: Ed25519, ECDSA on P-256, RSA. */
export const PASSKEY_ALGORITHMS: readonly number[] = [-8, -7, -257];

type Fields = Readonly<Record<string, unknown>>;

/** The name that passkeys of an origin are bound to. Throws `badRequest` where there is none. */
export function relyingParty(origin: string): string {
  const { hostname } = new URL(origin.slice(0, RESET_LINK_MAX));
  if (isIP(hostname) === 0 && !hostname.startsWith('[')) return hostname;
  const message = `passkeys need a name, ${hostname} is an address: open the exchange by its name`;
  throw new RecordsError('badRequest', message, { field: 'origin' });
}

/** Reads what the browser says of a passkey that it made. Throws `badPasskey`. */
export async function checkMade(
  context: IdentityContext,
  purpose: ChallengePurpose,
  shown: ShownPasskey,
): Promise<MadePasskey> {
  const { id, response } = fieldsOf(shown.credential);
  const attestationObject = textOf(response, 'attestationObject');
  const clientDataJSON = textOf(response, 'clientDataJSON');
  let challenge = '';
  checkAlone(clientDataJSON);
  return trusted(async () => {
    const [library, helpers] = await Promise.all([
      import('@simplewebauthn/server'),
      import('@simplewebauthn/server/helpers'),
    ]);
    const bytes = helpers.isoBase64URL.toBuffer(attestationObject);
    const attestation = helpers.decodeAttestationObject(bytes);
    // We ask for no certificates. Who sends one could have the library fetch its list of revocations.
    const bare = ['none', 'packed'].includes(attestation.get('fmt'));
    if (!bare || attestation.get('attStmt').get('x5c') !== undefined) return null;
    const result = await library.verifyRegistrationResponse({
      response: { ...envelope(id), response: { clientDataJSON, attestationObject } },
      expectedChallenge: (given) => {
        challenge = given;
        return isChallenge(context, purpose, given);
      },
      expectedOrigin: purpose.origin,
      expectedRPID: relyingParty(purpose.origin),
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    });
    if (!result.verified) return null;
    const { id: credentialId, publicKey, counter } = result.registrationInfo.credential;
    const key = Buffer.from(publicKey).toString('base64url');
    return { credentialId, publicKey: key, counter, challenge };
  });
}

/** The id of a passkey that is shown. Throws `badPasskey`. */
export function shownId(shown: ShownPasskey): string {
  return fieldsOf(shown.credential).id;
}

/** Checks the signature of a known passkey; its new counter. Throws `badPasskey`. */
export async function checkShown(
  context: IdentityContext,
  purpose: ChallengePurpose,
  shown: ShownPasskey,
  stored: StoredPasskey,
): Promise<{ readonly counter: number; readonly challenge: string }> {
  const { id, response } = fieldsOf(shown.credential);
  const signed = {
    clientDataJSON: textOf(response, 'clientDataJSON'),
    authenticatorData: textOf(response, 'authenticatorData'),
    signature: textOf(response, 'signature'),
  };
  let challenge = '';
  checkAlone(signed.clientDataJSON);
  return trusted(async () => {
    const library = await import('@simplewebauthn/server');
    const result = await library.verifyAuthenticationResponse({
      response: { ...envelope(id), response: signed },
      expectedChallenge: (given) => {
        challenge = given;
        return isChallenge(context, purpose, given);
      },
      expectedOrigin: purpose.origin,
      expectedRPID: relyingParty(purpose.origin),
      credential: {
        id: stored.credential_id,
        publicKey: new Uint8Array(Buffer.from(stored.public_key, 'base64url')),
        counter: stored.counter,
      },
    });
    if (!result.verified) return null;
    return { counter: result.authenticationInfo.newCounter, challenge };
  });
}

/** Every fault in what was shown is one refusal: the library throws for each. */
async function trusted<T>(check: () => Promise<T | null>): Promise<T> {
  let result: T | null = null;
  try {
    result = await check();
  } catch (cause) {
    throw badPasskey(cause);
  }
  if (result === null) throw badPasskey();
  return result;
}

/** Our pages stand in no frame of another site's; the library does not look. Throws `badPasskey`. */
function checkAlone(clientDataJSON: string): void {
  const said = objectOf(parsedOf(Buffer.from(clientDataJSON, 'base64url').toString()));
  if (said['crossOrigin'] === true || said['topOrigin'] !== undefined) throw badPasskey();
}

function envelope(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

function fieldsOf(credential: string): { readonly id: string; readonly response: Fields } {
  const fields = objectOf(parsedOf(credential));
  return { id: textOf(fields, 'id'), response: objectOf(fields['response']) };
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw badPasskey(cause);
  }
}

function objectOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null) return value as Fields;
  throw badPasskey();
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '') return value;
  throw badPasskey();
}

/** The passkey is unknown, was shown for something else or too late, or its signature is wrong. */
export function badPasskey(cause?: unknown): RecordsError {
  const message =
    'The passkey was not accepted. It may have been removed here, or it took too long.';
  return new RecordsError('badPasskey', message, { field: 'passkey', cause });
}
