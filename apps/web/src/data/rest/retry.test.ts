import { describe, expect, it } from 'vitest';
import { NETWORK_ERROR, RequestError } from './api-error.ts';
import { asksAgain } from './retry.ts';

describe('a failed read', () => {
  it.each([
    ['no answer', new RequestError(NETWORK_ERROR, '', 0), 2],
    ['a fault of the page', new TypeError('x'), 2],
    ['a server that is starting', new RequestError('40200', '', 503), 6],
    ['too many requests', new RequestError('429', '', 429), 6],
    ['a refusal', new RequestError('40309', '', 400), 0],
    ['nobody signed in', new RequestError('40001', '', 401), 0],
    ['a fault of the server', new RequestError('500', '', 500), 0],
  ])('%s', (_name, error, times) => {
    const asked = Array.from({ length: 20 }, (_, failures) => asksAgain(failures, error));
    expect(asked.filter(Boolean)).toHaveLength(times);
    expect(asked.indexOf(false)).toBe(times);
  });
});
