import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Languages whose messages come when the test says. */
const slow = new Map<string, Promise<void>>();

vi.mock('./catalogue.ts', () => ({
  loadMessages: async (code: string) => {
    await slow.get(code);
    return { few: `few in ${code}` };
  },
  loadPart: async (part: string, code: string) => ({ [part]: `${part} in ${code}` }),
}));

function makeSlow(code: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  slow.set(code, promise);
  return resolve;
}

beforeEach(() => {
  slow.clear();
  vi.resetModules();
  vi.stubGlobal('window', { addEventListener: () => {} });
  vi.stubGlobal('document', { documentElement: {} });
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
});

afterEach(() => vi.unstubAllGlobals());

test('a drawing that began before the words of few pages came finds them', async () => {
  const { currentLocale, moreMessages, startLocale } = await import('./locale.ts');
  await startLocale();
  const { messages } = currentLocale();
  expect(messages).toEqual({ few: 'few in en' });
  await moreMessages();
  expect(messages).toEqual({ few: 'few in en', more: 'more in en' });
});

test('a language that is chosen while they are fetched has them, and stays', async () => {
  const { chooseLocale, currentLocale, moreMessages, startLocale } = await import('./locale.ts');
  await startLocale();
  const chosen = chooseLocale('ja');
  await moreMessages();
  await chosen;
  expect(currentLocale()).toMatchObject({
    code: 'ja',
    messages: { few: 'few in ja', more: 'more in ja' },
  });
});

test('what refusals say comes by itself, and with every language from then on', async () => {
  const { chooseLocale, currentLocale, refusalMessages, startLocale } = await import('./locale.ts');
  await startLocale();
  await refusalMessages();
  expect(currentLocale().messages).toEqual({ few: 'few in en', refusals: 'refusals in en' });
  await chooseLocale('ja');
  expect(currentLocale().messages).toEqual({ few: 'few in ja', refusals: 'refusals in ja' });
});

test('a language that was chosen before they were asked for, and comes after them, has them', async () => {
  const { chooseLocale, currentLocale, moreMessages, startLocale } = await import('./locale.ts');
  await startLocale();
  const arrive = makeSlow('ja');
  const chosen = chooseLocale('ja');
  await moreMessages();
  expect(currentLocale().messages).toEqual({ few: 'few in en', more: 'more in en' });
  arrive();
  await chosen;
  expect(currentLocale().messages).toEqual({ few: 'few in ja', more: 'more in ja' });
});

test('of two languages the one that was chosen last stays, whichever comes first', async () => {
  const { chooseLocale, currentLocale, startLocale } = await import('./locale.ts');
  await startLocale();
  const arrive = makeSlow('ja');
  const chosen = chooseLocale('ja');
  await chooseLocale('de');
  arrive();
  await chosen;
  expect(currentLocale().code).toBe('de');
});
