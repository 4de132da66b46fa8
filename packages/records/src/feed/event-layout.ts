/**
 * How the frequent events lie in 64-bit words: one table, of which both writer and reader are made.
 * They are written as programs, because a field whose name is known costs a tenth of one that varies,
 * and the engine's thread writes every event.
 */
import { type Event, EventKind } from '@halcyon/domain';

/** A number as it is; a bigint's 64 bits; a boolean as 0 or 1; a text's place in a list, -1 = ''. */
type Form<Value> = Value extends bigint
  ? 'wide'
  : Value extends string
    ? 'text'
    : Value extends boolean
      ? 'flag'
      : 'word';

/** The kinds that are written as words. */
type WordKind =
  | typeof EventKind.trade
  | typeof EventKind.orderOpened
  | typeof EventKind.orderDone
  | typeof EventKind.orderAmended
  | typeof EventKind.posting
  | typeof EventKind.contractTrade
  | typeof EventKind.position
  | typeof EventKind.loan;

type Layout<Kind> = {
  readonly [Name in Exclude<keyof Extract<Event, { kind: Kind }>, 'kind'>]: Form<
    Extract<Event, { kind: Kind }>[Name]
  >;
};

/** Every field of each kind, in its order; the type checker sees to it that none is missing. */
const LAYOUTS: { readonly [Kind in WordKind]: Layout<Kind> } = {
  [EventKind.trade]: {
    seq: 'word',
    time: 'word',
    instrument: 'word',
    trade: 'word',
    price: 'word',
    quantity: 'word',
    quote: 'word',
    takerSide: 'word',
    makerOrder: 'word',
    takerOrder: 'word',
    makerAccount: 'word',
    takerAccount: 'word',
    makerFee: 'word',
    takerFee: 'word',
    makerRemaining: 'word',
    takerRemaining: 'word',
    own: 'flag',
  },
  [EventKind.orderOpened]: {
    seq: 'word',
    time: 'word',
    order: 'word',
    account: 'word',
    instrument: 'word',
    side: 'word',
    type: 'word',
    timeInForce: 'word',
    selfTrade: 'word',
    price: 'word',
    quantity: 'word',
    quoteAmount: 'word',
    options: 'word',
    clientId: 'text',
    plan: 'word',
    takeProfitTrigger: 'word',
    takeProfitPrice: 'word',
    stopLossTrigger: 'word',
    stopLossPrice: 'word',
  },
  [EventKind.orderDone]: {
    seq: 'word',
    time: 'word',
    order: 'word',
    account: 'word',
    instrument: 'word',
    reason: 'word',
    remaining: 'word',
  },
  [EventKind.orderAmended]: {
    seq: 'word',
    time: 'word',
    order: 'word',
    account: 'word',
    instrument: 'word',
    price: 'word',
    quantity: 'word',
    remaining: 'word',
    keptPlace: 'flag',
  },
  [EventKind.posting]: {
    seq: 'word',
    time: 'word',
    account: 'word',
    asset: 'word',
    reason: 'word',
    reference: 'word',
    availableDelta: 'wide',
    heldDelta: 'wide',
    available: 'wide',
    held: 'wide',
    fee: 'word',
    instrument: 'word',
  },
  [EventKind.contractTrade]: {
    seq: 'word',
    time: 'word',
    instrument: 'word',
    trade: 'word',
    price: 'word',
    quantity: 'word',
    quote: 'word',
    takerSide: 'word',
    makerOrder: 'word',
    takerOrder: 'word',
    makerAccount: 'word',
    takerAccount: 'word',
    makerFee: 'word',
    takerFee: 'word',
    makerProfit: 'word',
    takerProfit: 'word',
    makerRemaining: 'word',
    takerRemaining: 'word',
    origin: 'word',
    own: 'flag',
  },
  [EventKind.position]: {
    seq: 'word',
    time: 'word',
    account: 'word',
    instrument: 'word',
    leg: 'word',
    marginMode: 'word',
    leverage: 'word',
    autoMargin: 'flag',
    lots: 'word',
    cost: 'word',
    margin: 'word',
    opened: 'word',
    profit: 'word',
    fees: 'word',
    funding: 'word',
  },
  [EventKind.loan]: {
    seq: 'word',
    time: 'word',
    account: 'word',
    instrument: 'word',
    asset: 'word',
    cause: 'word',
    id: 'word',
    principal: 'word',
    interest: 'word',
    principalDelta: 'word',
    interestDelta: 'word',
    rate: 'word',
  },
};

/** The same memory as numbers and as 64-bit integers, and the texts beside it. */
export interface WordMemory {
  readonly words: Float64Array<ArrayBuffer>;
  readonly wide: BigInt64Array<ArrayBuffer>;
  readonly texts: string[];
}

/** One kind's way into words and out of them; `at` is the place of the kind's number. */
export interface EventForm {
  /** Words that an event takes, its kind included. */
  readonly length: number;
  readonly write: (event: Event, memory: WordMemory, at: number) => void;
  readonly read: (memory: WordMemory, at: number) => Event;
}

/** Each form's writing into the word at `place` and its reading of it, as program text. */
const PROGRAMS: Readonly<
  Record<string, { write(value: string, place: string): string; read(place: string): string }>
> = {
  word: {
    write: (value, place) => `words[${place}] = ${value}`,
    read: (place) => `words[${place}]`,
  },
  wide: { write: (value, place) => `wide[${place}] = ${value}`, read: (place) => `wide[${place}]` },
  flag: {
    write: (value, place) => `words[${place}] = ${value} ? 1 : 0`,
    read: (place) => `words[${place}] === 1`,
  },
  text: {
    write: (value, place) => `words[${place}] = ${value} === '' ? -1 : texts.push(${value}) - 1`,
    read: (place) => `words[${place}] < 0 ? '' : texts[words[${place}]]`,
  },
};

function formOf(kind: number, layout: Readonly<Record<string, string>>): EventForm {
  const fields = Object.entries(layout).map(([name, form], n) => {
    const program = PROGRAMS[form];
    if (program === undefined) throw new TypeError(`there is no form ${form}`);
    const place = `at + ${n + 1}`;
    return { name, writing: program.write(`event.${name}`, place), reading: program.read(place) };
  });
  const writing = fields.map((field) => field.writing).join('; ');
  const reading = fields.map((field) => `${field.name}: ${field.reading}`).join(', ');
  const memory = '{ words, wide, texts }';
  return {
    length: fields.length + 1,
    write: new Function('event', memory, 'at', `words[at] = ${kind}; ${writing}`) as never,
    read: new Function(memory, 'at', `return { kind: ${kind}, ${reading} }`) as never,
  };
}

/** By the number of the kind; kinds that are not here travel as objects. */
export const EVENT_FORMS: readonly (EventForm | undefined)[] = Object.values(EventKind).reduce(
  (forms, kind) =>
    forms.with(kind, kind in LAYOUTS ? formOf(kind, LAYOUTS[kind as WordKind]) : undefined),
  new Array<EventForm | undefined>(Math.max(...Object.values(EventKind)) + 1).fill(undefined),
);

/** Words of the longest event. */
export const EVENT_WORDS_MAX: number = Math.max(...EVENT_FORMS.map((form) => form?.length ?? 1));
