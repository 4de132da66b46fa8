/** What errors of copy trading say, and at which field; part of refusal-table.ts. */

import type { PageErrorName } from '@halcyon/protocol/web';
import type { MessageId } from '../../platform/locale/intl.tsx';

type CopyErrorName = Extract<PageErrorName, `copy${string}`>;

/** The message of each. */
export const COPY_REFUSALS: Readonly<Record<CopyErrorName, MessageId>> = {
  copyPortfolioNotFound: 'refusal.copyNotFound',
  copyPortfoliosMax: 'refusal.quota',
  copyTooLittle: 'refusal.least',
  copyTooMuch: 'refusal.copyMost',
  copyOwnPortfolio: 'refusal.copyOwn',
  copyClosing: 'refusal.copyClosing',
  copyFollowedAlready: 'refusal.copyFollowed',
  copyFollowersMax: 'refusal.copyFollowersMax',
  copyCircle: 'refusal.copyCircle',
  copyFollowersLeft: 'refusal.copyFollowersLeft',
  copyStillOpen: 'refusal.copyStillOpen',
  copyUnderWay: 'refusal.copyUnderWay',
  copyTakeOverMode: 'refusal.copyHedge',
  copyShareUnpaid: 'refusal.copyShareUnpaid',
  copyContractLeftOut: 'refusal.copyContract',
  copyTermsRange: 'refusal.copyRange',
  copySettingsRange: 'refusal.copyRange',
  copyExitRange: 'refusal.copyRange',
  copyExitEquity: 'refusal.copyExitEquity',
  copyExitPrice: 'refusal.copyExitPrice',
  copyPriceMoved: 'refusal.copyPriceMoved',
  copyPositionMoved: 'refusal.copyPositionMoved',
  copyTimeInForce: 'refusal.copyRange',
  copyAverageMargin: 'refusal.funds',
  copyAverageLoss: 'refusal.bankruptcy',
  copyOrdersMax: 'refusal.openOrders',
};

/** Fields of those whose answer does not name one. */
export const COPY_FIELDS = {
  copyContractLeftOut: 'symbol',
  copyTooLittle: 'size',
  copyTooMuch: 'size',
  copyExitRange: 'exit',
  copyShareUnpaid: 'exit',
  copyTimeInForce: 'force',
  copyAverageMargin: 'size',
  copyAverageLoss: 'size',
} as const satisfies Partial<Record<CopyErrorName, string>>;
