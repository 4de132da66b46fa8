/**
 * A strict JSON reader for what strangers send. It differs from JSON.parse where that loses or hides
 * something: a number keeps its source text (so no digit of an amount passes through a double), a
 * repeated key, a `__proto__` key and too much depth are refused, and errors say where.
 */

/** A JSON number as it was written; `expandNumber` makes a plain decimal of it. */
export class JsonNumber {
  /** The source text, for example `2.50e-3`. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * An object of `parseJson`. It has Object's prototype (objects without one are slow to read), so look
 * only for names that no prototype has, or with Object.hasOwn.
 */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** What `parseJson` returns. */
export type JsonValue = string | boolean | null | JsonNumber | JsonValue[] | JsonObject;

/** Whether a JSON value is an object (not a list, number or null). */
export function isObject(value: JsonValue): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

/** Deepest nesting of arrays and objects that is read. */
export const JSON_DEPTH_MAX = 20;

/** The text is not the JSON that is accepted; the message names the position and the reason. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
}

/** Characters of a repeated key that the error shows. */
const KEY_SHOWN_MAX = 30;

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const SPACE = 32;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const HEX4 = /^[0-9a-fA-F]{4}$/;

/**
 * Reads one JSON text.
 * @throws JsonSyntaxError naming the character position (from 0) and what is wrong there
 */
export function parseJson(text: string): JsonValue {
  const reader = new Reader(text);
  return reader.document();
}

class Reader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): JsonValue {
    const value = this.value(0);
    this.space();
    if (this.at !== this.text.length) this.fail('unexpected text after the end');
    return value;
  }

  private fail(reason: string): never {
    throw new JsonSyntaxError(`${reason} at character ${this.at}`);
  }

  private space(): number {
    const text = this.text;
    let c = text.charCodeAt(this.at);
    while (c === SPACE || c === 10 || c === 13 || c === 9) c = text.charCodeAt(++this.at);
    return c;
  }

  private value(depth: number): JsonValue {
    const c = this.space();
    if (c === QUOTE) return this.string();
    if (c === OPEN_BRACE) return this.object(depth + 1);
    if (c === OPEN_BRACKET) return this.array(depth + 1);
    if (c === 45 || (c >= 48 && c <= 57)) return this.number();
    if (this.text.startsWith('true', this.at)) return this.word(4, true);
    if (this.text.startsWith('false', this.at)) return this.word(5, false);
    if (this.text.startsWith('null', this.at)) return this.word(4, null);
    if (Number.isNaN(c)) this.fail('unexpected end');
    return this.fail('expected a value');
  }

  private word<T>(length: number, value: T): T {
    this.at += length;
    return value;
  }

  private number(): JsonNumber {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (match === null) return this.fail('malformed number');
    this.at += match[0].length;
    const next = this.text.charCodeAt(this.at);
    if ((next >= 48 && next <= 57) || next === 46) this.fail('malformed number');
    return new JsonNumber(match[0]);
  }

  private string(): string {
    const text = this.text;
    const start = this.at + 1;
    for (let i = start; ; i++) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) {
        this.at = i + 1;
        return text.slice(start, i);
      }
      if (c === BACKSLASH) return this.escaped(start, i);
      if (!(c >= SPACE)) {
        this.at = i;
        this.fail(Number.isNaN(c) ? 'unterminated string' : 'control character in a string');
      }
    }
  }

  private escaped(start: number, firstEscape: number): string {
    const text = this.text;
    let out = text.slice(start, firstEscape);
    let i = firstEscape;
    for (;;) {
      const c = text.charCodeAt(i);
      if (c === QUOTE) {
        this.at = i + 1;
        return out;
      }
      if (!(c >= SPACE)) {
        this.at = i;
        this.fail(Number.isNaN(c) ? 'unterminated string' : 'control character in a string');
      }
      if (c !== BACKSLASH) {
        out += text.charAt(i++);
        continue;
      }
      const kind = text.charAt(i + 1);
      if (kind === 'u') {
        const hex = text.slice(i + 2, i + 6);
        this.at = i;
        if (!HEX4.test(hex)) this.fail('malformed \\u escape');
        out += String.fromCharCode(Number.parseInt(hex, 16));
        i += 6;
        continue;
      }
      const plain = Object.hasOwn(ESCAPES, kind) ? ESCAPES[kind] : undefined;
      this.at = i;
      if (plain === undefined) this.fail('unknown escape');
      out += plain;
      i += 2;
    }
  }

  private array(depth: number): JsonValue[] {
    if (depth > JSON_DEPTH_MAX) this.fail(`nesting deeper than ${JSON_DEPTH_MAX}`);
    this.at++;
    const out: JsonValue[] = [];
    if (this.space() === CLOSE_BRACKET) {
      this.at++;
      return out;
    }
    for (;;) {
      out.push(this.value(depth));
      const c = this.space();
      if (c !== COMMA && c !== CLOSE_BRACKET) this.fail('expected , or ]');
      this.at++;
      if (c === CLOSE_BRACKET) return out;
    }
  }

  private object(depth: number): JsonObject {
    if (depth > JSON_DEPTH_MAX) this.fail(`nesting deeper than ${JSON_DEPTH_MAX}`);
    this.at++;
    const out: JsonObject = {};
    if (this.space() === CLOSE_BRACE) {
      this.at++;
      return out;
    }
    for (;;) {
      if (this.space() !== QUOTE) this.fail('expected a key in quotes');
      const keyAt = this.at;
      const key = this.string();
      if (key === '__proto__' || Object.hasOwn(out, key)) {
        this.at = keyAt;
        const named = key.length > KEY_SHOWN_MAX ? `${key.slice(0, KEY_SHOWN_MAX)}…` : key;
        this.fail(key === '__proto__' ? 'key __proto__ is not accepted' : `repeated key ${named}`);
      }
      if (this.space() !== COLON) this.fail('expected :');
      this.at++;
      out[key] = this.value(depth);
      const c = this.space();
      if (c !== COMMA && c !== CLOSE_BRACE) this.fail('expected , or }');
      this.at++;
      if (c === CLOSE_BRACE) return out;
    }
  }
}

/** Most digits that an expanded number may have before or after its point. */
const EXPANDED_DIGITS_MAX = 60;

/**
 * The plain decimal text of a JSON number, exactly: `2.50e-3` → `0.0025`, `1e3` → `1000`, `-0` → `0`.
 * Null when that would be longer than 60 digits on a side.
 */
export function expandNumber(text: string): string | null {
  const match = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  if (exponentText.length > 4) return null;
  const exponent = Number.parseInt(exponentText, 10);
  const digits = whole + fraction;
  const point = whole.length + exponent;
  if (Math.abs(point) > EXPANDED_DIGITS_MAX || digits.length > EXPANDED_DIGITS_MAX) return null;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const cut = point <= 0 ? 1 : point;
  const left = padded.slice(0, cut).replace(/^0+(?=[0-9])/, '');
  const right = padded.slice(cut).replace(/0+$/, '');
  const plain = right === '' ? left : `${left}.${right}`;
  return plain === '0' ? plain : sign + plain;
}
