/** What notifications say. */

import type { NoticeRow, SecurityTopic } from '@halcyon/domain/web';
import { amount, plainPercent } from '../../data/format.ts';
import { useContracts } from '../../data/state/contracts.ts';
import { useInstruments } from '../../data/state/instruments.ts';
import { type MessageId, type Translate, useT } from '../../platform/locale/intl.tsx';
import { accountName } from '../margin/margin-texts.ts';
import { accountText } from '../transfer/account-names.ts';
import { copyNoticeText } from './copy-notice-text.ts';

const SECURITY: Readonly<Record<SecurityTopic, MessageId>> = {
  login: 'notices.security.login',
  password: 'notices.security.password',
  email: 'notices.security.email',
  authenticator: 'notices.security.authenticator',
  passkeys: 'notices.security.passkeys',
  apiKeys: 'notices.security.apiKeys',
  addresses: 'notices.security.addresses',
  frozen: 'notices.security.frozen',
};

const PARENT_LABELS: Readonly<Record<Exclude<NoticeRow['parent'], ''>, MessageId>> = {
  scaled: 'order.kind.scaled',
  iceberg: 'order.kind.iceberg',
  twap: 'order.kind.twap',
  chase: 'order.kind.chase',
};

/** Accounts by their words in transfers. */
const TRANSFER_WORDS = {
  spot: 'spot',
  funding: 'p2p',
  futures: 'usdt_futures',
  crossed: 'crossed_margin',
  isolated: 'isolated_margin',
} as const satisfies Readonly<Record<NoticeRow['account'], string>>;

const WITHDRAWALS: Readonly<Record<NoticeRow['status'], MessageId>> = {
  '': 'wallet.status.success',
  confirmed: 'wallet.status.success',
  refused: 'wallet.status.refused',
  failed: 'wallet.status.failed',
};

/** A margin ratio of a percentage; '' where nothing backs the debts. */
function ratioText(percent: string): string {
  return percent === '' ? '∞' : plainPercent((Number(percent) / 100).toFixed(4));
}

function transferText(t: Translate, row: NoticeRow): string {
  const { account, to, size, coin, portfolio: id } = row;
  if (id !== '') {
    const sides = [accountText(t, TRANSFER_WORDS[account]), t('copy.portfolioOf', { id })];
    const [from = '', into = ''] = to === '' ? sides.reverse() : sides;
    return t('notices.transfer', { amount: `${amount(size)} ${coin}`, from, to: into });
  }
  const text = `${t('nav.transfer')}: ${amount(size)} ${coin}`;
  if (to === '') return text;
  return t('notices.transfer', {
    amount: `${amount(size)} ${coin}`,
    from: accountText(t, TRANSFER_WORDS[account]),
    to: accountText(t, TRANSFER_WORDS[to]),
  });
}

/** What is said of orders is said alike in all accounts, so that the account is named beside it. */
const OF_ORDERS: ReadonlySet<NoticeRow['kind']> = new Set([
  'filled',
  'cancelled',
  'triggered',
  'triggerFailed',
  'parentPaused',
  'parentEnded',
]);

/** Whether a notification is of an order. */
export function ofOrder({ kind }: Pick<NoticeRow, 'kind'>): boolean {
  return OF_ORDERS.has(kind);
}

/** Whether it is what any account has, of a copy portfolio: those about copying say of which themselves. */
export function isOfPortfolio({ kind, portfolio }: Pick<NoticeRow, 'kind' | 'portfolio'>): boolean {
  return portfolio !== '' && kind !== 'transfer' && !kind.startsWith('copy');
}

/** The account that a notification is of. */
export function noticeAccount(t: Translate, { account }: Pick<NoticeRow, 'account'>): string {
  return accountText(t, TRANSFER_WORDS[account]);
}

/** Gives what turns a notification into words. */
export function useNoticeText(): (row: NoticeRow) => string {
  const t = useT();
  const instruments = useInstruments().data;
  const contracts = useContracts().data;
  const pairOf = ({ account, symbol }: NoticeRow) => {
    const found = account === 'futures' ? undefined : instruments?.get(symbol);
    return found === undefined ? symbol : `${found.base}/${found.quote}`;
  };
  const marginCall = ({ account, symbol, size }: NoticeRow) => {
    const percent = ratioText(size);
    if (account !== 'futures') {
      const name = accountName(t, symbol, instruments);
      return `${name}, ${percent}: ${t('margin.state.called')}`;
    }
    return symbol === ''
      ? t('positions.warnCross', { percent })
      : t('positions.warn', { symbol, percent });
  };
  const filled = ({ account, symbol, side, size, coin, price }: NoticeRow) => {
    const listed = account === 'futures' ? contracts : instruments;
    const at = amount(price, listed?.get(symbol)?.priceScale);
    return t('order.filled', { side, size: amount(size), coin, price: at });
  };
  const ofParent = (row: NoticeRow) => {
    const { kind, parent, size, coin } = row;
    const what = { kind: parent === '' ? '' : t(PARENT_LABELS[parent]), pair: pairOf(row) };
    if (kind === 'parentPaused') return t('notices.parentPaused', what);
    return t('notices.parentEnded', { ...what, size: amount(size), coin });
  };
  const alertFired = (row: NoticeRow) => {
    const { account, symbol, price, alert } = row;
    const scale = (account === 'futures' ? contracts : instruments)?.get(symbol)?.priceScale;
    const level = amount(alert?.level ?? '', scale);
    const text = t('notices.alert', { pair: pairOf(row), level, price: amount(price, scale) });
    const late = alert?.late === true ? ` (${t('notices.alertLate')})` : '';
    return `${text}${late}${alert === null || alert.note === '' ? '' : ` · ${alert.note}`}`;
  };
  return (row) => {
    const { kind, symbol, side, size, coin } = row;
    switch (kind) {
      case 'marginCall':
        return marginCall(row);
      case 'liquidation':
        return t('positions.liquidated', { symbol });
      case 'marginLiquidation':
        return t('margin.liquidated', { account: accountName(t, symbol, instruments) });
      case 'deleveraged':
        return t('positions.deleveraged', { symbol });
      case 'filled':
        return filled(row);
      case 'cancelled':
        return t('notices.cancelled', { side, pair: pairOf(row) });
      case 'triggered':
        return t('notices.triggered', { pair: pairOf(row) });
      case 'triggerFailed':
        return t('notices.triggerFailed', { pair: pairOf(row) });
      case 'parentPaused':
      case 'parentEnded':
        return ofParent(row);
      case 'funding':
        return `${t('positions.funding')}, ${symbol}: ${amount(size)} ${coin}`;
      case 'deposit':
        return `${t('records.deposit')}: ${amount(size)} ${coin}`;
      case 'withdrawal': {
        const status = row.status === 'confirmed' ? '' : ` (${t(WITHDRAWALS[row.status])})`;
        return `${t('records.withdraw')}: ${amount(size)} ${coin}${status}`;
      }
      case 'transfer':
        return transferText(t, row);
      case 'copyJoined':
      case 'copyLeftOut':
      case 'copyExit':
      case 'copyEnded':
      case 'copyOrderFailed':
      case 'copyShareMax':
      case 'copySharePaid':
      case 'copyShareReceived':
      case 'copyFollowed':
        return copyNoticeText(t, row);
      case 'alert':
        return alertFired(row);
      case 'security':
        return row.topic === '' ? t('nav.security') : t(SECURITY[row.topic]);
    }
  };
}
