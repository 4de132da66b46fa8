/**
 * Turns a request schema into a function that checks and normalises a request: unknown keys are
 * ignored, known ones refused by name, words brought to the letter case of the schema, JSON numbers
 * to exact decimal text. Everything that varies is decided once, at start.
 */
import { CLIENT_ID_LENGTH_MAX, decimalScale, hiddenCharacter, lowerAscii } from '@halcyon/domain';
import type { Static, TObject, TSchema } from 'typebox';
import { WireError } from '../errors.ts';
import { expandNumber, isObject, JsonNumber, type JsonObject, type JsonValue } from '../json.ts';
import { CLIENT_OID_CHARACTERS } from '../limits.ts';
import type { FieldForm } from './fields.ts';
import { RefusedItem } from './refused-item.ts';

/** Checks a request and returns it in normal form. Throws WireError naming the field. */
export type Validate<T> = (input: JsonObject) => T;

type Check = (value: JsonValue, field: string) => unknown;

interface Field {
  readonly name: string;
  readonly required: boolean;
  /** What null and an empty string are: as if nothing were given, null, or what they are. */
  readonly empty: 'absent' | 'null' | 'itself';
  readonly check: Check;
}

/** The keywords that the compiler looks at. */
interface Keywords {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly items?: TSchema;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly 'x-form'?: FieldForm;
  readonly 'x-minimum'?: number;
  readonly 'x-maximum'?: number;
  readonly 'x-unit'?: string;
  readonly 'x-each'?: boolean;
  readonly 'x-exact'?: readonly string[];
  readonly 'x-clearable'?: boolean;
  readonly 'x-expected'?: string;
}

/**
 * Compiles an object schema made of the kinds in fields.ts.
 * @throws Error at start when the schema has a part of another kind
 */
export function compile<T extends TObject>(schema: T): Validate<Static<T>> {
  const fields = fieldsOf(schema as Keywords);
  return (input) => checkObject(fields, input, '') as Static<T>;
}

function fieldsOf(keywords: Keywords): Field[] {
  const required = new Set(keywords.required ?? []);
  return Object.entries(keywords.properties ?? {}).map(([name, schema]) => ({
    name,
    required: required.has(name),
    empty: emptyOf(schema as Keywords),
    check: checkOf(schema as Keywords),
  }));
}

function emptyOf(keywords: Keywords): Field['empty'] {
  if (keywords['x-form'] === 'json') return 'itself';
  return keywords['x-clearable'] === true ? 'null' : 'absent';
}

function checkObject(fields: readonly Field[], input: JsonObject, path: string): JsonObject {
  const out: Record<string, unknown> = {};
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as Field;
    const value = input[field.name];
    if (value === undefined || (field.empty !== 'itself' && isEmpty(value))) {
      if (value !== undefined && field.empty === 'null') out[field.name] = null;
      else if (field.required) throw new WireError('fieldMissing', { field: path + field.name });
      continue;
    }
    out[field.name] = field.check(value, path === '' ? field.name : path + field.name);
  }
  return out as JsonObject;
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === '';
}

function checkOf(keywords: Keywords): Check {
  if (keywords.type === 'array') return listCheck(keywords);
  if (keywords.type === 'object') return objectCheck(keywords);
  const form = keywords['x-form'];
  if (form === undefined) throw new Error('compile: a request field has no x-form');
  switch (form) {
    case 'choice':
      return choiceCheck(keywords.enum ?? [], keywords['x-exact'] ?? []);
    case 'flag':
      return flagCheck;
    case 'decimal':
      return decimalCheck;
    case 'signed':
      return signedCheck;
    case 'whole':
      return wholeCheck(keywords);
    case 'clientOid':
      return clientOidCheck;
    case 'symbol':
    case 'coin':
      return nameCheck(form, new RegExp(keywords.pattern ?? ''));
    case 'id':
      return idCheck;
    case 'pattern':
      return patternCheck(new RegExp(keywords.pattern ?? ''), keywords['x-expected'] ?? '');
    case 'integer':
      return integerCheck(keywords);
    case 'boolean':
      return booleanCheck;
    case 'json':
      return (value) => value;
    case 'verbatim':
      return verbatimCheck(keywords.maxLength ?? 100);
    default:
      return textCheck(keywords.maxLength ?? 100);
  }
}

function listCheck(keywords: Keywords): Check {
  if (keywords.items === undefined) throw new Error('compile: a list has no items');
  const check = checkOf(keywords.items as Keywords);
  const item = keywords['x-each'] === true ? oneByOne(check) : check;
  const max = keywords.maxItems ?? 100;
  const min = keywords.minItems ?? 0;
  return (value, field) => {
    if (!Array.isArray(value)) throw new WireError('fieldType', { field, expected: 'a list' });
    if (value.length > max)
      throw new WireError('fieldTooMany', { field, value: value.length, limit: max });
    if (value.length < min) throw new WireError('fieldMissing', { field: `${field}[0]` });
    return value.map((entry, i) => item(entry, `${field}[${i}]`));
  };
}

/** Hands an item that does not fit on as RefusedItem. */
function oneByOne(check: Check): Check {
  return (value, field) => {
    try {
      return check(value, field);
    } catch (error) {
      if (error instanceof WireError) return new RefusedItem(error, value);
      throw error;
    }
  };
}

function objectCheck(keywords: Keywords): Check {
  const fields = fieldsOf(keywords);
  return (value, field) => {
    if (!isObject(value)) throw new WireError('fieldType', { field, expected: 'an object' });
    return checkObject(fields, value, `${field}.`);
  };
}

function mustBeText(value: JsonValue, field: string): string {
  if (typeof value === 'string') return value;
  throw new WireError('fieldType', { field, expected: 'a string' });
}

function verbatimCheck(maxLength: number): Check {
  return (value, field) => {
    const given = mustBeText(value, field);
    if (given.length <= maxLength) return given;
    throw new WireError('fieldType', { field, expected: `at most ${maxLength} characters long` });
  };
}

function textCheck(maxLength: number): Check {
  const check = verbatimCheck(maxLength);
  return (value, field) => {
    const given = check(value, field) as string;
    const character = hiddenCharacter(given);
    if (character !== null) throw new WireError('fieldHidden', { field, character });
    return given;
  };
}

function choiceCheck(values: readonly string[], exact: readonly string[]): Check {
  const anyCase = values.filter((value) => !exact.includes(value));
  const byLower = new Map(anyCase.map((value) => [lowerAscii(value), value]));
  if (byLower.size < anyCase.length) throw new Error('compile: words differ by letter case alone');
  const known = new Set(values);
  return (value, field) => {
    const given = mustBeText(value, field);
    if (known.has(given)) return given;
    const found = byLower.get(lowerAscii(given));
    if (found !== undefined) return found;
    throw new WireError('fieldValue', { field, expected: values.join('/'), value: given });
  };
}

const FLAG_WORDS = new Map([
  ['true', 'true'],
  ['yes', 'true'],
  ['false', 'false'],
  ['no', 'false'],
]);

function flagCheck(value: JsonValue, field: string): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const word = typeof value === 'string' ? FLAG_WORDS.get(lowerAscii(value)) : undefined;
  if (word !== undefined) return word;
  throw new WireError('fieldType', { field, expected: 'true or false' });
}

const DECIMAL_EXPECTED = 'a plain decimal of at most 40 characters';

/** Numbers of JSON are read by the digits they were written with. */
function digitsOf(value: JsonValue): JsonValue {
  return value instanceof JsonNumber ? (expandNumber(value.text) ?? value.text) : value;
}

function decimalCheck(value: JsonValue, field: string): string {
  const given = mustBeText(digitsOf(value), field);
  if (decimalScale(given) !== null) return given;
  throw new WireError('fieldDecimal', { field, expected: DECIMAL_EXPECTED, value: given });
}

function signedCheck(value: JsonValue, field: string): string {
  const given = digitsOf(value);
  if (typeof given !== 'string' || !given.startsWith('-')) return decimalCheck(given, field);
  if (decimalScale(given.slice(1)) !== null) return given;
  throw new WireError('fieldDecimal', { field, expected: DECIMAL_EXPECTED, value: given });
}

function wholeCheck(keywords: Keywords): Check {
  const { 'x-minimum': minimum = 0, 'x-maximum': maximum = 0, 'x-unit': unit = '' } = keywords;
  const expected = `a whole number${unit === '' ? '' : ` of ${unit}`} from ${minimum} to ${maximum}`;
  return (value, field) => {
    const given = digitsOf(value);
    if (typeof given !== 'string') throw new WireError('fieldType', { field, expected });
    const number = /^(0|[1-9][0-9]{0,15})$/.test(given) ? Number(given) : Number.NaN;
    if (number >= minimum && number <= maximum) return given;
    throw new WireError('fieldValue', { field, expected, value: given });
  };
}

function integerCheck(keywords: Keywords): Check {
  const check = wholeCheck(keywords);
  return (value, field) => Number(check(value, field));
}

function booleanCheck(value: JsonValue, field: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new WireError('fieldType', { field, expected: 'true or false' });
}

function patternCheck(pattern: RegExp, expected: string): Check {
  return (value, field) => {
    const given = mustBeText(value, field);
    if (pattern.test(given)) return given;
    throw new WireError('fieldValue', { field, expected, value: given });
  };
}

function clientOidCheck(value: JsonValue, field: string): string {
  const given = mustBeText(value, field);
  if (given.length > CLIENT_ID_LENGTH_MAX) {
    throw new WireError('clientOidLength', { field, limit: CLIENT_ID_LENGTH_MAX });
  }
  if (isClientOid(given)) return given;
  throw new WireError('clientOidCharacters', { field, limit: CLIENT_OID_CHARACTERS });
}

function isClientOid(given: string): boolean {
  for (let i = 0; i < given.length; i++) {
    const c = given.charCodeAt(i);
    const letter = (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57);
    // - + _ #
    if (!letter && c !== 45 && c !== 43 && c !== 95 && c !== 35) return false;
  }
  return true;
}

function nameCheck(form: 'symbol' | 'coin', pattern: RegExp): Check {
  return (value, field) => {
    const given = mustBeText(value, field);
    if (pattern.test(given)) return given.toUpperCase();
    throw new WireError(form === 'symbol' ? 'symbolUnknown' : 'coinUnknown', { value: given });
  };
}

function idCheck(value: JsonValue, field: string): string {
  const given = mustBeText(value, field);
  if (/^[1-9][0-9]{0,18}$/.test(given)) return given;
  throw new WireError('fieldValue', {
    field,
    expected: 'an id of at most 19 digits',
    value: given,
  });
}
