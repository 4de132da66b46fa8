/** The table of notices is what indices and mails go by. */
import { mailOfNotice, NOTICE_KINDS, type NoticeKind, noticeKinds } from '@halcyon/domain';
import { expect, test } from 'vitest';
import { MAILED_NOTICES } from './notices.ts';

test('the numbers of kinds are those that are stored, each once', () => {
  const numbers = Object.values(NOTICE_KINDS).map(({ number }) => number);
  expect(numbers).toEqual(numbers.map((_, i) => i));
});

test('the index of mailed notices has every kind that a mail tells, and no query asks it for another', () => {
  const mailed = noticeKinds((kind) => mailOfNotice(kind) !== undefined);
  const inIndex = (kind: NoticeKind) => kind <= 3 || kind >= 12;
  expect(mailed.filter((kind) => !inIndex(kind))).toEqual([]);
  expect(MAILED_NOTICES).toBe(`(kind <= 3 or kind >= 12) and kind in (${mailed.join(', ')})`);
});
