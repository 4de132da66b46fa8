import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

function moments(draw: () => number, count = 200_000): { mean: number; variance: number } {
  let sum = 0;
  let squares = 0;
  for (let index = 0; index < count; index += 1) {
    const value = draw();
    sum += value;
    squares += value * value;
  }
  const mean = sum / count;
  return { mean, variance: squares / count - mean * mean };
}

describe('Random', () => {
  it('gives the same sequence for the same seed and stream, another for another stream', () => {
    const one = new Random('seed', 'a');
    const same = new Random('seed', 'a');
    const other = new Random('seed', 'b');
    const left = Array.from({ length: 8 }, () => one.nextUint32());
    expect(Array.from({ length: 8 }, () => same.nextUint32())).toEqual(left);
    expect(Array.from({ length: 8 }, () => other.nextUint32())).not.toEqual(left);
  });

  it('continues exactly from a saved state, the spare normal included', () => {
    const random = new Random('seed', 'a');
    random.normal();
    const copy = Random.fromState(JSON.parse(JSON.stringify(random.state())));
    expect([copy.normal(), copy.normal(), copy.uniform()]).toEqual([
      random.normal(),
      random.normal(),
      random.uniform(),
    ]);
  });

  it('draws each distribution with its mean and variance', () => {
    const random = new Random('moments', 'x');
    const uniform = moments(() => random.uniform());
    expect(uniform.mean).toBeCloseTo(0.5, 2);
    expect(uniform.variance).toBeCloseTo(1 / 12, 2);
    const normal = moments(() => random.normal());
    expect(normal.mean).toBeCloseTo(0, 1);
    expect(normal.variance).toBeCloseTo(1, 1);
    const student = moments(() => random.studentT(8));
    expect(student.variance).toBeCloseTo(1, 1);
    const exponential = moments(() => random.exponential(2));
    expect(exponential.mean).toBeCloseTo(2, 1);
    const poisson = moments(() => random.poisson(3.5));
    expect(poisson.mean).toBeCloseTo(3.5, 1);
    expect(poisson.variance).toBeCloseTo(3.5, 0);
    const many = moments(() => random.poisson(80), 20_000);
    expect(many.mean).toBeGreaterThan(79);
    expect(many.mean).toBeLessThan(81);
  });

  it('draws Pareto and log-normal tails where their formulas put them', () => {
    const random = new Random('tails', 'x');
    let above = 0;
    let aboveMedian = 0;
    for (let index = 0; index < 100_000; index += 1) {
      if (random.pareto(1, 1.5) > 4) above += 1;
      if (random.logNormal(7, 2) > 7) aboveMedian += 1;
    }
    expect(above / 100_000).toBeCloseTo(0.125, 2);
    expect(aboveMedian / 100_000).toBeCloseTo(0.5, 2);
  });
});
