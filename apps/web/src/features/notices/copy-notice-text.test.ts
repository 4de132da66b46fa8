import { NOTICE_KINDS } from '@halcyon/domain';
import type { NoticeRow, NoticeWord } from '@halcyon/domain/web';
import { expect, it } from 'vitest';
import { copyNoticeText } from './copy-notice-text.ts';
import { isOfPortfolio } from './notice-text.ts';

const t = ((id: string, values: object = {}) =>
  `${id} ${Object.values(values).join(' ')}`.trim()) as never;

const said = (kind: NoticeWord, more: Partial<NoticeRow> = {}) =>
  copyNoticeText(t, {
    kind,
    portfolio: '7',
    size: '3',
    coin: 'USDT',
    copying: '',
    symbol: '',
    ...more,
  } as NoticeRow);

it('says of each kind of copying which portfolio it is of', () => {
  const kinds = (Object.keys(NOTICE_KINDS) as NoticeWord[]).filter((word) =>
    word.startsWith('copy'),
  );
  expect(kinds).toHaveLength(9);
  for (const kind of kinds) expect(said(kind)).toMatch(/^notices\.copy\.\w+ 7/);
  expect(said('filled')).toBe('');
});

it('names the exit and its contract; a drawdown and the end of a trader have their own words', () => {
  const exit = { copying: 'stopLoss', symbol: 'BTCUSDT' } as const;
  expect(said('copyExit', exit)).toBe('notices.copy.exit 7 copy.set.stopLoss, BTCUSDT');
  expect(said('copyExit', { copying: 'drawdown' })).toBe('notices.copy.drawdown 7');
  expect(said('copyEnded', { copying: 'traderLeftOpen' })).toBe('notices.copy.traderLeftOpen 7');
  expect(said('copyEnded', { copying: 'letGoClosed' })).toBe('notices.copy.letGoClosed 7');
  const change = { copying: 'change', symbol: 'BTCUSDT' } as const;
  expect(said('copyOrderFailed', change)).toBe('notices.copy.changeFailed 7 BTCUSDT');
  expect(said('copyShareMax')).toBe('notices.copy.shareMax 7 3 %');
});

it('what any account has is told with the portfolio before it', () => {
  expect(isOfPortfolio({ kind: 'liquidation', portfolio: '7' })).toBe(true);
  expect(isOfPortfolio({ kind: 'liquidation', portfolio: '' })).toBe(false);
  expect(isOfPortfolio({ kind: 'copyExit', portfolio: '7' })).toBe(false);
});
