/** Figures of results as people read them. */

import type {
  CopyEndWord,
  CopyExitWord,
  CopyRange,
  CopyReason,
  CopyResult,
} from '@halcyon/domain/web';
import { COPY_RANGES } from '@halcyon/domain/web/copying';
import { duration } from '../../data/duration.ts';
import { amount, dateTime, direction, plainPercent, signedPercent } from '../../data/format.ts';
import { type MessageId, useT } from '../../platform/locale/intl.tsx';

/** Digits of a ratio: more says nothing. */
const RATIO_DIGITS = 2;
const PERCENT_DIGITS = 4;

/** Names of the times that results are looked at. */
export const RANGE_NAMES: Readonly<Record<CopyRange, MessageId>> = {
  '7d': 'curve.7D',
  '30d': 'curve.30D',
  '90d': 'curve.90D',
  '1y': 'curve.1Y',
};

/** The choice of the time. */
export function useRanges() {
  const t = useT();
  return COPY_RANGES.map((key) => ({ key, label: t(RANGE_NAMES[key]) }));
}

/** Why somebody has nothing of an order; nobody is left out for `none`. */
export const REASON_NAMES: Readonly<Record<Exclude<CopyReason, 'none'>, MessageId>> = {
  paused: 'copy.reason.paused',
  instrument: 'copy.reason.instrument',
  tooSmall: 'copy.reason.tooSmall',
  orderLimit: 'copy.reason.orderLimit',
  positionLimit: 'copy.reason.positionLimit',
  tooLittleFree: 'copy.reason.tooLittleFree',
  slippage: 'copy.reason.slippage',
  nothingToClose: 'copy.reason.nothingToClose',
  gone: 'copy.reason.gone',
};

/** Exits of a follower as the settings call them. */
export const EXIT_NAMES: Readonly<Record<Exclude<CopyExitWord, 'none'>, MessageId>> = {
  portfolioLoss: 'copy.set.portfolioLoss',
  drawdown: 'copy.set.drawdown',
  portfolioProfit: 'copy.set.portfolioProfit',
  stopLoss: 'copy.set.stopLoss',
  takeProfit: 'copy.set.takeProfit',
};

/** How a follower's portfolio ended. */
export const END_NAMES: Readonly<Partial<Record<CopyEndWord, MessageId>>> = {
  closed: 'copy.end.closed',
  takenOver: 'copy.end.takenOver',
  exit: 'copy.end.exit',
  traderClosed: 'copy.end.traderClosed',
  traderTakenOver: 'copy.end.traderTakenOver',
  letGoClosed: 'copy.end.letGoClosed',
  letGoTakenOver: 'copy.end.letGoTakenOver',
};

/** A share of 1 as a signed percentage in its colour. */
export function Return({ value }: { readonly value: number | null | undefined }) {
  if (value === null || value === undefined) return '–';
  const text = value.toFixed(PERCENT_DIGITS);
  return (
    <bdi dir="ltr" className={`num ${direction(text)}`}>
      {signedPercent(text)}
    </bdi>
  );
}

/** The same without sign and colour. */
export function partText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : plainPercent(value.toFixed(PERCENT_DIGITS));
}

export function ratioText(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : amount(value.toFixed(RATIO_DIGITS));
}

/** A ratio with the range in which the true one lies 95 times of 100. */
export function estimateText(
  estimate: { readonly value: number; readonly low: number; readonly high: number } | null,
  text: (value: number) => string = ratioText,
): string {
  if (estimate === null) return '–';
  const { value, low, high } = estimate;
  return `${text(value)} (${text(low)} – ${text(high)})`;
}

/** A time among figures: those are written from left to right, and it has the direction of its language. */
export function TimeText({ at }: { readonly at: number }) {
  return <bdi>{dateTime(at)}</bdi>;
}

/** Money with its coin, a result in its colour. */
export function Money(props: {
  readonly coin: string;
  readonly text: string;
  readonly signed?: boolean;
}) {
  const { coin, text, signed = false } = props;
  return (
    <bdi dir="ltr" className={`num ${signed ? direction(text) : ''}`}>
      {amount(text)} {coin}
    </bdi>
  );
}

/** That an account of the simulator trades, with what that means. */
export function SimulatedTag() {
  const t = useT();
  return (
    <span className="badge" title={t('copy.simulatedText')}>
      {t('copy.simulated')}
    </span>
  );
}

/** What both sides' statistics have, line by line: label and how a side's is written. */
export const FIGURES: readonly {
  readonly label: MessageId;
  readonly shown: (result: CopyResult) => React.ReactNode;
}[] = [
  {
    label: 'copy.return',
    shown: ({ statistics }) => <Return value={statistics?.timeWeighted} />,
  },
  { label: 'copy.moneyWeighted', shown: (result) => <Return value={result.moneyWeighted} /> },
  {
    label: 'copy.drawdown',
    shown: ({ statistics }) => {
      if (statistics === null) return '–';
      const { drawdown } = statistics;
      if (drawdown === null) return partText(0);
      return `${partText(drawdown.depth)} · ${duration(drawdown.longestMs, 0)}`;
    },
  },
  { label: 'copy.sharpe', shown: ({ statistics }) => estimateText(statistics?.sharpe ?? null) },
  {
    label: 'copy.winRate',
    shown: ({ statistics }) => estimateText(statistics?.winRate ?? null, partText),
  },
  { label: 'copy.trades', shown: ({ statistics }) => statistics?.trades ?? '–' },
  {
    label: 'copy.worstMonth',
    shown: ({ statistics }) => <Return value={statistics?.worstMonth?.value} />,
  },
  {
    label: 'copy.leverageUsed',
    shown: ({ statistics }) =>
      statistics === null
        ? '–'
        : `${ratioText(statistics.leverage.average)} / ${ratioText(statistics.leverage.highest)}`,
  },
  { label: 'copy.inMarket', shown: ({ statistics }) => partText(statistics?.timeInMarket) },
];

/** Whether a result says little yet. */
export function isTooShort({ statistics }: CopyResult): boolean {
  return statistics === null || statistics.tooShort;
}
