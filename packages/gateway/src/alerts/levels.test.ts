import { expect, test } from 'vitest';
import { type AtLevel, Levels } from './levels.ts';

/** The simplest that could be: looks at all of them each time. */
class Naive {
  waiting: AtLevel[] = [];
  take(price: number): number[] {
    const hit = (one: AtLevel) => (one.rises ? price >= one.level : price <= one.level);
    const taken = this.waiting.filter(hit).map(({ id }) => id);
    this.waiting = this.waiting.filter((one) => !hit(one));
    return taken.sort((a, b) => a - b);
  }
}

test('takes at each price what one that looks at all of them takes', () => {
  // A generator of its own: the same stream each time.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const levels = new Levels<AtLevel>();
  const naive = new Naive();
  let fired = 0;
  for (let i = 0; i < 5_000; i++) {
    const price = 100 + random(40);
    if (i % 3 !== 0) {
      const level = 90 + random(60);
      const one = { id: i, level, rises: level > price };
      levels.add(one);
      naive.waiting.push(one);
    } else if (i % 2 === 0 && naive.waiting.length > 0) {
      const [gone] = naive.waiting.splice(random(naive.waiting.length), 1);
      levels.remove(gone!);
      levels.remove(gone!);
    } else {
      const reaches = levels.reaches(price);
      const taken = levels.take(price).map(({ id }) => id);
      expect(taken.sort((a, b) => a - b)).toEqual(naive.take(price));
      expect(reaches).toBe(taken.length > 0);
      fired += taken.length;
    }
  }
  expect(fired).toBeGreaterThan(500);
});
