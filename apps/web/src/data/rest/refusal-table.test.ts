/** Every error that a page may be answered with has a text in its language, with its numbers. */

import { ERRORS, WireError } from '@halcyon/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import source from '../../platform/locale/messages/de_DE.json' with { type: 'json' };
import { setNumberLocale } from '../format.ts';
import { RequestError } from './api-error.ts';
import { REFUSALS, refusalIn } from './refusal-table.ts';

vi.mock('../../platform/locale/locale.ts', () => ({
  refusalMessages: async () => undefined,
}));

const messages = source as Readonly<Record<string, string>>;
/** Plain places alone: no text that is looked at here has others. */
const t = (id: string, values: Readonly<Record<string, unknown>> = {}) =>
  (messages[id] ?? '').replace(/\{(\w+)\}/g, (_, key: string) => String(values[key]));

beforeEach(() => setNumberLocale('de-DE'));

/** As a page gets what the server throws. */
function received(error: WireError): RequestError {
  const { code, message, status, reason, field, facts, retryAfterMs } = error;
  return new RequestError(code, message, status, reason, { field, facts, retryAfterMs });
}

const told = (error: WireError) => refusalIn(t, received(error));

test('every error has a text, but for those of programs', () => {
  const without = Object.keys(ERRORS).filter((name) => !(name in REFUSALS));
  // A new error is not among them: it does not compile before it has a text.
  expect(without.length).toBe(25);
  for (const [name, id] of Object.entries(REFUSALS)) {
    expect([name, messages[id] === undefined]).toEqual([name, false]);
  }
});

test('a text needs no number that its error does not tell', () => {
  const given = { value: '1', limit: '1', symbol: 'X' };
  for (const [name, id] of Object.entries(REFUSALS)) {
    // What the records package throws tells more than the message of the table.
    const { facts } = new WireError(name as keyof typeof REFUSALS, given);
    const known = [...Object.keys(facts), 'code', 'wait', 'min', 'max', 'decimals', 'step'];
    const asked = [...(messages[id] ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const unknown = asked.filter((place) => !known.includes(place ?? ''));
    const bySentence = ['limitReached', 'subAccountNames'].includes(name);
    expect([name, bySentence ? [] : unknown]).toEqual([name, []]);
  }
});

test('whose session is over, and its cookie with it, is asked to log in', () => {
  for (const name of ['notLoggedIn', 'keyMissing'] as const) {
    expect(told(new WireError(name))?.text).toBe('Melden Sie sich zuerst an.');
  }
  expect(told(new WireError('signatureReplayed'))).toBeNull();
});

test('numbers are those of the page, with their unit', () => {
  const small = new WireError('withdrawTooSmall', { value: '0.5 USDT', limit: '1234.5 USDT' });
  expect(told(small)).toEqual({ field: 'size', text: 'Mindestens 1.234,5 USDT.' });
});

test('times are those of the page', () => {
  const cooling = new WireError('withdrawCooling', { limit: '2026-11-28T10:00:00.000Z' });
  expect(told(cooling)?.text).toMatch(/^Diese Adresse kann ab 28\.11\.2026, \d\d:\d\d:00 benutzt/);
});

test('a wait is told in the largest unit that it fills', () => {
  const wait = (ms: number) => told(new WireError('loginBackoff', {}, ms))?.text;
  expect(wait(30_000)).toContain('in 30 Sekunden');
  expect(wait(900_000)).toContain('in 15 Minuten');
  expect(wait(0)).toBe(messages['refusal.busy']);
});

test('a password is wrong alone where it is known whose it is', () => {
  expect(told(new WireError('badCredentials'))).toEqual({
    field: 'password',
    text: 'E-Mail-Adresse oder Passwort ist falsch.',
  });
  const proof = new WireError('badCredentials', { field: 'currentPassword', sentence: 'Wrong.' });
  expect(told(proof)).toEqual({ field: 'currentPassword', text: 'Das Passwort ist falsch.' });
});

test('fields are called as forms call them, whatever a route does', () => {
  const field = (name: string) => told(new WireError('fieldTooLarge', { field: name, limit: '1' }));
  expect(field('fromCoinSize')?.field).toBe('size');
  expect(field('newPrice')?.field).toBe('price');
  expect(field('ipList[3]')?.field).toBe('ipList');
});

test('what sizes copied orders is another field than the amount of money', () => {
  const range = { field: 'sizingValue', limit: '1 %', value: '0 %' };
  expect(told(new WireError('copySettingsRange', range))).toEqual({
    field: 'sizingValue',
    text: '0 % ist außerhalb des Bereichs. Die Grenze ist 1 %.',
  });
  const little = new WireError('copyTooLittle', { value: '50 USDT', limit: '1000 USDT' });
  expect(told(little)).toEqual({ field: 'size', text: 'Mindestens 1.000 USDT.' });
});

test('what is unknown is left to the general sentence', () => {
  expect(refusalIn(t, new RequestError('40812', 'no', 400, 'noSuchName'))).toBeNull();
  expect(refusalIn(t, new RequestError('1', 'no', 400, 'toString'))).toBeNull();
});
