/** What notifications about copy trading say. */

import type { NoticeRow } from '@halcyon/domain/web';
import { amount } from '../../data/format.ts';
import type { MessageId, Translate } from '../../platform/locale/intl.tsx';

/** The exit of a follower by its word; a drawdown has a sentence of its own. */
const EXITS: Readonly<Partial<Record<NoticeRow['copying'], MessageId>>> = {
  portfolioLoss: 'copy.set.portfolioLoss',
  portfolioProfit: 'copy.set.portfolioProfit',
  stopLoss: 'copy.set.stopLoss',
  takeProfit: 'copy.set.takeProfit',
};

const GONE: Readonly<Partial<Record<NoticeRow['copying'], MessageId>>> = {
  traderTakenOver: 'notices.copy.traderTakenOver',
  traderLeftOpen: 'notices.copy.traderLeftOpen',
  letGoClosed: 'notices.copy.letGoClosed',
  letGoTakenOver: 'notices.copy.letGoTakenOver',
  letGoLeftOpen: 'notices.copy.letGoLeftOpen',
};

function exitText(t: Translate, { copying, portfolio: id, symbol }: NoticeRow): string {
  if (copying === 'drawdown') return t('notices.copy.drawdown', { id });
  const name = EXITS[copying];
  const words = [name === undefined ? '' : t(name), symbol].filter((word) => word !== '');
  return t('notices.copy.exit', { id, exit: words.join(', ') });
}

/** '' = it is about something else. */
export function copyNoticeText(t: Translate, row: NoticeRow): string {
  const { kind, portfolio: id, size, coin } = row;
  const money = `${amount(size)} ${coin}`;
  switch (kind) {
    case 'copyJoined':
      return t('notices.copy.joined', { id, amount: money });
    case 'copyFollowed':
      return t('notices.copy.followed', { id, count: amount(size) });
    case 'copyLeftOut':
      return t('notices.copy.leftOut', { id, count: amount(size) });
    case 'copyExit':
      return exitText(t, row);
    case 'copyEnded':
      return t(GONE[row.copying] ?? 'notices.copy.traderClosed', { id });
    case 'copyOrderFailed': {
      const what = row.copying === 'change' ? 'changeFailed' : 'orderFailed';
      return t(`notices.copy.${what}`, { id, symbol: row.symbol });
    }
    case 'copyShareMax':
      return t('notices.copy.shareMax', { id, share: `${amount(size)} %` });
    case 'copySharePaid':
      return t('notices.copy.sharePaid', { id, amount: money });
    case 'copyShareReceived':
      return t('notices.copy.shareReceived', { id, amount: money });
    default:
      return '';
  }
}
