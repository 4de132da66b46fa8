/**
 * Commands as bytes. Orders and cancels have a fixed little-endian layout (read in place, no
 * allocation but for client ids); rare operator commands are canonical JSON behind the same header.
 *
 * Header, 24 bytes: kind u16, options u16 (of orders), text lengths u8 × 4, seq f64, time f64. Then the numbers of
 * the kind as f64 in the order listed below, then the texts. The engine applies what it decodes from
 * these very bytes, so that replay and live cannot differ.
 */
import { assert, InvariantError } from './assert.ts';
import { CommandKind } from './command-kinds.ts';
import type { Command } from './commands.ts';
import { ACTOR_LENGTH_MAX, FLOW_DETAIL_LENGTH_MAX, REASON_LENGTH_MAX } from './limits.ts';
import { decodeGhost, decodePrices, encodeGhost, encodePrices } from './number-codec.ts';

/** Longest encoded command, bytes; of the rare ones that are stored as JSON, and of all others. */
export const RARE_COMMAND_BYTES_MAX = 16_384;
export const COMMAND_BYTES_MAX = 4_096;

// Own constants where the code is hot: the compiler cannot fold imported ones.
const PLACE: typeof CommandKind.place = 1;
const CANCEL: typeof CommandKind.cancel = 2;
const GHOST: typeof CommandKind.ghost = 14;
const PRICES: typeof CommandKind.prices = 15;
const HEADER_BYTES = 24;
/** Kinds from this one on are stored as JSON. */
export const FIRST_JSON_KIND = 32;

type Numbers = readonly string[];
type Texts = readonly string[];

const ATTACHED: Numbers = [
  'takeProfitTrigger',
  'takeProfitPrice',
  'stopLossTrigger',
  'stopLossPrice',
];

const LOAN: Numbers = ['account', 'instrument', 'asset', 'amount'];

/** Of a plan: they lie in its `attached`. */
const PLAN_ATTACHED: Numbers = [...ATTACHED, 'takeProfitBy', 'stopLossBy'];

/** Of the header's options: the rare numbers of the kind come behind the others. */
const HAS_RARE = 0x8000;
/** A rare number that the command does not give. */
const ABSENT = -1;

interface Layout {
  readonly numbers: Numbers;
  /** What few commands of the kind give. */
  readonly rare?: Numbers;
  readonly texts: Texts;
}

/** Field order per kind. Only ever append: old journals are read by position. */
const LAYOUT: Readonly<Record<number, Layout>> = {
  [CommandKind.place]: {
    numbers: [
      'account',
      'instrument',
      'side',
      'type',
      'timeInForce',
      'selfTrade',
      'price',
      'quantity',
      'quoteAmount',
      ...ATTACHED,
    ],
    texts: ['clientId'],
  },
  [CommandKind.cancel]: { numbers: ['account', 'order'], texts: ['clientId'] },
  [CommandKind.amend]: {
    numbers: ['account', 'order', 'price', 'quantity'],
    texts: ['clientId'],
  },
  [CommandKind.replace]: {
    numbers: ['account', 'order', 'price', 'quantity', ...ATTACHED],
    texts: ['clientId', 'newClientId'],
  },
  [CommandKind.cancelAll]: { numbers: ['account', 'instrument'], texts: [] },
  [CommandKind.countdown]: { numbers: ['account', 'timeoutMs'], texts: [] },
  [CommandKind.placePlan]: {
    numbers: [
      'account',
      'instrument',
      'side',
      'planType',
      'triggerBy',
      'selfTrade',
      'triggerPrice',
      'price',
      'quantity',
      'quoteAmount',
      'callbackPpm',
    ],
    rare: PLAN_ATTACHED,
    texts: ['clientId'],
  },
  [CommandKind.cancelPlan]: { numbers: ['account', 'order'], texts: ['clientId'] },
  [CommandKind.amendPlan]: {
    numbers: ['account', 'order', 'triggerPrice', 'price', 'quantity', 'quoteAmount'],
    rare: ['callbackPpm', 'triggerBy', ...PLAN_ATTACHED],
    texts: ['clientId'],
  },
  [CommandKind.placeOco]: {
    numbers: [
      'account',
      'instrument',
      'side',
      'selfTrade',
      'price',
      'quantity',
      'stopTrigger',
      'stopPrice',
    ],
    texts: ['clientId', 'stopClientId'],
  },
  [CommandKind.cancelAllPlans]: { numbers: ['account', 'instrument'], texts: [] },
  [CommandKind.tick]: { numbers: [], texts: [] },
  [CommandKind.checkpoint]: { numbers: ['chain'], texts: [] },
  [CommandKind.setLeverage]: {
    numbers: ['account', 'instrument', 'leg', 'leverage'],
    rare: ['shortLeverage'],
    texts: [],
  },
  [CommandKind.setMarginMode]: { numbers: ['account', 'instrument', 'mode'], texts: [] },
  [CommandKind.setPositionMode]: { numbers: ['account', 'mode'], texts: [] },
  [CommandKind.changeMargin]: { numbers: ['account', 'instrument', 'leg', 'amount'], texts: [] },
  [CommandKind.setAutoMargin]: { numbers: ['account', 'instrument', 'leg', 'on'], texts: [] },
  [CommandKind.borrow]: { numbers: LOAN, texts: ['clientId'] },
  [CommandKind.repay]: { numbers: LOAN, texts: ['clientId'] },
  [CommandKind.flashRepay]: { numbers: ['account', 'instrument', 'asset'], texts: [] },
};

/** Amounts inside JSON commands: bigint here, decimal text in the bytes. */
const BIGINT_KEYS: ReadonlySet<string> = new Set(['amount', 'fee', 'dayMax']);

/**
 * Writes `command` at `offset` and returns its length in bytes.
 * @throws InvariantError when it or one of its texts is too long, or a text is not ASCII in a fixed layout
 */
export function encodeCommand(command: Command, bytes: Uint8Array, offset: number): number {
  const view = viewOf(bytes);
  view.setUint16(offset, command.kind, true);
  view.setUint16(offset + 2, 0, true);
  view.setUint32(offset + 4, 0, true);
  view.setFloat64(offset + 8, command.seq, true);
  view.setFloat64(offset + 16, command.time, true);
  if (command.kind === PLACE) return encodePlace(command, view, bytes, offset);
  if (command.kind === CANCEL) return encodeCancel(command, view, bytes, offset);
  if (command.kind >= FIRST_JSON_KIND) return encodeJson(command, bytes, offset);
  if (command.kind === GHOST) return encodeGhost(command, bytes, offset + HEADER_BYTES) - offset;
  if (command.kind === PRICES) {
    const length = encodePrices(command, bytes, offset + HEADER_BYTES) - offset;
    assert(length <= COMMAND_BYTES_MAX, `a command is over ${COMMAND_BYTES_MAX} bytes`);
    return length;
  }
  return encodeLayout(command as unknown as Record<string, unknown>, view, bytes, offset);
}

type PlaceFields = Extract<Command, { kind: typeof CommandKind.place }>;

function encodePlace(c: PlaceFields, view: DataView, bytes: Uint8Array, offset: number): number {
  if (c.options !== undefined && c.options !== 0) view.setUint16(offset + 2, c.options, true);
  let i = offset + HEADER_BYTES;
  view.setFloat64(i, c.account, true);
  view.setFloat64(i + 8, c.instrument, true);
  view.setFloat64(i + 16, c.side, true);
  view.setFloat64(i + 24, c.type, true);
  view.setFloat64(i + 32, c.timeInForce, true);
  view.setFloat64(i + 40, c.selfTrade, true);
  view.setFloat64(i + 48, c.price, true);
  view.setFloat64(i + 56, c.quantity, true);
  view.setFloat64(i + 64, c.quoteAmount, true);
  view.setFloat64(i + 72, c.takeProfitTrigger, true);
  view.setFloat64(i + 80, c.takeProfitPrice, true);
  view.setFloat64(i + 88, c.stopLossTrigger, true);
  view.setFloat64(i + 96, c.stopLossPrice, true);
  i += 104;
  bytes[offset + 4] = c.clientId.length;
  return writeAscii(c.clientId, bytes, i) - offset;
}

type CancelFields = Extract<Command, { kind: typeof CommandKind.cancel }>;

function encodeCancel(c: CancelFields, view: DataView, bytes: Uint8Array, offset: number): number {
  const i = offset + HEADER_BYTES;
  view.setFloat64(i, c.account, true);
  view.setFloat64(i + 8, c.order, true);
  bytes[offset + 4] = c.clientId.length;
  return writeAscii(c.clientId, bytes, i + 16) - offset;
}

function encodeLayout(
  fields: Record<string, unknown>,
  view: DataView,
  bytes: Uint8Array,
  offset: number,
): number {
  const layout = LAYOUT[fields['kind'] as number];
  if (layout === undefined) {
    throw new InvariantError(`no layout for command kind ${String(fields['kind'])}`);
  }
  const rare = rareOf(layout, fields);
  const attached = fields['attached'] as Record<string, unknown> | undefined;
  const options = (fields['options'] as number | undefined) ?? 0;
  view.setUint16(offset + 2, rare.length === 0 ? options : options | HAS_RARE, true);
  let i = offset + HEADER_BYTES;
  for (const name of [...layout.numbers, ...rare]) {
    const value = fields[name] ?? attached?.[name];
    view.setFloat64(i, (value as number | undefined) ?? ABSENT, true);
    i += 8;
  }
  let text = 0;
  for (const name of layout.texts) {
    const value = fields[name] as string;
    bytes[offset + 4 + text] = value.length;
    i = writeAscii(value, bytes, i);
    text += 1;
  }
  return i - offset;
}

/** The rare numbers of a kind, where the command gives one of them. */
function rareOf(layout: Layout, fields: Readonly<Record<string, unknown>>): Numbers {
  const { rare = [] } = layout;
  const given = fields['attached'] !== undefined || rare.some((name) => fields[name] !== undefined);
  return given ? rare : [];
}

function writeAscii(text: string, bytes: Uint8Array, offset: number): number {
  assert(text.length <= 255, 'a text of a command is over 255 characters');
  for (let k = 0; k < text.length; k++) {
    const c = text.charCodeAt(k);
    assert(c < 128, 'a text of a command is not ASCII');
    bytes[offset + k] = c;
  }
  return offset + text.length;
}

/** Texts of operator commands that have a limit of their own. Old journals may be over it. */
const TEXT_LIMITS = [
  ['actor', ACTOR_LENGTH_MAX],
  ['reason', REASON_LENGTH_MAX],
] as const;
/** Bytes of a character, as its JSON escape. */
const ESCAPED_BYTES = 6;

assert(
  FLOW_DETAIL_LENGTH_MAX + ESCAPED_BYTES * (ACTOR_LENGTH_MAX + REASON_LENGTH_MAX) <
    COMMAND_BYTES_MAX - 200,
  'the longest actor and reason leave no room for the rest of a command',
);

function encodeJson(command: Command, bytes: Uint8Array, offset: number): number {
  checkTexts(command as unknown as Record<string, unknown>);
  const { kind: _kind, seq: _seq, time: _time, ...rest } = command;
  const text = JSON.stringify(rest, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const end = writeUtf8(text, bytes, offset + HEADER_BYTES);
  assert(
    end - offset <= RARE_COMMAND_BYTES_MAX,
    `a command is over ${RARE_COMMAND_BYTES_MAX} bytes`,
  );
  return end - offset;
}

function checkTexts(command: Readonly<Record<string, unknown>>): void {
  for (const [name, max] of TEXT_LIMITS) {
    const value = command[name];
    const fits = value === undefined || (typeof value === 'string' && value.length <= max);
    assert(fits, `${name} of a command is over ${max} characters`);
  }
}

/** Non-ASCII as JSON \u escapes, so that the bytes stay ASCII and need no UTF-8 coder. */
function writeUtf8(text: string, bytes: Uint8Array, offset: number): number {
  const ascii = text.replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  assert(
    ascii.length <= RARE_COMMAND_BYTES_MAX,
    `a command is over ${RARE_COMMAND_BYTES_MAX} bytes`,
  );
  for (let k = 0; k < ascii.length; k++) bytes[offset + k] = ascii.charCodeAt(k);
  return offset + ascii.length;
}

/** Decodes commands; order commands come back in objects that the next call overwrites. */
export class CommandDecoder {
  private readonly place: PlaceFields & { options: number } = emptyPlace();
  private readonly cancel: CancelFields = {
    kind: CommandKind.cancel,
    seq: 0,
    time: 0,
    account: 0,
    order: 0,
    clientId: '',
  };
  /** Kind of the command decoded last. */
  kind: CommandKind = CommandKind.tick;
  private bytes: Uint8Array | null = null;
  private view: DataView | null = null;

  /** @throws InvariantError on an unknown kind or a damaged layout. */
  decode(bytes: Uint8Array, offset: number, length: number): Command {
    if (this.bytes !== bytes || this.view === null) {
      this.bytes = bytes;
      this.view = viewOf(bytes);
    }
    const view = this.view;
    assert(length >= HEADER_BYTES, 'a command is shorter than its header');
    const kind = view.getUint16(offset, true);
    this.kind = kind as CommandKind;
    if (kind === PLACE) return this.decodePlace(view, bytes, offset, length);
    if (kind === CANCEL) return this.decodeCancel(view, bytes, offset, length);
    if (kind >= FIRST_JSON_KIND) return decodeJson(view, bytes, offset, length, kind);
    if (kind === GHOST) {
      const seq = view.getFloat64(offset + 8, true);
      const time = view.getFloat64(offset + 16, true);
      return decodeGhost(bytes, offset + HEADER_BYTES, offset + length, seq, time);
    }
    if (kind === PRICES) {
      const seq = view.getFloat64(offset + 8, true);
      const time = view.getFloat64(offset + 16, true);
      return decodePrices(bytes, offset + HEADER_BYTES, offset + length, seq, time);
    }
    return decodeLayout(view, bytes, offset, length, kind);
  }

  private decodePlace(
    view: DataView,
    bytes: Uint8Array,
    offset: number,
    length: number,
  ): PlaceFields {
    const c = this.place;
    const i = offset + HEADER_BYTES;
    const textLength = bytes[offset + 4]!;
    assert(length === HEADER_BYTES + 104 + textLength, 'a place command has a wrong length');
    c.seq = view.getFloat64(offset + 8, true);
    c.time = view.getFloat64(offset + 16, true);
    c.account = view.getFloat64(i, true);
    c.instrument = view.getFloat64(i + 8, true);
    c.side = view.getFloat64(i + 16, true) as PlaceFields['side'];
    c.type = view.getFloat64(i + 24, true) as PlaceFields['type'];
    c.timeInForce = view.getFloat64(i + 32, true) as PlaceFields['timeInForce'];
    c.selfTrade = view.getFloat64(i + 40, true) as PlaceFields['selfTrade'];
    c.price = view.getFloat64(i + 48, true);
    c.quantity = view.getFloat64(i + 56, true);
    c.quoteAmount = view.getFloat64(i + 64, true);
    c.takeProfitTrigger = view.getFloat64(i + 72, true);
    c.takeProfitPrice = view.getFloat64(i + 80, true);
    c.stopLossTrigger = view.getFloat64(i + 88, true);
    c.stopLossPrice = view.getFloat64(i + 96, true);
    c.clientId = readAscii(bytes, i + 104, textLength);
    c.options = view.getUint16(offset + 2, true);
    return c;
  }

  private decodeCancel(view: DataView, bytes: Uint8Array, offset: number, length: number): Command {
    const c = this.cancel;
    const i = offset + HEADER_BYTES;
    const textLength = bytes[offset + 4]!;
    assert(length === HEADER_BYTES + 16 + textLength, 'a cancel command has a wrong length');
    c.seq = view.getFloat64(offset + 8, true);
    c.time = view.getFloat64(offset + 16, true);
    c.account = view.getFloat64(i, true);
    c.order = view.getFloat64(i + 8, true);
    c.clientId = readAscii(bytes, i + 16, textLength);
    return c;
  }
}

function decodeLayout(
  view: DataView,
  bytes: Uint8Array,
  offset: number,
  length: number,
  kind: number,
): Command {
  const layout = LAYOUT[kind];
  if (layout === undefined) throw new InvariantError(`unknown command kind ${kind}`);
  const fields: Record<string, unknown> = {
    kind,
    seq: view.getFloat64(offset + 8, true),
    time: view.getFloat64(offset + 16, true),
  };
  const options = view.getUint16(offset + 2, true);
  let i = offset + HEADER_BYTES;
  for (const name of layout.numbers) {
    fields[name] = view.getFloat64(i, true);
    i += 8;
  }
  for (const name of (options & HAS_RARE) === 0 ? [] : (layout.rare ?? [])) {
    const value = view.getFloat64(i, true);
    if (value !== ABSENT) rareInto(fields, name)[name] = value;
    i += 8;
  }
  let text = 0;
  for (const name of layout.texts) {
    const textLength = bytes[offset + 4 + text]!;
    fields[name] = readAscii(bytes, i, textLength);
    i += textLength;
    text += 1;
  }
  const given = options & ~HAS_RARE;
  if (given !== 0) fields['options'] = given;
  if (i !== offset + length) {
    throw new InvariantError(`a command of kind ${kind} has a wrong length`);
  }
  return fields as unknown as Command;
}

/** Where a rare number of a plan lies. */
function rareInto(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  if (!PLAN_ATTACHED.includes(name)) return fields;
  fields['attached'] ??= {};
  return fields['attached'] as Record<string, unknown>;
}

function decodeJson(
  view: DataView,
  bytes: Uint8Array,
  offset: number,
  length: number,
  kind: number,
): Command {
  const text = readAscii(bytes, offset + HEADER_BYTES, length - HEADER_BYTES);
  const rest = JSON.parse(text, (key, value: unknown) =>
    BIGINT_KEYS.has(key) && typeof value === 'string' ? BigInt(value) : value,
  ) as object;
  return {
    kind,
    seq: view.getFloat64(offset + 8, true),
    time: view.getFloat64(offset + 16, true),
    ...rest,
  } as Command;
}

function readAscii(bytes: Uint8Array, offset: number, length: number): string {
  if (length === 0) return '';
  let text = '';
  for (let k = 0; k < length; k++) text += String.fromCharCode(bytes[offset + k]!);
  return text;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function emptyPlace(): PlaceFields & { options: number } {
  return {
    kind: CommandKind.place,
    seq: 0,
    time: 0,
    account: 0,
    instrument: 0,
    side: 0,
    type: 0,
    timeInForce: 0,
    selfTrade: 0,
    price: 0,
    quantity: 0,
    quoteAmount: 0,
    takeProfitTrigger: 0,
    takeProfitPrice: 0,
    stopLossTrigger: 0,
    stopLossPrice: 0,
    clientId: '',
    options: 0,
  };
}
