import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RequestError } from './api-error.ts';
import { flashCloseAll } from './positions.ts';

const DONE = { successList: [], failureList: [] };

function answer(status: number, code: string): Response {
  return new Response(JSON.stringify({ code, msg: 'said', data: DONE }), { status });
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('closing again within the second waits for the next, once', async () => {
  const answers = [answer(429, '429'), answer(200, '00000')];
  const fetched = vi.fn(async () => answers.shift());
  vi.stubGlobal('fetch', fetched);
  const closing = flashCloseAll();
  await vi.advanceTimersByTimeAsync(999);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await closing).toEqual(DONE);
  answers.push(answer(429, '429'), answer(429, '429'));
  const refused = flashCloseAll().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toBeInstanceOf(RequestError);
});

test('a refusal is told at once', async () => {
  const fetched = vi.fn(async () => answer(400, '40010'));
  vi.stubGlobal('fetch', fetched);
  await expect(flashCloseAll()).rejects.toBeInstanceOf(RequestError);
  expect(fetched).toHaveBeenCalledTimes(1);
});
