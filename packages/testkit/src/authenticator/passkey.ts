/** A device that keeps passkeys, as the browser's answers show it: ES256, no attestation. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const KEY_INSIDE = 0x40;

/** What a test may have the device or the browser do wrong. */
export interface PasskeyFaults {
  /** The page that the browser says it is on. */
  readonly origin?: string;
  readonly rpId?: string;
  /** The device did not ask for finger, face or PIN. */
  readonly unverified?: boolean;
  /** How often the key says that it was used. */
  readonly counter?: number;
  /** What the browser says besides, or in place of what it would. */
  readonly client?: Readonly<Record<string, unknown>>;
  /** COSE bytes of the algorithm that a new key says it has. */
  readonly algorithm?: readonly number[];
  /** How the device says that it proves what it is. */
  readonly format?: string;
  /** Bytes of what the device says that are cut off its end. */
  readonly cut?: number;
  /** A bit of the signature that is the other way round. */
  readonly flipped?: number;
  /** More flags of the device, or fewer. */
  readonly flags?: (flags: number) => number;
  readonly userHandle?: string;
}

/** The options of the server, as far as the device reads them. */
export interface AskedPasskey {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** One passkey. */
export class SoftPasskey {
  readonly #key: KeyObject;
  readonly #public: KeyObject;
  readonly #origin: string;
  readonly id = randomBytes(32).toString('base64url');

  /** @param origin of the page that it is used on */
  constructor(origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#public = publicKey;
    this.#origin = origin;
  }

  /** The text of `PublicKeyCredential.toJSON()` for a passkey that was just made. */
  make(options: unknown, faults: PasskeyFaults = {}): string {
    const { challenge, rp } = options as AskedPasskey;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const inside = Buffer.concat([Buffer.alloc(16), length, id, this.#cose(faults)]);
    const data = cutBy(
      Buffer.concat([authenticatorData(rp?.id ?? '', KEY_INSIDE, faults), inside]),
      faults,
    );
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText(faults.format ?? 'none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ]).toString('base64url');
    const client = this.#client('webauthn.create', challenge, faults);
    const clientDataJSON = client.toString('base64url');
    return this.#json({ clientDataJSON, attestationObject });
  }

  /** The same for one that is shown. */
  show(options: unknown, faults: PasskeyFaults = {}): string {
    const { challenge, rpId = '' } = options as AskedPasskey;
    const data = cutBy(authenticatorData(rpId, 0, faults), faults);
    const client = this.#client('webauthn.get', challenge, faults);
    const hash = createHash('sha256').update(client).digest();
    const signature = sign('sha256', Buffer.concat([data, hash]), this.#key);
    if (faults.flipped !== undefined) {
      signature[faults.flipped >> 3]! ^= 1 << (faults.flipped & 7);
    }
    return this.#json({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      ...(faults.userHandle !== undefined && { userHandle: faults.userHandle }),
    });
  }

  #client(type: string, challenge: string, faults: PasskeyFaults): Buffer {
    const origin = faults.origin ?? this.#origin;
    return Buffer.from(
      JSON.stringify({ type, challenge, origin, crossOrigin: false, ...faults.client }),
    );
  }

  #json(response: Readonly<Record<string, string>>): string {
    const { id } = this;
    return JSON.stringify({ id, rawId: id, type: 'public-key', response });
  }

  /** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
  #cose({ algorithm = [0x26] }: PasskeyFaults): Buffer {
    const { x = '', y = '' } = this.#public.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, ...algorithm, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, 'base64url')),
    ]);
  }
}

function authenticatorData(rpId: string, flags: number, faults: PasskeyFaults): Buffer {
  const hash = createHash('sha256')
    .update(faults.rpId ?? rpId)
    .digest();
  const verified = faults.unverified === true ? 0 : USER_VERIFIED;
  const tail = Buffer.alloc(5);
  const said = flags | USER_PRESENT | verified;
  tail.writeUInt8(faults.flags?.(said) ?? said, 0);
  tail.writeUInt32BE(faults.counter ?? 0, 1);
  return Buffer.concat([hash, tail]);
}

function cutBy(data: Buffer, { cut = 0 }: PasskeyFaults): Buffer {
  return data.subarray(0, data.length - cut);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes;
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), bytes]);
}
