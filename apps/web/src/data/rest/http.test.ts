import { afterEach, describe, expect, it, vi } from 'vitest';
import { NETWORK_ERROR, RequestError } from './api-error.ts';
import {
  get,
  post,
  type SessionHooks,
  send,
  setCsrfToken,
  setImageRewriter,
  setSessionHooks,
} from './http.ts';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

function serve(...answers: readonly (Answer | Error)[]) {
  const queue = [...answers];
  const fetchMock = vi.fn((_path: string, _init: RequestInit) => {
    const next = queue.shift();
    if (next === undefined || next instanceof Error)
      return Promise.reject(next ?? new Error('over'));
    return Promise.resolve({
      ok: next.status < 400,
      status: next.status,
      text: () =>
        Promise.resolve(typeof next.body === 'string' ? next.body : JSON.stringify(next.body)),
    });
  });
  vi.stubGlobal('fetch', fetchMock);
  return fetchMock;
}

const good = (data: unknown): Answer => ({
  status: 200,
  body: { code: '00000', msg: 'success', data },
});
const bad = (status: number, code: string, reason = ''): Answer => ({
  status,
  body: { code, msg: `refused ${code}`, reason, data: null },
});

const keeper = (): SessionHooks => ({
  onSignedOut: vi.fn(),
  onStaleToken: () => Promise.resolve(false),
  onStepUp: () => Promise.resolve(false),
});

afterEach(() => {
  vi.unstubAllGlobals();
  setCsrfToken(null);
});

it('a request may be sent to its end although its page goes', async () => {
  const calls = serve(good(null), good(null));
  await send('POST', '/x', {}, true);
  await post('/x');
  expect(calls.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false]);
});

describe('the envelope', () => {
  it('gives the data and leaves absent query values out', async () => {
    const calls = serve(good([1]));
    expect(await get('/x', { a: 1, b: undefined, c: '' })).toEqual([1]);
    expect(calls.mock.calls[0]?.[0]).toBe('/x?a=1');
  });

  it('has image addresses changed, in answers that hold any', async () => {
    serve(good(['/static/img/a.svg']), good(['/other/a.svg']));
    setImageRewriter((data) => Promise.resolve({ changed: data }));
    expect(await get('/x')).toEqual({ changed: ['/static/img/a.svg'] });
    expect(await get('/x')).toEqual(['/other/a.svg']);
    setImageRewriter(null);
  });

  it('says which program the page runs in', async () => {
    const calls = serve(good([1]), good([1]));
    await get('/x');
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 15)' });
    await post('/x');
    const types = calls.mock.calls.map(([, { headers }]) =>
      new Headers(headers).get('X-Client-Type'),
    );
    expect(types).toEqual(['1', '5']);
  });

  it('turns refusals, foreign answers and silence into ApiErrors', async () => {
    serve(bad(400, '43012'), { status: 502, body: '<html>' }, new Error('net'));
    const errors = [];
    for (let index = 0; index < 3; index += 1) {
      errors.push(await get('/x').catch((error: unknown) => error));
    }
    expect(errors.every((error) => error instanceof RequestError)).toBe(true);
    expect(errors.map((error) => (error as RequestError).code)).toEqual([
      '43012',
      NETWORK_ERROR,
      NETWORK_ERROR,
    ]);
    expect(errors.map((error) => (error as RequestError).status)).toEqual([400, 502, 0]);
  });
});

describe('the session', () => {
  it('sends the CSRF token with what changes things, and not with reads', async () => {
    setCsrfToken('tok');
    const calls = serve(good(null), good(null));
    await post('/x', { a: 1 });
    await get('/x');
    expect(calls.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"a":1}',
      headers: { 'X-CSRF-Token': 'tok', 'Content-Type': 'application/json' },
    });
    expect(calls.mock.calls[1]?.[1].headers).not.toHaveProperty('X-CSRF-Token');
  });

  it('repeats a request once when only the token was stale', async () => {
    const onStaleToken = vi.fn(() => {
      setCsrfToken('new');
      return Promise.resolve(true);
    });
    setSessionHooks({ ...keeper(), onStaleToken });
    setCsrfToken('old');
    const calls = serve(bad(403, '40017', 'csrf'), good('done'));
    expect(await post('/x')).toBe('done');
    expect(calls.mock.calls[1]?.[1].headers).toMatchObject({ 'X-CSRF-Token': 'new' });
  });

  it('does not repeat it for another person, or twice', async () => {
    setSessionHooks(keeper());
    expect(serve(bad(403, '40017', 'csrf'), good('done')).mock.calls).toHaveLength(0);
    await expect(post('/x')).rejects.toThrow('refused');
    setSessionHooks({ ...keeper(), onStaleToken: () => Promise.resolve(true) });
    const calls = serve(bad(403, '40017', 'csrf'), bad(403, '40017', 'csrf'), good('done'));
    await expect(post('/x')).rejects.toThrow('refused');
    expect(calls.mock.calls).toHaveLength(2);
  });

  it('repeats a request after the password was given, also when the token was stale before', async () => {
    const onStepUp = vi.fn(() => Promise.resolve(true));
    setSessionHooks({ ...keeper(), onStaleToken: () => Promise.resolve(true), onStepUp });
    const calls = serve(bad(403, '403', 'csrf'), bad(403, '403', 'stepUp'), good('done'));
    expect(await post('/x')).toBe('done');
    expect(calls.mock.calls).toHaveLength(3);
    expect(onStepUp).toHaveBeenCalledTimes(1);
    serve(bad(403, '403', 'proof'), good('done'));
    expect(await post('/x')).toBe('done');
    expect(onStepUp).toHaveBeenCalledTimes(2);
  });

  it('has nothing to tell of a request that was given up when the proof was asked for', async () => {
    setSessionHooks(keeper());
    serve(bad(403, '403', 'stepUp'), good('done'));
    await expect(post('/x')).rejects.toMatchObject({ name: 'ApiError', message: '' });
  });

  it('tells its keeper when nobody is signed in', async () => {
    const onSignedOut = vi.fn();
    setSessionHooks({ ...keeper(), onSignedOut });
    serve(bad(401, '40001'));
    await expect(get('/x')).rejects.toThrow();
    expect(onSignedOut).toHaveBeenCalledTimes(1);
  });
});
