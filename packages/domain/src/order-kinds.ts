/**
 * The one table of order kinds: what each is called, where it exists, and what a request for it needs.
 * Routes, rows and lists read it. What the core checks of a kind is the core's own.
 */
import { OrderType, PlanType } from './orders.ts';
import { ParentKind } from './parent-orders.ts';
import type { OrderKindName } from './web/orders.ts';

/** Kinds of orders in the book, under their words on the wire. */
export const ORDER_TYPE_KINDS = {
  [OrderType.limit]: 'limit',
  [OrderType.market]: 'market',
} as const satisfies Readonly<Record<OrderType, OrderKindName>>;

interface ContractPlanWordRow {
  /** Which of the routes that place plans takes it. */
  readonly placedBy: 'place-plan-order' | 'place-tpsl-order';
  /** The core's type of what such a request places. */
  readonly places: PlanType;
  /** Fields that the route must have for it, though its others can do without. */
  readonly required: readonly string[];
  /** `planType` of pushes. */
  readonly push: string;
  /** How `orderSource` of the order that it becomes begins; null: it is not told apart. */
  readonly source: string | null;
}

/** `planType` of contracts, in the order in which the reference lists it. */
export const CONTRACT_PLAN_WORDS = {
  normal_plan: {
    placedBy: 'place-plan-order',
    places: PlanType.trigger,
    required: [],
    push: 'pl',
    source: null,
  },
  track_plan: {
    placedBy: 'place-plan-order',
    places: PlanType.trailing,
    required: ['callbackRatio'],
    push: 'track',
    source: null,
  },
  profit_plan: {
    placedBy: 'place-tpsl-order',
    places: PlanType.positionProfit,
    required: ['size'],
    push: 'tp',
    source: 'profit',
  },
  loss_plan: {
    placedBy: 'place-tpsl-order',
    places: PlanType.positionLoss,
    required: ['size'],
    push: 'sl',
    source: 'loss',
  },
  moving_plan: {
    placedBy: 'place-tpsl-order',
    places: PlanType.positionTrailing,
    required: ['size', 'rangeRate'],
    push: 'mtpsl',
    source: null,
  },
  pos_profit: {
    placedBy: 'place-tpsl-order',
    places: PlanType.positionProfit,
    required: [],
    push: 'ptp',
    source: 'pos_profit',
  },
  pos_loss: {
    placedBy: 'place-tpsl-order',
    places: PlanType.positionLoss,
    required: [],
    push: 'psl',
    source: 'pos_loss',
  },
} as const satisfies Readonly<Record<string, ContractPlanWordRow>>;
export type ContractPlanType = keyof typeof CONTRACT_PLAN_WORDS;
export const CONTRACT_PLAN_TYPES = Object.keys(CONTRACT_PLAN_WORDS) as ContractPlanType[];

/** What each kind of plan says of itself. */
export interface PlanKindRow {
  /** What people call it: the page has a label for each. */
  readonly kind: OrderKindName;
  /** `planType` of a pair's rows. */
  readonly spot: string;
  /** `planType` of a contract's rows; null: contracts have no such plan. */
  readonly contract: ContractPlanType | null;
  /** The same where it has no size and is for all of its position; absent: the same word. */
  readonly whole?: ContractPlanType;
  /** Of contracts: whether lists of `profit_loss` have it. */
  readonly exit: boolean;
}

/** Kinds of plans: a new one is a row here, and the compiler names what else it needs. */
export const PLAN_KINDS = {
  [PlanType.trigger]: {
    kind: 'trigger',
    spot: 'amount',
    contract: 'normal_plan',
    exit: false,
  },
  [PlanType.takeProfit]: {
    kind: 'takeProfit',
    spot: 'profit_plan',
    contract: 'profit_plan',
    exit: true,
  },
  [PlanType.stopLoss]: {
    kind: 'stopLoss',
    spot: 'loss_plan',
    contract: 'loss_plan',
    exit: true,
  },
  [PlanType.ocoStop]: {
    kind: 'oco',
    spot: 'oco_stop',
    contract: null,
    exit: false,
  },
  [PlanType.trailing]: {
    kind: 'trailing',
    spot: 'track_plan',
    contract: 'track_plan',
    exit: false,
  },
  [PlanType.positionProfit]: {
    kind: 'takeProfit',
    spot: 'pos_profit',
    contract: 'profit_plan',
    whole: 'pos_profit',
    exit: true,
  },
  [PlanType.positionLoss]: {
    kind: 'stopLoss',
    spot: 'pos_loss',
    contract: 'loss_plan',
    whole: 'pos_loss',
    exit: true,
  },
  [PlanType.positionTrailing]: {
    kind: 'trailing',
    spot: 'moving_plan',
    contract: 'moving_plan',
    exit: true,
  },
} as const satisfies Readonly<Record<PlanType, PlanKindRow>>;

/** `planType` of a pair's trigger order whose size is a quote amount. */
export const QUOTE_PLAN_WORD = 'total';

interface SpotPlanRequestRow {
  /** The core's type of what such a request places. */
  readonly places: PlanType;
  /** Fields that the route must have for it, though its others can do without. */
  readonly required: readonly string[];
}

/** `planType` of requests that place a plan of a pair, in the order in which the reference lists it. */
export const SPOT_PLAN_REQUESTS = {
  amount: { places: PlanType.trigger, required: ['orderType'] },
  [QUOTE_PLAN_WORD]: { places: PlanType.trigger, required: ['orderType'] },
  track_plan: { places: PlanType.trailing, required: ['callbackRatio'] },
} as const satisfies Readonly<Record<string, SpotPlanRequestRow>>;
export type SpotPlanRequestType = keyof typeof SPOT_PLAN_REQUESTS;

export type SpotPlanType = typeof QUOTE_PLAN_WORD | (typeof PLAN_KINDS)[PlanType]['spot'];

interface ParentKindRow {
  /** `parentType` of requests and rows. */
  readonly word: string;
  /** Fields that a request must have. */
  readonly needs: readonly ParentField[];
  /** Fields that a request may have. */
  readonly takes: readonly ParentField[];
  /** Times in force that a request may name; the first is meant where it names none. */
  readonly forces: readonly ParentForce[];
}

/** Fields that not all kinds have. */
export type ParentField = 'price' | 'endPrice' | 'count' | 'displaySize' | 'duration' | 'slippage';
/** Times in force of the orders of a parent. */
export type ParentForce = 'gtc' | 'post_only' | 'ioc';

/** Kinds of parent orders, each with what only it has. */
export const PARENT_KINDS = {
  [ParentKind.scaled]: {
    word: 'scaled',
    needs: ['price', 'endPrice', 'count'],
    takes: [],
    forces: ['gtc', 'post_only'],
  },
  [ParentKind.iceberg]: {
    word: 'iceberg',
    needs: ['price', 'displaySize'],
    takes: [],
    forces: ['gtc', 'post_only'],
  },
  [ParentKind.twap]: {
    word: 'twap',
    needs: ['count', 'duration'],
    takes: ['price', 'slippage'],
    forces: ['ioc'],
  },
  [ParentKind.chase]: { word: 'chase', needs: ['price'], takes: [], forces: ['post_only'] },
} as const satisfies Readonly<Record<ParentKind, ParentKindRow>>;
export type ParentWord = (typeof PARENT_KINDS)[ParentKind]['word'];

/** Types of plans whose row is so, in the core's order. */
export function planTypesWhere(
  wanted: (row: PlanKindRow, type: PlanType) => boolean,
): readonly PlanType[] {
  return Object.values(PlanType).filter((type) => wanted(PLAN_KINDS[type], type));
}
