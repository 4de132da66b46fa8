import { describe, expect, it } from 'vitest';
import { allLines, csvField, toCsv } from './csv.ts';
import type { RecordKind } from './record-kinds.tsx';
import { effectiveRange } from './use-record-filter.ts';

const DAY = 86_400_000;

describe('csv', () => {
  it('quotes what needs it and disarms formulas', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['plain', 'plain'],
      ['1,234.5', '"1,234.5"'],
      ['say "hi"', '"say ""hi"""'],
      ['=1+1', "'=1+1"],
      ['@x', "'@x"],
      ['+1', "'+1"],
      ['-0.5', '-0.5'],
      ['-x', "'-x"],
    ];
    for (const [text, field] of cases) expect([text, csvField(text)]).toEqual([text, field]);
    expect(toCsv(['a', 'b'], [['1', '2']])).toBe('a,b\r\n1,2');
  });

  it('walks all pages and stops at the last one', async () => {
    const asked: (string | undefined)[] = [];
    const ids = Array.from({ length: 250 }, (_, index) => String(1000 - index));
    const kind = {
      fetch: (query: { idLessThan?: string; limit: number }) => {
        asked.push(query.idLessThan);
        const from = query.idLessThan === undefined ? 0 : ids.indexOf(query.idLessThan) + 1;
        return Promise.resolve(
          ids.slice(from, from + query.limit).map((id) => ({ id, cells: {} })),
        );
      },
    } as unknown as RecordKind;
    const lines = await allLines(kind, { limit: 20 });
    expect(lines.map((line) => line.id)).toEqual(ids);
    expect(asked).toEqual([undefined, '901', '801']);
  });
});

describe('effectiveRange', () => {
  it('asks for a range only where the wire wants one, and never for more than 90 days', () => {
    const open = [null, null] as const;
    expect(effectiveRange(open, false, 1_000 * DAY)).toBeNull();
    expect(effectiveRange(open, true, 1_000 * DAY)).toEqual([911 * DAY, 1_000 * DAY]);
    expect(effectiveRange([0, 1_000 * DAY], false, 0)).toEqual([911 * DAY, 1_000 * DAY]);
    expect(effectiveRange([995 * DAY, 1_000 * DAY], true, 0)).toEqual([995 * DAY, 1_000 * DAY]);
  });

  it('may be open on one side', () => {
    expect(effectiveRange([990 * DAY, null], false, 1_000 * DAY)).toEqual([990 * DAY, 1_000 * DAY]);
    expect(effectiveRange([null, 990 * DAY], false, 1_000 * DAY)).toEqual([901 * DAY, 990 * DAY]);
  });
});
