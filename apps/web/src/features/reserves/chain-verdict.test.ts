import { FIRST_LINK, hashText, type ReservesHead, reservesLink, sha256 } from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { chainVerdict } from './chain-verdict.ts';
import { type KeptRoots, keptIn, withRoot } from './kept-roots.ts';

const hash = hashText(sha256);

/** A chain of so many roots. */
function chainOf(count: number, exchange = 'one'): ReservesHead[] {
  const roots: ReservesHead[] = [];
  for (let n = 1; n <= count; n++) {
    const [journal, seal, contents] = ['j', 's', 'c'].map((what) => hash(`${what}${n}`));
    const previous = roots.at(-1)?.link ?? FIRST_LINK;
    const head = { exchange, seq: n * 10, time: n, rules: 13, previous };
    const whole = { ...head, journal: journal!, seal: seal!, contents: contents! };
    roots.push({ ...whole, link: reservesLink(hash, whole) });
  }
  return roots;
}

function keptOf(roots: readonly ReservesHead[]): KeptRoots {
  return roots.reduce<KeptRoots>(
    (kept, { exchange, seq, link, time }) => withRoot(kept, exchange, [seq, link, time]),
    {},
  );
}

describe('chainVerdict', () => {
  const roots = chainOf(5);

  it('holds where every root covers the one before, and tells what was kept', () => {
    expect(chainVerdict(hash, [], {})).toEqual({ name: 'none' });
    expect(chainVerdict(hash, roots, {})).toEqual({ name: 'holds', kept: [] });
    const kept = keptOf(roots.slice(1, 3));
    expect(chainVerdict(hash, roots, kept)).toEqual({ name: 'holds', kept: kept['one'] });
  });

  it('finds a root that is changed, left out in the middle, or not the first', () => {
    const changed = roots.map((root) => (root.seq === 30 ? { ...root, time: 99 } : root));
    expect(chainVerdict(hash, changed, {})).toEqual({ name: 'broken', seq: 30 });
    const without = roots.filter(({ seq }) => seq !== 30);
    expect(chainVerdict(hash, without, {})).toEqual({ name: 'broken', seq: 40 });
    expect(chainVerdict(hash, roots.slice(1), {})).toEqual({ name: 'broken', seq: 20 });
  });

  it('finds a kept root that is gone, and a fork that holds together by itself', () => {
    const kept = keptOf(roots);
    expect(chainVerdict(hash, roots.slice(0, 3), kept)).toMatchObject({ name: 'missing' });
    const fork = chainOf(5).slice(0, 2);
    const other = { ...roots[2]!, time: 98 };
    fork.push({ ...other, link: reservesLink(hash, other) });
    expect(chainVerdict(hash, fork, {})).toMatchObject({ name: 'holds' });
    expect(chainVerdict(hash, fork, kept)).toMatchObject({
      name: 'missing',
      root: kept['one']![2],
    });
  });

  it('tells that all that was kept is of another exchange', () => {
    expect(chainVerdict(hash, chainOf(2, 'two'), keptOf(roots))).toEqual({ name: 'other' });
    expect(chainVerdict(hash, [], keptOf(roots))).toEqual({ name: 'other' });
  });
});

describe('what a browser keeps', () => {
  it('is bounded: the first roots and the newest stay', () => {
    const many = chainOf(300);
    const kept = keptOf(many)['one']!;
    expect(kept).toHaveLength(200);
    expect([kept[0]![0], kept.at(-1)![0]]).toEqual([10, 3_000]);
    const exchanges = Array.from({ length: 20 }, (_, n) => chainOf(1, `x${n}`)).flat();
    expect(Object.keys(keptOf(exchanges))).toHaveLength(8);
  });

  it('is nothing where it cannot be read', () => {
    for (const text of [null, '', '{', '7', 'null', '{"one":3}', '{"one":[3]}']) {
      expect(keptIn(text)).toEqual({});
    }
    expect(keptIn(JSON.stringify(keptOf(chainOf(2))))).toEqual(keptOf(chainOf(2)));
  });
});
