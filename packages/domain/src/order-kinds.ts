/**
 * The one table of order kinds: what each is called, where it exists, what a form asks for it, and what a request for
 * it needs. Routes, rows, lists and forms read it; the web app reads values that its build takes from it, as the whole
 * is too large for a page. What the core checks of a kind is the core's own.
 */
import { OrderType } from './orders.ts';
import { ParentKind } from './parent-orders.ts';

/** Kinds of plan order: they wait outside the book until a price is reached. */
export const PlanType = {
  trigger: 0,
  takeProfit: 1,
  stopLoss: 2,
  ocoStop: 3,
  trailing: 4,
  /** Of a position: end with it; quantity 0 = all of it. */
  positionProfit: 5,
  positionLoss: 6,
  positionTrailing: 7,
} as const;
export type PlanType = (typeof PlanType)[keyof typeof PlanType];

/** Whether a plan follows the price at a distance. */
export function isTrailing(planType: PlanType): boolean {
  return planType === PlanType.trailing || planType === PlanType.positionTrailing;
}

/** Accounts that have an order form in the web app. */
export type OrderFormName = 'spot' | 'margin' | 'futures';

/** What a form asks beside the size. `execution`: whether the order that it becomes has a limit price. */
export type OrderKindField = 'price' | 'trigger' | 'execution' | 'callback';

interface OrderKindRow {
  /** The page's message for it. */
  readonly label: string;
  /** Forms that place it. */
  readonly forms: readonly OrderFormName[];
  readonly fields: readonly OrderKindField[];
}

/** Kinds of order as people tell them apart, in the order in which they are offered. */
export const ORDER_KINDS = {
  limit: {
    label: 'order.kind.limit',
    forms: ['spot', 'margin', 'futures'],
    fields: ['price'],
  },
  market: {
    label: 'order.kind.market',
    forms: ['spot', 'margin', 'futures'],
    fields: [],
  },
  trigger: {
    label: 'order.kind.trigger',
    forms: ['spot', 'futures'],
    fields: ['trigger', 'execution'],
  },
  takeProfit: { label: 'order.takeProfit', forms: [], fields: [] },
  stopLoss: { label: 'order.stopLoss', forms: [], fields: [] },
  oco: {
    label: 'order.kind.oco',
    forms: ['spot'],
    fields: ['price', 'trigger', 'execution'],
  },
  trailing: {
    label: 'order.kind.trailing',
    forms: ['spot', 'futures'],
    fields: ['callback'],
  },
} as const satisfies Readonly<Record<string, OrderKindRow>>;
export type OrderKindName = keyof typeof ORDER_KINDS;
export const ORDER_KIND_NAMES = Object.keys(ORDER_KINDS) as readonly OrderKindName[];

/** Kinds that a form places. */
export type FormKindName = {
  [K in OrderKindName]: (typeof ORDER_KINDS)[K]['forms'] extends readonly [] ? never : K;
}[OrderKindName];

/** Kinds that a form places, each with its row. */
export function formKinds(): readonly (readonly [FormKindName, OrderKindRow])[] {
  const rows: [string, OrderKindRow][] = Object.entries(ORDER_KINDS);
  return rows.filter((row): row is [FormKindName, OrderKindRow] => row[1].forms.length > 0);
}

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
  /** What people call it. */
  readonly kind: OrderKindName;
  /** `planType` of a pair's rows. */
  readonly spot: string;
  /** `planType` of a contract's rows; null: contracts have no such plan. */
  readonly contract: ContractPlanType | null;
  /** The same where it has no size and is for all of its position; absent: the same word. */
  readonly whole?: ContractPlanType;
  /** Whether it takes a profit or limits a loss: lists of `profit_loss`, of pairs those of TP/SL, have it. */
  readonly exit: boolean;
  /** What it ends with: its position, or the other half of its OCO. */
  readonly binds: 'position' | 'otherHalf' | null;
}

/** Kinds of plans: a new one is a row here, and the compiler names what else it needs. */
export const PLAN_KINDS = {
  [PlanType.trigger]: {
    kind: 'trigger',
    spot: 'amount',
    contract: 'normal_plan',
    exit: false,
    binds: null,
  },
  [PlanType.takeProfit]: {
    kind: 'takeProfit',
    spot: 'profit_plan',
    contract: 'profit_plan',
    exit: true,
    binds: null,
  },
  [PlanType.stopLoss]: {
    kind: 'stopLoss',
    spot: 'loss_plan',
    contract: 'loss_plan',
    exit: true,
    binds: null,
  },
  [PlanType.ocoStop]: {
    kind: 'oco',
    spot: 'oco_stop',
    contract: null,
    exit: false,
    binds: 'otherHalf',
  },
  [PlanType.trailing]: {
    kind: 'trailing',
    spot: 'track_plan',
    contract: 'track_plan',
    exit: false,
    binds: null,
  },
  [PlanType.positionProfit]: {
    kind: 'takeProfit',
    spot: 'pos_profit',
    contract: 'profit_plan',
    whole: 'pos_profit',
    exit: true,
    binds: 'position',
  },
  [PlanType.positionLoss]: {
    kind: 'stopLoss',
    spot: 'pos_loss',
    contract: 'loss_plan',
    whole: 'pos_loss',
    exit: true,
    binds: 'position',
  },
  [PlanType.positionTrailing]: {
    kind: 'trailing',
    spot: 'moving_plan',
    contract: 'moving_plan',
    exit: true,
    binds: 'position',
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

/** What a form's kind is called by requests that place plans of a pair. */
export function spotPlanRequestOf(kind: OrderKindName): SpotPlanRequestType | undefined {
  const words = Object.keys(SPOT_PLAN_REQUESTS) as SpotPlanRequestType[];
  return words.find((word) => PLAN_KINDS[SPOT_PLAN_REQUESTS[word].places].kind === kind);
}

/** Words of contracts that its route of trigger orders places. */
export type ContractPlanRequestType = {
  [W in ContractPlanType]: (typeof CONTRACT_PLAN_WORDS)[W]['placedBy'] extends 'place-plan-order'
    ? W
    : never;
}[ContractPlanType];

/** What a form's kind is called by requests that place plans of a contract. */
export function contractPlanRequestOf(kind: OrderKindName): ContractPlanRequestType | undefined {
  return CONTRACT_PLAN_TYPES.find((word): word is ContractPlanRequestType => {
    const { placedBy, places } = CONTRACT_PLAN_WORDS[word];
    return placedBy === 'place-plan-order' && PLAN_KINDS[places].kind === kind;
  });
}
