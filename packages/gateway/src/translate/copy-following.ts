/** What a follower sets, between words of the trading API and those of pages. */
import { type Asset, type CopySettings, PPM } from '@halcyon/domain';
import type { CopyChoices } from '@halcyon/domain/web';
import {
  type DataOf,
  type RequestOf,
  type specs,
  USDT_FUTURES,
  WireError,
} from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import { contractsOf } from '../http/context.ts';
import { requestedContract } from './contract-requests.ts';
import { type ChoiceNames, choicesOf, type PartialFields } from './copy-choices.ts';
import { bigUnitsOf, ppmOfPercent } from './scaled.ts';

type FollowRequest = RequestOf<typeof specs.copy.followTrader>;
type SettingsRequest = RequestOf<typeof specs.copy.setFollowing>;
type Setting = SettingsRequest['settings'][number];
type SettingRow = DataOf<typeof specs.copy.following>['detailList'][number];

const SIZINGS = { percent: 'ratio', amount: 'amount', count: 'multiple' } as const;
const TRACE_TYPES = { ratio: 'percent', amount: 'amount', multiple: 'count' } as const;
const FOLLOWED_MARGINS = {
  follow_trader: 'traders',
  crossed: 'crossed',
  isolated: 'isolated',
} as const;

/** What requests that begin to follow, and those that set what is copied, call fields of choices. */
export const FIRST_NAMES: ChoiceNames = { portfolioLoss: 'equity', leverage: 'multiple' };
export const SETTING_NAMES: ChoiceNames = {
  sizingValue: 'traceValue',
  leverage: 'longLeverage',
  positionMax: 'maxHoldSize',
  takeProfit: 'stopSurplusRatio',
  stopLoss: 'stopLossRatio',
};

/** What a follower begins with. @throws WireError */
export function firstChoices(request: FollowRequest, coin: Asset): PartialFields<CopyChoices> {
  const { autoCopy, marginMode, leverage, multiple } = request;
  const fixed = leverage === 'fixed_leverage';
  if (fixed && multiple === undefined) throw new WireError('fieldMissing', { field: 'multiple' });
  return {
    ...(autoCopy !== undefined && { paused: autoCopy === 'off' }),
    ...(marginMode !== undefined && { margin: FOLLOWED_MARGINS[marginMode] }),
    ...(fixed && { leverageOf: 'own' as const, leverage: Number(multiple) }),
    ...(request.equityGuardian === 'on' && { portfolioLoss: guardedLoss(request, coin) }),
  };
}

/** How far equity may fall until it is where copying ends, percent of what was paid in. */
function guardedLoss(
  { copyAmount, equity, equityGuardianMode = 'amount' }: FollowRequest,
  coin: Asset,
): string {
  if (equity === undefined) throw new WireError('fieldMissing', { field: 'equity' });
  const whole = BigInt(PPM);
  let left: bigint;
  if (equityGuardianMode === 'percentage') {
    left = BigInt(ppmOfPercent('equity', equity));
  } else {
    const amount = bigUnitsOf('copyAmount', copyAmount, coin);
    // Rounded up: copying ends no later than where it was said to.
    left = (bigUnitsOf('equity', equity, coin) * whole + amount - 1n) / amount;
  }
  if (left < whole) return percentText(Number(whole - left));
  throw new WireError('fieldValue', {
    field: 'equity',
    expected: 'below copyAmount',
    value: equity,
  });
}

/** Which fields a row has to have as the first one: settings are of the whole portfolio. */
const ALIKE = [
  ...(['marginType', 'marginMode', 'leverType', 'longLeverage', 'shortLeverage'] as const),
  ...(['traceType', 'traceValue', 'maxHoldSize', 'stopSurplusRatio', 'stopLossRatio'] as const),
];

/** @throws WireError where contracts are to be copied differently, or are none */
export function choicesIn(
  views: Views,
  { autoCopy, settings }: SettingsRequest,
): PartialFields<CopyChoices> {
  const first = settings[0]!;
  for (const [i, row] of settings.entries()) checkRow(views, row, first, `settings[${i}]`);
  const { traceType, traceValue, maxHoldSize, stopSurplusRatio, stopLossRatio } = first;
  return {
    only: settings.map(({ symbol }) => symbol),
    without: [],
    sizing: SIZINGS[traceType],
    sizingValue: traceValue,
    ...leverageIn(first),
    margin: first.marginType === 'trader' ? 'traders' : (first.marginMode ?? 'crossed'),
    ...(autoCopy !== undefined && { paused: autoCopy === 'off' }),
    ...(maxHoldSize !== undefined && { positionMax: maxHoldSize }),
    ...(stopSurplusRatio !== undefined && { takeProfit: stopSurplusRatio }),
    ...(stopLossRatio !== undefined && { stopLoss: stopLossRatio }),
  };
}

function checkRow(views: Views, row: Setting, first: Setting, at: string): void {
  const { symbol } = requestedContract(views, row);
  const other = ALIKE.find((field) => row[field] !== first[field]);
  if (other === undefined) return;
  const expected = `as in settings[0], for all contracts are copied alike`;
  const field = `${at}.${other}`;
  throw new WireError('fieldValue', { field, expected, value: row[other] ?? `none of ${symbol}` });
}

function leverageIn({ leverType, longLeverage: long, shortLeverage: short = long }: Setting) {
  if (leverType === 'trader') return { leverageOf: 'traders' as const };
  const field = 'settings[0].longLeverage';
  if (long === undefined) throw new WireError('fieldMissing', { field });
  if (short === long) return { leverageOf: 'own' as const, leverage: Number(long) };
  const other = 'settings[0].shortLeverage';
  throw new WireError('fieldValue', {
    field: other,
    expected: `${long}, as longLeverage`,
    value: short ?? '',
  });
}

/** What is copied, one row a contract. */
export function settingRows(views: Views, settings: CopySettings, coin: Asset): SettingRow[] {
  const choices = choicesOf(views, settings, coin);
  const { only, without, leverageOf, leverage, margin } = choices;
  const lever = leverageOf === 'traders' ? '' : String(leverage);
  const all = contractsOf(views, USDT_FUTURES, undefined).map(({ symbol }) => symbol);
  const copied = (only.length === 0 ? all : only).filter((symbol) => !without.includes(symbol));
  return copied.map((symbol) => ({
    ...{ symbol, productType: USDT_FUTURES, marginCoin: coin.code },
    marginType: margin === 'traders' ? 'trader' : 'specify',
    leverType: leverageOf === 'traders' ? 'trader' : 'specify',
    ...{ longLeverage: lever, shortLeverage: lever },
    ...{ traceType: TRACE_TYPES[choices.sizing], traceValue: choices.sizingValue },
    ...{ maxHoldSize: choices.positionMax, stopSurplusRatio: choices.takeProfit },
    stopLossRatio: choices.stopLoss,
  }));
}
