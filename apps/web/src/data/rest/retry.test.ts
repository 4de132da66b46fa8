import { describe, expect, it } from 'vitest';
import { ApiError, NETWORK_ERROR } from './api-error.ts';
import { asksAgain } from './retry.ts';

describe('a failed read', () => {
  it.each([
    ['no answer', new ApiError(NETWORK_ERROR, '', 0), 2],
    ['a fault of the page', new TypeError('x'), 2],
    ['a server that is starting', new ApiError('40200', '', 503), 6],
    ['too many requests', new ApiError('429', '', 429), 6],
    ['a refusal', new ApiError('40309', '', 400), 0],
    ['nobody signed in', new ApiError('40001', '', 401), 0],
    ['a fault of the server', new ApiError('500', '', 500), 0],
  ])('%s', (_name, error, times) => {
    const asked = Array.from({ length: 20 }, (_, failures) => asksAgain(failures, error));
    expect(asked.filter(Boolean)).toHaveLength(times);
    expect(asked.indexOf(false)).toBe(times);
  });
});
