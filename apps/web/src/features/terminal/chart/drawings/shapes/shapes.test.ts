/** Geometry of drawings. */
import { describe, expect, test } from 'vitest';
import { riskSize } from '../risk-size.ts';
import { TOOL_NAMES, toolOf } from '../tools.ts';
import { parallel, pitchfork, regressionOf } from './channels.ts';
import { fibExtension, fibRetracement, fibZones } from './fibonacci.ts';
import { beyond, type DrawingScene, type DrawingShape, type Spot } from './figure.ts';
import { ellipse } from './forms.ts';
import { extended, ray } from './lines.ts';
import { firstStop, isSound, percentText, position, ratioOf, spanText } from './position.ts';

/** A pane of 100 by 100 where the price 0 is at the bottom and 100 at the top. */
function scene(at: readonly Spot[], others: Partial<DrawingScene> = {}): DrawingScene {
  return {
    at,
    prices: at.map(({ y }) => 100 - y),
    times: at.map(({ x }) => x * 60_000),
    ...{ width: 100, height: 100, text: '' },
    heightOf: (price) => 100 - price,
    priceText: (price) => price.toFixed(1),
    bars: () => [],
    ...others,
  };
}

const spots = (...numbers: readonly (readonly [number, number])[]) =>
  numbers.map(([x, y]) => ({ x, y }));

function lines(figures: readonly DrawingShape[]): (readonly Spot[])[] {
  return figures.flatMap((figure) => (figure.kind === 'line' ? [figure.at] : []));
}

const texts = (figures: readonly DrawingShape[]) =>
  figures.flatMap((figure) => (figure.kind === 'text' ? [figure.text] : []));

describe('every tool', () => {
  test.each(TOOL_NAMES)('%s draws finite figures of its points, and of fewer', (name) => {
    const { points, draw } = toolOf(name);
    const all = spots([10, 80], [60, 20], [50, 60], [90, 40]);
    const needed = typeof points === 'number' ? points : 4;
    expect(draw(scene(all.slice(0, needed))).length).toBeGreaterThan(0);
    for (let count = 0; count <= needed; count += 1) {
      // Points may lie on each other while a person draws.
      for (const at of [all.slice(0, count), all.slice(0, count).map(() => all[0] as Spot)]) {
        const numbers = draw(scene(at)).flatMap((figure) =>
          [figure.at].flat().flatMap(({ x, y }) => [x, y]),
        );
        expect(numbers.every(Number.isFinite)).toBe(true);
      }
    }
  });
});

describe('lines', () => {
  test('a ray goes on past the pane in its direction', () => {
    const [from, to] = lines(ray(scene(spots([10, 10], [20, 20]))))[0] as [Spot, Spot];
    expect(from).toEqual({ x: 10, y: 10 });
    expect(to.x).toBeGreaterThan(100);
    expect(to.x).toBeCloseTo(to.y);
  });

  test('an extended line goes on in both', () => {
    const [from, to] = lines(extended(scene(spots([40, 50], [60, 50]))))[0] as [Spot, Spot];
    expect([from.x < 0, to.x > 100, from.y, to.y]).toEqual([true, true, 50, 50]);
  });

  test('nothing is beyond a point that is its own direction', () => {
    const at = { x: 5, y: 5 };
    expect(beyond(at, at, scene([]))).toEqual(at);
  });
});

describe('channels', () => {
  test('the other line of a parallel channel runs through the third point', () => {
    const [, other] = lines(parallel(scene(spots([0, 50], [100, 0], [50, 75]))));
    expect(other).toEqual(spots([0, 100], [100, 50]));
  });

  test('a regression meets values on a line, and tells their deviation from it', () => {
    expect(regressionOf([1, 3, 5, 7])).toEqual({ first: 1, last: 7, deviation: 0 });
    const { first, last, deviation } = regressionOf([1, -1, -1, 1]);
    expect([first, last, deviation]).toEqual([0, 0, 1]);
  });

  test('the tines of a pitchfork are parallel to its handle', () => {
    const drawn = lines(pitchfork(scene(spots([0, 50], [50, 20], [50, 80]))));
    for (const tine of drawn.slice(2)) expect(tine[0]?.y).toBeCloseTo(tine[1]?.y ?? 0);
    expect(drawn.slice(2)).toHaveLength(3);
  });
});

describe('Fibonacci', () => {
  test('a retracement is 0 where the move ended and 1 where it began', () => {
    const said = texts(fibRetracement(scene(spots([0, 90], [50, 10]))));
    expect(said).toContain('0 (90.0)');
    expect(said).toContain('1 (10.0)');
    expect(said).toContain('0.618 (40.6)');
  });

  test('an extension carries the move on from the third point', () => {
    const said = texts(fibExtension(scene(spots([0, 90], [20, 70], [30, 80]))));
    expect(said).toContain('1 (40.0)');
    expect(said).toContain('1.618 (52.4)');
  });

  test('time zones grow as the numbers do', () => {
    expect(texts(fibZones(scene(spots([0, 0], [10, 0]))))).toEqual(['0', '1', '2', '3', '5', '8']);
  });
});

test('an ellipse fills the rectangle of its points', () => {
  const [outline] = lines(ellipse(scene(spots([10, 20], [50, 40])))) as [readonly Spot[]];
  expect(Math.min(...outline.map(({ x }) => x))).toBeCloseTo(10);
  expect(Math.max(...outline.map(({ y }) => y))).toBeCloseTo(40);
});

describe('positions', () => {
  test('ratio and first stop', () => {
    expect(firstStop(100, 120)).toBe(90);
    expect(ratioOf(100, 120, 90)).toBe(2);
    expect(ratioOf(100, 120, 100)).toBeNull();
  });

  test('target and stop must be on their sides', () => {
    expect(isSound('long', { entry: 100, target: 120, stop: 90 })).toBe(true);
    expect(isSound('long', { entry: 100, target: 90, stop: 120 })).toBe(false);
    expect(isSound('short', { entry: 100, target: 90, stop: 120 })).toBe(true);
    expect(isSound('short', { entry: 100, target: -1, stop: 120 })).toBe(false);
  });

  test('quotes prices, percent and ratio', () => {
    expect(texts(position(scene(spots([0, 50], [20, 30]))))).toEqual([
      '70.0 (+40.00%)',
      '40.0 (-20.00%)',
      '1 : 2.00',
    ]);
  });

  test('spans and percents are short', () => {
    expect([spanText(0), spanText(90 * 60_000), spanText(-49 * 3_600_000)]).toEqual([
      '0m',
      '1h 30m',
      '2d 1h',
    ]);
    expect([percentText(100, 110), percentText(100, 95), percentText(0, 1)]).toEqual([
      '+10.00%',
      '-5.00%',
      '+0.00%',
    ]);
  });

  test('the size of a risk loses its share of the equity at the stop, and never more', () => {
    const risk = { entry: '100', stop: '90', equity: '1000', percent: '1', digits: 3 };
    expect(Number(riskSize(risk))).toBe(1);
    expect(Number(riskSize({ ...risk, stop: '97' }))).toBe(3.333);
    for (const none of [{ stop: '100' }, { equity: '' }, { percent: '0' }, { percent: '101' }]) {
      expect(riskSize({ ...risk, ...none })).toBeNull();
    }
  });
});
