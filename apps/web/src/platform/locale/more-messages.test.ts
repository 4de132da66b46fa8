import { afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.mock('./catalogue.ts', () => ({
  loadMessages: async (code: string) => ({ few: `few in ${code}` }),
  loadMoreMessages: async (code: string) => ({ more: `more in ${code}` }),
}));

beforeEach(() => {
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
