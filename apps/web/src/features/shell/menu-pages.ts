/** The pages that menus, footer and command palette offer: those that are allowed now. */

import type { IconName } from '../../components/icon.tsx';
import type { MessageId } from '../../platform/locale/intl.tsx';
import { futuresPath, PATHS, spotPath } from '../../platform/routes/paths.ts';
import { isOffered } from '../../platform/simulation/mode.ts';
import { SIMULATING } from '../../platform/simulation/venue.ts';

/** Parts of the menus. */
export type MenuGroup = 'trade' | 'assets' | 'orders' | 'account' | 'build';

/** The parts that are somebody's own, as menus show them. */
export const OWN_GROUPS: readonly MenuGroup[] = ['assets', 'orders', 'account'];

/** A page in a menu. */
export interface MenuPage {
  readonly to: string;
  readonly label: MessageId;
  readonly group: MenuGroup;
  readonly icon: IconName;
  /** Also in the header's row. */
  readonly main?: true;
}

/** Of simulation trading alone. */
const PAPER_PAGES: readonly MenuPage[] = SIMULATING
  ? [
      { to: PATHS.subAccountHistory, label: 'subs.title', group: 'account', icon: 'user' },
      { to: PATHS.paperFidelity, label: 'fidelity.title', group: 'account', icon: 'check' },
      {
        to: PATHS.paperGuide,
        label: 'guide.title',
        group: 'build',
        icon: 'question',
      },
    ]
  : [];

const PAGES: readonly MenuPage[] = [
  { to: PATHS.markets, label: 'nav.markets', group: 'trade', icon: 'chart', main: true },
  { to: spotPath(), label: 'nav.trade', group: 'trade', icon: 'arrow', main: true },
  { to: futuresPath(), label: 'nav.futures', group: 'trade', icon: 'sliders', main: true },
  { to: PATHS.copyTrading, label: 'nav.copyTrading', group: 'trade', icon: 'copy', main: true },
  { to: PATHS.copyMine, label: 'nav.copyMine', group: 'trade', icon: 'copy' },
  { to: PATHS.assets, label: 'nav.assets', group: 'assets', icon: 'wallet', main: true },
  { to: PATHS.spotAssets, label: 'assets.spot', group: 'assets', icon: 'wallet' },
  { to: PATHS.marginAssets, label: 'assets.margin', group: 'assets', icon: 'wallet' },
  {
    to: PATHS.futuresAssets,
    label: 'assets.futures',
    group: 'assets',
    icon: 'wallet',
  },
  { to: PATHS.transfer, label: 'nav.transfer', group: 'assets', icon: 'swap' },
  { to: PATHS.convert, label: 'nav.convert', group: 'assets', icon: 'swap' },
  { to: PATHS.deposit, label: 'nav.deposit', group: 'assets', icon: 'wallet' },
  { to: PATHS.withdraw, label: 'nav.withdraw', group: 'assets', icon: 'wallet' },
  { to: PATHS.spotRecords, label: 'nav.orders', group: 'orders', icon: 'history', main: true },
  {
    to: PATHS.marginOrders,
    label: 'nav.marginOrders',
    group: 'orders',
    icon: 'history',
  },
  {
    to: PATHS.marginRecords,
    label: 'nav.marginRecords',
    group: 'orders',
    icon: 'history',
  },
  {
    to: PATHS.futuresOrders,
    label: 'nav.futuresOrders',
    group: 'orders',
    icon: 'history',
  },
  {
    to: PATHS.futuresRecords,
    label: 'nav.futuresRecords',
    group: 'orders',
    icon: 'history',
  },
  ...PAPER_PAGES,
  { to: PATHS.fees, label: 'fees.title', group: 'account', icon: 'chart' },
  { to: PATHS.vipDetail, label: 'vip.title', group: 'account', icon: 'check' },
  { to: PATHS.apiKeys, label: 'nav.apiKeys', group: 'account', icon: 'code' },
  { to: PATHS.subAccounts, label: 'subs.title', group: 'account', icon: 'user' },
  { to: PATHS.notices, label: 'nav.notifications', group: 'account', icon: 'bell' },
  { to: PATHS.security, label: 'nav.security', group: 'account', icon: 'check' },
  { to: PATHS.reserves, label: 'nav.reserves', group: 'build', icon: 'check' },
  {
    to: PATHS.protectionFund,
    label: 'nav.protectionFund',
    group: 'build',
    icon: 'check',
  },
  {
    to: PATHS.verifyReceipt,
    label: 'nav.verifyReceipt',
    group: 'build',
    icon: 'success',
  },
  { to: PATHS.apiDocs, label: 'nav.apiDocs', group: 'build', icon: 'terminal' },
  { to: PATHS.download, label: 'nav.download', group: 'build', icon: 'device' },
];

/** The pages that are offered; entering and leaving simulation trading load everything anew. */
export const MENU_PAGES: readonly MenuPage[] = PAGES.filter((page) => isOffered(page.to));

/** The part of the menus that the page on screen is in; undefined where it is in none. */
export function groupAt(pathname: string): MenuGroup | undefined {
  return MENU_PAGES.find((page) => isCurrent(page, pathname))?.group;
}

/** Whether a menu entry stands for the page on screen. */
export function isCurrent(page: MenuPage, pathname: string): boolean {
  for (const terminal of ['/spot/', '/futures/']) {
    if (page.to.startsWith(terminal)) return pathname.startsWith(terminal);
  }
  return pathname === page.to;
}
