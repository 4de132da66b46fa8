/** Rows of contracts that answers and pushes share, and beside them what a push has instead. */
import { CONTRACT_PLAN_TYPES } from '@halcyon/domain';
import { list, object, optional, out, without } from '../schema/fields.ts';
import { endId, positionWords } from './mix-trade-fields.ts';
import { feeDetail } from './trade-fields.ts';
import {
  ASSET_MODES,
  CANCEL_REASONS,
  CONTRACT_ORDER_SOURCES,
  ENTER_POINTS,
  FILL_TRADE_SIDES,
  FORCES,
  MARGIN_MODES,
  ON_OR_OFF,
  OPTIONAL_TRIGGER_TYPES,
  ORDER_STATES,
  ORDER_TYPES,
  PLAN_STATES,
  POS_MODES,
  POSITION_SIDES,
  PUSHED_PLAN_TYPES,
  SIDES,
  STP_MODES,
  TRADE_SCOPES,
  TRIGGER_TYPES,
  YES_OR_NO,
} from './words.ts';

/** Whether a position may only be made smaller, as pushes say it. */
const reduceOnly = out.word(['yes', 'no']);

/** An order, and its push: one for every change; the fill's fields only where there was one. */
export const orderRow = {
  symbol: out.text(),
  size: out.amount(),
  orderId: out.text(),
  clientOid: out.text(),
  baseVolume: out.amount('filled'),
  quoteVolume: out.amount('filled'),
  price: out.amount('limit price; 0 of a market order'),
  priceAvg: out.amount('average fill price; 0 without fills'),
  fee: out.amount('negative when paid'),
  totalProfits: out.amount('what the fills realised, before fees'),
  status: out.word(ORDER_STATES),
  ...positionWords,
  reduceOnly: out.word(YES_OR_NO),
  force: out.word(FORCES),
  orderType: out.word(ORDER_TYPES),
  orderSource: out.word(CONTRACT_ORDER_SOURCES, 'what made it'),
  cancelReason: out.word(CANCEL_REASONS, 'empty: not cancelled'),
  enterPointSource: out.word(ENTER_POINTS),
  stpMode: out.word(STP_MODES),
  presetStopSurplusPrice: out.text(),
  presetStopSurplusType: out.word(OPTIONAL_TRIGGER_TYPES),
  presetStopSurplusExecutePrice: out.text(),
  presetStopLossPrice: out.text(),
  presetStopLossType: out.word(OPTIONAL_TRIGGER_TYPES),
  presetStopLossExecutePrice: out.text(),
  cTime: out.millis(),
  uTime: out.millis(),
};
export const orderPush = object({
  ...without(orderRow, 'symbol', 'baseVolume', 'quoteVolume', 'fee', 'orderSource'),
  instId: out.text(),
  reduceOnly,
  notionalUsd: out.amount('value of the order; of a market order what it traded'),
  accBaseVolume: out.amount('amount of all fills'),
  feeDetail: list(object({ feeCoin: out.text(), fee: out.amount('negative when paid') })),
  fillPrice: optional(out.amount()),
  tradeId: optional(out.text()),
  baseVolume: optional(out.amount('amount of this fill')),
  fillTime: optional(out.millis()),
  fillFee: optional(out.amount('negative when paid')),
  fillFeeCoin: optional(out.text()),
  fillNotionalUsd: optional(out.amount()),
  pnl: optional(out.amount('realised by this fill')),
  tradeScope: optional(out.word(['T', 'M'], 'taker or maker')),
});

/** A fill, and its push. */
export const fillRow = {
  tradeId: out.text(),
  symbol: out.text(),
  marginCoin: out.text(),
  orderId: out.text('0 where a position was closed off the book'),
  price: out.amount(),
  baseVolume: out.amount(),
  quoteVolume: out.amount(),
  feeDetail: list(feeDetail),
  side: out.word(SIDES, 'hedge mode: direction of the position'),
  profit: out.amount('what the fill realised, before the fee'),
  enterPointSource: out.word(ENTER_POINTS),
  tradeSide: out.word(FILL_TRADE_SIDES),
  posMode: out.word(POS_MODES),
  tradeScope: out.word(TRADE_SCOPES),
  orderType: out.word(ORDER_TYPES),
  cTime: out.millis(),
  endId,
};
export const fillPush = object({
  ...without(fillRow, 'marginCoin', 'enterPointSource', 'endId'),
  clientOid: out.text(),
  uTime: out.millis(),
});

/** A plan, and its push. */
export const planRow = {
  planType: out.word(CONTRACT_PLAN_TYPES),
  symbol: out.text(),
  size: out.text('empty: all of the position'),
  orderId: out.text(),
  clientOid: out.text(),
  price: out.text('limit price; empty: market'),
  executePrice: out.text('the same'),
  callbackRatio: out.text('of a trailing stop: percent'),
  triggerPrice: out.amount(),
  triggerType: out.word(TRIGGER_TYPES),
  planStatus: out.word(PLAN_STATES),
  ...positionWords,
  reduceOnly: out.word(YES_OR_NO),
  orderType: out.word(ORDER_TYPES),
  orderSource: out.word(['normal', 'market']),
  enterPointSource: out.word(ENTER_POINTS),
  stopSurplusTriggerPrice: out.text(),
  stopSurplusTriggerType: out.word(OPTIONAL_TRIGGER_TYPES),
  stopSurplusExecutePrice: out.text(),
  stopLossTriggerPrice: out.text(),
  stopLossTriggerType: out.word(OPTIONAL_TRIGGER_TYPES),
  stopLossExecutePrice: out.text(),
  cTime: out.millis(),
  uTime: out.millis(),
  endId,
};
export const planPush = object({
  ...without(planRow, 'symbol', 'planStatus', 'endId'),
  instId: out.text(),
  planType: out.word(
    PUSHED_PLAN_TYPES,
    'trigger, trailing stop, take profit, stop loss, trailing stop of a position, and the two of a whole position',
  ),
  status: out.word(PLAN_STATES),
  reduceOnly,
  triggerTime: out.text('when it became an order; empty: not'),
  actualSize: out.text('of the order it became; 0: none'),
  reason: optional(out.text('of status fail_execute: name of the error that refused the order')),
  errorCode: optional(out.text('of status fail_execute: code of that error')),
  stpMode: out.word(STP_MODES),
});

/** An open position, and its push: each has all of them. */
export const positionRow = {
  marginCoin: out.text(),
  symbol: out.text(),
  holdSide: out.word(POSITION_SIDES),
  openDelegateSize: out.amount('of open orders that would enlarge it'),
  marginSize: out.amount('isolated: its margin; crossed: what its entry needs at its leverage'),
  available: out.amount('size that no open order closes yet'),
  locked: out.amount('size that open orders close'),
  total: out.amount(),
  leverage: out.text(),
  achievedProfits: out.amount('realised since it was opened, before fees'),
  openPriceAvg: out.amount(),
  marginMode: out.word(MARGIN_MODES),
  posMode: out.word(POS_MODES),
  unrealizedPL: out.amount(),
  liquidationPrice: out.amount('mark price; 0 = no price liquidates it'),
  keepMarginRate: out.amount('maintenance margin by value, without the fee of a liquidation'),
  markPrice: out.amount(),
  breakEvenPrice: out.amount(),
  totalFee: out.amount('fundings since it was opened, + received'),
  deductedFee: out.amount('fees since it was opened'),
  takeProfit: out.text('trigger price; empty: none'),
  stopLoss: out.text('trigger price; empty: none'),
  takeProfitId: out.text(),
  stopLossId: out.text(),
  marginRatio: out.amount('what must be kept by what backs it; above 1 is liquidated'),
  assetMode: out.word(ASSET_MODES),
  autoMargin: out.word(ON_OR_OFF),
  cTime: out.millis(),
  uTime: out.millis(),
};
export const positionPush = object({
  ...without(
    positionRow,
    'symbol',
    'openDelegateSize',
    'locked',
    'marginRatio',
    'takeProfit',
    'stopLoss',
    'takeProfitId',
    'stopLossId',
  ),
  posId: out.text(),
  instId: out.text(),
  frozen: out.amount('size that open orders close'),
  leverage: out.number(),
  unrealizedPLR: out.amount('of the margin, a fraction'),
  marginRate: out.amount('what must be kept by what backs it; from 1 on it is liquidated'),
});

/** A push of `positions-history`: a position that was closed. */
export const positionHistoryPush = object({
  posId: out.text(),
  instId: out.text(),
  marginCoin: out.text(),
  marginMode: out.word(MARGIN_MODES),
  holdSide: out.word(POSITION_SIDES),
  posMode: out.word(POS_MODES),
  openPriceAvg: out.amount(),
  closePriceAvg: out.amount(),
  openSize: out.amount(),
  closeSize: out.amount(),
  achievedProfits: out.amount('realised, before fees'),
  settleFee: out.amount('fundings'),
  openFee: out.amount('- paid'),
  closeFee: out.amount('- paid'),
  cTime: out.millis(),
  uTime: out.millis(),
});

/** What pushes of an account say of a pool of several margin coins: 0, there is none. */
const union = {
  unionTotalMargin: out.amount(),
  unionAvailable: out.amount(),
  unionMm: out.amount(),
};

/** A push of `account`: what an account has and may use, of one margin coin. */
export const accountPush = object({
  marginCoin: out.text(),
  frozen: out.amount('margin that open orders need'),
  available: out.amount('in the wallet'),
  maxOpenPosAvailable: out.amount('what new orders may use'),
  maxTransferOut: out.amount(),
  equity: out.amount('wallet, isolated margins and unrealised profit'),
  usdtEquity: out.amount(),
  crossedRiskRate: out.amount(
    'margin that must be kept by what is there; from 1 on it is liquidated',
  ),
  unrealizedPL: out.amount(),
  ...union,
  assetsMode: out.word(ASSET_MODES, 'only the margin coin backs positions'),
});

/** A push of `equity`. */
export const equityPush = object({
  btcEquity: out.amount(),
  usdtEquity: out.amount(),
  unrealizedPL: out.amount(),
  ...union,
});

/** A push of `adl-noti`: what of a position was closed for an account that went bankrupt. */
export const deleveragingPush = object({
  symbol: out.text(),
  side: out.word(SIDES, 'of the trade that closed it'),
  status: out.word(['triggered']),
  price: out.amount(),
  amount: out.amount(),
  ts: out.millis(),
});
