/** Words that requests and rows share. Rows say which they may hold, so that their types are exact. */

import {
  CONTRACT_PLAN_TYPES,
  CONTRACT_PLAN_WORDS,
  type ContractPlanType,
  PARENT_KINDS,
  type ParentForce,
  type ParentWord,
  PLAN_KINDS,
  QUOTE_PLAN_WORD,
  SPOT_PLAN_REQUESTS,
  type SpotPlanRequestType,
  type SpotPlanType,
} from '@halcyon/domain';

type PlanRoute = (typeof CONTRACT_PLAN_WORDS)[ContractPlanType]['placedBy'];
type PlacedBy<R extends PlanRoute> = {
  [W in ContractPlanType]: (typeof CONTRACT_PLAN_WORDS)[W]['placedBy'] extends R ? W : never;
}[ContractPlanType];

export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['limit', 'market'] as const;
export const FORCES = ['gtc', 'post_only', 'fok', 'ioc'] as const;
export const STP_MODES = ['none', 'cancel_taker', 'cancel_maker', 'cancel_both'] as const;
export const TRADE_SCOPES = ['taker', 'maker'] as const;
/** What `size` of a plan counts. */
export const SIZE_UNITS = ['base', 'quote'] as const;
export const ORDER_STATES = ['live', 'partially_filled', 'filled', 'canceled'] as const;
/** How a plan ended; while it waits it is `live`, in lists of spot `not_trigger`. */
const PLAN_ENDS = ['executed', 'cancelled', 'fail_execute'] as const;
export const PLAN_STATES = ['live', ...PLAN_ENDS] as const;
export const SPOT_PLAN_STATES = ['not_trigger', ...PLAN_ENDS] as const;
/** Of orders and of TP/SL in one list. */
export const LISTED_STATES = [...ORDER_STATES, ...PLAN_ENDS] as const;
/** Kinds of parent orders, and how one stands. */
export const PARENT_TYPES: readonly ParentWord[] = Object.values(PARENT_KINDS).map(
  ({ word }) => word,
);
/** Times in force of the orders of a parent. */
export const CHILD_FORCES: readonly ParentForce[] = ['gtc', 'post_only', 'ioc'];
export const PARENT_STATES = ['live', 'paused', 'filled', 'canceled'] as const;
/** What a plan watches. */
export const TRIGGER_TYPES = ['fill_price', 'mark_price', 'index_price'] as const;
/** A price that is not set watches nothing. */
export const OPTIONAL_TRIGGER_TYPES = ['', ...TRIGGER_TYPES] as const;
/** A request, or the exchange itself. */
export const ENTER_POINTS = ['API', 'SYS'] as const;
export const TPSL_TYPES = ['normal', 'tpsl'] as const;
/** Of pairs; those of positions have the words of contracts. */
export const SPOT_PLAN_TYPES: readonly SpotPlanType[] = Object.values(PLAN_KINDS).flatMap(
  ({ kind, spot }) => (kind === 'trigger' ? [spot, QUOTE_PLAN_WORD] : [spot]),
);
/** Of pairs, those that a request places. */
export const PLACED_SPOT_PLANS = Object.keys(SPOT_PLAN_REQUESTS) as readonly SpotPlanRequestType[];
/** Of contracts, those that a route places. */
export function contractPlansOf<R extends PlanRoute>(route: R): readonly PlacedBy<R>[] {
  return CONTRACT_PLAN_TYPES.filter(
    (word): word is PlacedBy<R> => CONTRACT_PLAN_WORDS[word].placedBy === route,
  );
}
/** Of pushes of contracts. */
export const PUSHED_PLAN_TYPES = CONTRACT_PLAN_TYPES.map((word) => CONTRACT_PLAN_WORDS[word].push);
export const POS_MODES = ['one_way_mode', 'hedge_mode'] as const;
export const MARGIN_MODES = ['crossed', 'isolated'] as const;
/** Directions of positions; of orders also `net`, in one-way mode. */
export const POSITION_SIDES = ['long', 'short'] as const;
export const POS_SIDES = [...POSITION_SIDES, 'net'] as const;
export const YES_OR_NO = ['YES', 'NO'] as const;
export const ON_OR_OFF = ['on', 'off'] as const;
/** Whether new orders are taken: all, some or none. */
export const SYMBOL_STATES = ['online', 'gray', 'halt'] as const;
/** The same of contracts; `limit_open`: reductions only. */
export const CONTRACT_STATES = ['normal', 'limit_open', 'maintain'] as const;
/** What backs positions: the margin coin alone. */
export const ASSET_MODES = ['single'] as const;
/** What an answer says that has nothing else to say. */
export const SUCCESS = ['success'] as const;
export const TRUE_OR_FALSE = ['true', 'false'] as const;
export const OUTCOMES = ['success', 'failure'] as const;
/** What made an order: a request, or a plan; and whether it is a limit or a market order. */
export const SPOT_ORDER_SOURCES = [
  'normal',
  'market',
  'profit_limit',
  'profit_market',
  'loss_limit',
  'loss_market',
] as const;
export const CONTRACT_ORDER_SOURCES = [
  ...SPOT_ORDER_SOURCES,
  'pos_profit_limit',
  'pos_profit_market',
  'pos_loss_limit',
  'pos_loss_market',
  'liquidation',
] as const;
/** Why an order ended unfilled; empty: it did not. */
export const CANCEL_REASONS = [
  '',
  'normal_cancel',
  'ioc_remainder',
  'no_liquidity',
  'stp_cancel',
  'replaced',
  'countdown',
  'oco_other',
  'price_band',
  'position_reduced',
  'liquidation',
  'insufficient_margin',
] as const;
/** What an order does to its position, in hedge and in one-way mode, and in a liquidation. */
export const ORDER_TRADE_SIDES = [
  'open',
  'close',
  'buy_single',
  'sell_single',
  'burst_close_long',
  'burst_close_short',
  'burst_buy_single',
  'burst_sell_single',
] as const;
/** Of fills also how the exchange closed a position off the book: by offset, or by deleveraging. */
export const FILL_TRADE_SIDES = [
  ...ORDER_TRADE_SIDES,
  'offset_close_long',
  'offset_close_short',
  'offset_close_net',
  'dte_sys_adl_close_long',
  'dte_sys_adl_close_short',
  'dte_sys_adl_buy_in_single_side_mode',
  'dte_sys_adl_sell_in_single_side_mode',
] as const;
/** What requests say of the direction of a position: in hedge mode long and short, else buy and sell. */
export const HOLD_SIDES = [...POSITION_SIDES, ...SIDES] as const;

export type SideWord = (typeof SIDES)[number];
export type OrderTypeWord = (typeof ORDER_TYPES)[number];
export type ForceWord = (typeof FORCES)[number];
export type StpWord = (typeof STP_MODES)[number];
export type TriggerWord = (typeof TRIGGER_TYPES)[number];
export type PosModeWord = (typeof POS_MODES)[number];
export type MarginModeWord = (typeof MARGIN_MODES)[number];
export type PosSideWord = (typeof POS_SIDES)[number];
export type CancelReasonWord = (typeof CANCEL_REASONS)[number];
export type HoldSideWord = (typeof HOLD_SIDES)[number];
