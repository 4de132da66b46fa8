/** Words of the wire and the numbers of the core. */

import {
  DoneReason,
  ORDER_TYPE_KINDS,
  type OrderType,
  PLAN_KINDS,
  PlanType,
  QUOTE_PLAN_WORD,
  SelfTrade,
  Side,
  type SpotPlanType,
  TimeInForce,
  TriggerBy,
} from '@halcyon/domain';
import type {
  CancelReasonWord,
  ForceWord,
  OrderTypeWord,
  SideWord,
  StpWord,
  TriggerWord,
} from '@halcyon/protocol';
import type { PlanStatus } from '@halcyon/views';

/** Side of a word. */
export function sideOf(word: SideWord): Side {
  return word === 'buy' ? Side.buy : Side.sell;
}

/** Word of a side. */
export function sideWord(side: Side): SideWord {
  return side === Side.buy ? 'buy' : 'sell';
}

/** Word of an order type. */
export function orderTypeWord(type: OrderType): OrderTypeWord {
  return ORDER_TYPE_KINDS[type];
}

const FORCES: Readonly<Record<ForceWord, TimeInForce>> = {
  gtc: TimeInForce.gtc,
  ioc: TimeInForce.ioc,
  fok: TimeInForce.fok,
  post_only: TimeInForce.postOnly,
};
const FORCE_WORDS: Readonly<Record<TimeInForce, ForceWord>> = {
  [TimeInForce.gtc]: 'gtc',
  [TimeInForce.ioc]: 'ioc',
  [TimeInForce.fok]: 'fok',
  [TimeInForce.postOnly]: 'post_only',
};

/** Time in force of a word; absent: gtc. */
export function forceOf(word: ForceWord | undefined): TimeInForce {
  return word === undefined ? TimeInForce.gtc : FORCES[word];
}

/** Word of a time in force. */
export function forceWord(force: TimeInForce): ForceWord {
  return FORCE_WORDS[force];
}

const MODES: Readonly<Record<StpWord, SelfTrade>> = {
  none: SelfTrade.none,
  cancel_taker: SelfTrade.cancelTaker,
  cancel_maker: SelfTrade.cancelMaker,
  cancel_both: SelfTrade.cancelBoth,
};
const MODE_WORDS: Readonly<Record<SelfTrade, StpWord>> = {
  [SelfTrade.none]: 'none',
  [SelfTrade.cancelTaker]: 'cancel_taker',
  [SelfTrade.cancelMaker]: 'cancel_maker',
  [SelfTrade.cancelBoth]: 'cancel_both',
};

/** Self-trade prevention of a word; absent: none. */
export function selfTradeOf(word: StpWord | undefined): SelfTrade {
  return word === undefined ? SelfTrade.none : MODES[word];
}

/** Word of a self-trade prevention mode. */
export function selfTradeWord(mode: SelfTrade): StpWord {
  return MODE_WORDS[mode];
}

const TRIGGERS: Readonly<Record<TriggerWord, TriggerBy>> = {
  fill_price: TriggerBy.last,
  mark_price: TriggerBy.mark,
  index_price: TriggerBy.index,
};
const TRIGGER_WORDS: Readonly<Record<TriggerBy, TriggerWord>> = {
  [TriggerBy.last]: 'fill_price',
  [TriggerBy.mark]: 'mark_price',
  [TriggerBy.index]: 'index_price',
};

/** Watched price of a word; absent: the last price. */
export function triggerByOf(word: TriggerWord | undefined): TriggerBy {
  return word === undefined ? TriggerBy.last : TRIGGERS[word];
}

/** Word of a watched price. */
export function triggerByWord(by: TriggerBy): TriggerWord {
  return TRIGGER_WORDS[by];
}

/** `planType` of rows; `total` is a trigger order whose size is a quote amount. */
export function planTypeWord(type: PlanType, byQuote: boolean): SpotPlanType {
  return type === PlanType.trigger && byQuote ? QUOTE_PLAN_WORD : PLAN_KINDS[type].spot;
}

const PLAN_STATUS_WORDS = {
  live: 'not_trigger',
  executed: 'executed',
  cancelled: 'cancelled',
  failed: 'fail_execute',
} as const satisfies Readonly<Record<PlanStatus, string>>;
type PlanStatusWord<S extends PlanStatus> = (typeof PLAN_STATUS_WORDS)[S];

/** `status` of plan rows; pushes say `live` where lists say `not_trigger`. */
export function planStatusWord<S extends PlanStatus>(status: S): PlanStatusWord<S> {
  return PLAN_STATUS_WORDS[status];
}

const CANCEL_REASONS: Readonly<Record<DoneReason, CancelReasonWord>> = {
  [DoneReason.filled]: '',
  [DoneReason.cancelled]: 'normal_cancel',
  [DoneReason.iocRemainder]: 'ioc_remainder',
  [DoneReason.noLiquidity]: 'no_liquidity',
  [DoneReason.selfTrade]: 'stp_cancel',
  [DoneReason.replaced]: 'replaced',
  [DoneReason.countdown]: 'countdown',
  [DoneReason.ocoOther]: 'oco_other',
  [DoneReason.bandReached]: 'price_band',
  [DoneReason.budgetSpent]: '',
  [DoneReason.positionReduced]: 'position_reduced',
  [DoneReason.liquidation]: 'liquidation',
  [DoneReason.marginUsed]: 'insufficient_margin',
};

/** `cancelReason` of rows: empty for orders that are open or were filled. */
export function cancelReasonWord(reason: DoneReason | null): CancelReasonWord {
  return reason === null ? '' : CANCEL_REASONS[reason];
}
