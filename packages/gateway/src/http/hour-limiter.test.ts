import { expect, it } from 'vitest';
import { HourLimiter } from './hour-limiter.ts';

it('says who had too many, and until when', () => {
  const said = (by: 'address' | 'user' | 'everybody') => {
    const limiter = new HourLimiter(1, by);
    limiter.take('a', 0, 'dry runs');
    limiter.take('b', 0, 'dry runs');
    try {
      limiter.take('a', 1_000, 'dry runs');
    } catch (error) {
      return String(error);
    }
    return '';
  };
  expect(said('address')).toContain('Too many dry runs from this address; try again later.');
  expect(said('user')).toContain('Too many dry runs of this user; try again later.');
  expect(said('everybody')).toContain('Too many dry runs; try again later.');
});
