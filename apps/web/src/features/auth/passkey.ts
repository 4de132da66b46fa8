/** Passkeys as the browser has them: by its own functions, which read and write JSON. */

/** Whether this browser has passkeys for this address: an address of numbers has none. */
export function hasPasskeys(): boolean {
  const numbers = /^\[|^[\d.]+$/.test(location.hostname);
  const { PublicKeyCredential: kind } = globalThis;
  if (numbers || kind === undefined) return false;
  return (
    typeof kind.parseCreationOptionsFromJSON === 'function' &&
    typeof kind.parseRequestOptionsFromJSON === 'function'
  );
}

/** Whether the browser offers passkeys in the list of a field. */
export async function offersPasskeys(): Promise<boolean> {
  const ask = globalThis.PublicKeyCredential?.isConditionalMediationAvailable;
  return hasPasskeys() && ask !== undefined && (await ask.call(PublicKeyCredential));
}

/** The options of the server, as it sends them. */
export type ServerPasskeyOptions = object;

/** Has the device make a passkey; what the server is told of it. Rejects when the person declines. */
export async function makePasskey(options: ServerPasskeyOptions): Promise<string> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return told(await navigator.credentials.create({ publicKey }));
}

/**
 * Has the device show a passkey; what the server is told of it. Rejects when the person declines.
 * @param inField it is offered in the list of a field, and waited for as long as that takes
 */
export async function showPasskey(
  options: ServerPasskeyOptions,
  inField = false,
  signal?: AbortSignal,
): Promise<string> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const request: CredentialRequestOptions = { publicKey };
  if (inField) request.mediation = 'conditional';
  if (signal !== undefined) request.signal = signal;
  return told(await navigator.credentials.get(request));
}

/** Whether the person declined, or had no passkey to show: nobody's fault. */
export function isDeclined(error: unknown): boolean {
  const names = ['NotAllowedError', 'AbortError', 'InvalidStateError'];
  return error instanceof DOMException && names.includes(error.name);
}

function told(credential: Credential | null): string {
  if (credential instanceof PublicKeyCredential) return JSON.stringify(credential.toJSON());
  throw new DOMException('no passkey was shown', 'NotAllowedError');
}
