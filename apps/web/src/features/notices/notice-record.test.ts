import type { NoticeRow } from '@halcyon/domain/web';
import { describe, expect, it } from 'vitest';
import { recordPath } from './notice-record.ts';

const ROW: NoticeRow = {
  id: '5-0',
  entry: '',
  time: 1,
  unread: true,
  kind: 'filled',
  account: 'spot',
  subAccount: '',
  symbol: '',
  coin: '',
  side: '',
  size: '',
  price: '',
  to: '',
  record: '',
  status: '',
  topic: '',
  portfolio: '',
  copying: '',
  parent: '',
  alert: null,
};

describe('the record of a notification', () => {
  it.each([
    [{ record: '77' }, '/record/exchange?order=77'],
    [{ record: '77', account: 'futures' }, '/record/mcp?order=77'],
    [{ kind: 'copyExit', portfolio: '1000017', symbol: 'BTCUSDT' }, '/copy-trading/mine'],
    [{ kind: 'liquidation', account: 'futures', portfolio: '1000017' }, '/copy-trading/mine'],
    [{ record: '77', account: 'isolated', kind: 'cancelled' }, '/record/margin?order=77'],
    [{ kind: 'triggered', symbol: 'BTCUSDT' }, '/record/exchange?pair=BTCUSDT'],
    [
      { kind: 'triggerFailed', symbol: 'BTCUSDT', account: 'futures' },
      '/record/mcp?tab=plans&pair=BTCUSDT',
    ],
    [{ kind: 'parentPaused', symbol: 'BTCUSDT' }, '/record/exchange?pair=BTCUSDT'],
    [{ kind: 'marginCall', account: 'crossed' }, '/asset/margin'],
    [{ kind: 'marginCall', account: 'futures' }, '/asset/futures'],
    [
      { kind: 'liquidation', account: 'futures', symbol: 'BTCUSDT' },
      '/record/mcp?tab=liquidations&pair=BTCUSDT',
    ],
    [{ kind: 'marginLiquidation', account: 'crossed' }, '/record/margin?tab=liquidations'],
    [{ kind: 'funding', account: 'futures' }, '/record/mcp?tab=funding'],
    [{ kind: 'deposit', coin: 'BTC' }, '/record/exchange?tab=deposits&coin=BTC'],
    [{ kind: 'withdrawal', coin: 'BTC' }, '/record/exchange?tab=withdrawals&coin=BTC'],
    [
      { kind: 'transfer', coin: 'USDT', account: 'futures' },
      '/record/exchange?tab=transfers&coin=USDT',
    ],
    [{ kind: 'security', topic: 'login' }, '/account/security'],
    // Its records are those of who acts as it.
    [{ kind: 'liquidation', account: 'futures', subAccount: 'desk' }, '/subaccount'],
  ] as const)('of %o is at %s', (row, path) => {
    expect(recordPath({ ...ROW, ...row })).toBe(path);
  });
});
