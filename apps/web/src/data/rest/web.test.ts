import { afterEach, describe, expect, it, vi } from 'vitest';
import { web } from './web.ts';
import { webAddress } from './web-address.ts';

/** What is asked, as method, address and body. */
function watch(): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body = '' }: RequestInit) => {
    asked.push(`${method} ${address} ${String(body)}`.trim());
    const text = '{"code":"00000","msg":"success","data":[]}';
    return Promise.resolve({ ok: true, status: 200, text: () => Promise.resolve(text) });
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a route that is called by its name', () => {
  it('has its fields in the path, in the query of a GET, in the body of others', async () => {
    const asked = watch();
    await web('GET /sessions');
    await web('GET /orders/open', { list: 'book', symbol: '', before: undefined, limit: 5 });
    await web('POST /orders/cancel', { list: 'book', upTo: '7' });
    await web('POST /activity');
    await web('DELETE /sessions/:id', { id: 'a/b' });
    await web('GET /api-keys/:id/requests', { id: 'key', account: '12' });
    await web('PATCH /api-keys/:id', { id: 'key', windowMs: null }, { query: { account: '12' } });
    await web('PATCH /api-keys/:id', { id: 'key' }, { query: { account: '' } });
    expect(asked).toEqual([
      'GET /api/web/v1/sessions',
      'GET /api/web/v1/orders/open?list=book&limit=5',
      'POST /api/web/v1/orders/cancel {"list":"book","upTo":"7"}',
      'POST /api/web/v1/activity {}',
      'DELETE /api/web/v1/sessions/a%2Fb',
      'GET /api/web/v1/api-keys/key/requests?account=12',
      'PATCH /api/web/v1/api-keys/key?account=12 {"windowMs":null}',
      'PATCH /api/web/v1/api-keys/key {}',
    ]);
  });

  it('has an address that a browser can be sent to', () => {
    expect(webAddress('GET /records/export/file', { id: 'a b' })).toBe(
      '/api/web/v1/records/export/file?id=a+b',
    );
    expect(webAddress('GET /openapi.json', {})).toBe('/api/web/v1/openapi.json');
  });

  it('takes no route and no field that is not declared', () => {
    const asked = watch();
    const mistakes = () => {
      // @ts-expect-error there is no such route
      web('GET /nothing');
      // @ts-expect-error a field is missing
      web('GET /orders/one');
      // @ts-expect-error a word that the list has not
      web('GET /orders/open', { list: 'all' });
    };
    expect([typeof mistakes, asked]).toEqual(['function', []]);
  });
});
