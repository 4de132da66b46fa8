/** Response fields whose values come from a closed set say which values these are. */
import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '../channels/registry.ts';
import { ROUTES } from './registry.ts';

/** Names of such fields. */
const CLOSED = [
  'accountType',
  'areaSymbol',
  'assetMode',
  'assetsMode',
  'authorities',
  'autoMargin',
  'borrowType',
  'businessType',
  'cancelReason',
  'congestion',
  'deduct',
  'deduction',
  'deliveryStatus',
  'dest',
  'enterPointSource',
  'force',
  'fromType',
  'groupType',
  'holdSide',
  'interstType',
  'isMaxPrecision',
  'isRwa',
  'loanType',
  'marginMode',
  'marginType',
  'needTag',
  'orderSource',
  'orderType',
  'permList',
  'planStatus',
  'planType',
  'posMode',
  'posSide',
  'precision',
  'presetStopLossType',
  'presetStopSurplusType',
  'rechargeable',
  'reduceOnly',
  'repayType',
  'result',
  'side',
  'sizeUnit',
  'state',
  'status',
  'stopLossTriggerType',
  'stopSurplusTriggerType',
  'stpMode',
  'success',
  'symbolStatus',
  'symbolType',
  'toType',
  'tpslType',
  'tradeScope',
  'tradeSide',
  'traderType',
  'transfer',
  'triggerType',
  'type',
  'withdrawable',
];

/** Fields that have such a name and may hold other words too. */
const OPEN = [
  // The name of a step of prices that no request names.
  'convert.bgbCoins.coinList[].precision',
  // Of a plan that failed, the name of an error: an old row may have one that is no more.
  'spot.trade.historyOrders[].cancelReason',
  'spot.trade.orderInfo[].cancelReason',
];

interface Text {
  readonly path: string;
  readonly name: string;
  readonly isClosed: boolean;
}

interface Keywords {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
}

/** Every text below a schema that is no number or time. */
function textsOf(schema: TSchema, path: string, name = ''): Text[] {
  const { type, anyOf, items, properties, pattern, enum: words } = schema as Keywords;
  if (anyOf !== undefined) return anyOf.flatMap((one) => textsOf(one, path, name));
  if (items !== undefined) return textsOf(items, `${path}[]`, name);
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([key, field]) =>
      textsOf(field, `${path}.${key}`, key),
    );
  }
  if (type !== 'string' || pattern !== undefined) return [];
  return [{ path, name, isClosed: words !== undefined }];
}

const TEXTS = [
  ...ROUTES.flatMap(({ name, data }) => textsOf(data, name)),
  ...CHANNELS.flatMap(({ names, row }) => textsOf(row, names.join('/'))),
];
const CLOSED_NAMES = new Set(
  TEXTS.flatMap(({ name, isClosed }) => (isClosed && name !== '' ? [name] : [])),
);

describe('response fields with a closed set of values', () => {
  it('are enumerations', () => {
    expect(CLOSED.filter((name) => !CLOSED_NAMES.has(name))).toEqual([]);
  });

  it('have no field of their name that is text, but those named one by one', () => {
    const plain = TEXTS.filter(({ name, isClosed }) => !isClosed && CLOSED_NAMES.has(name));
    expect(plain.map(({ path }) => path).sort()).toEqual(OPEN);
  });
});
