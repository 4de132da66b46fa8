/**
 * Scenario tables: one line a command, with what must come of it. An actor's orders and plans are
 * named by the actor and a running number: `ann1` is ann's first.
 *
 *   ann buys 10 @ 100 post            -> ok, rests ann1 10
 *   bob sells 4 at market             -> ok, trade 4@100 ann1, done bob1 filled
 *   book                              -> 100x6 | -
 *   ann USDT                          -> 98999.6 held 600
 *
 * One instrument, BTCUSDT: whole ticks and lots; BTC has 3 decimals, USDT 2; fees 0.1 %.
 */
import { Core } from '@halcyon/core';
import {
  type AttachedPrices,
  type Command,
  type CommandInput,
  CommandKind,
  DoneReason,
  type Event,
  EventKind,
  formatDecimal,
  type InstrumentLimits,
  InstrumentState,
  type Outcome,
  ownerOf,
  PlanEnd,
  PlanType,
  parseDecimal,
  Reject,
  SelfTrade,
  Side,
  TimeInForce,
  TriggerBy,
  wireId,
} from '@halcyon/domain';
import { checkInvariants } from './invariants.ts';

const SCALES = { BTC: 3, USDT: 2 } as const;
type AssetCode = keyof typeof SCALES;
const ASSETS: readonly AssetCode[] = ['BTC', 'USDT'];

const LIMITS: InstrumentLimits = {
  priceStep: 1,
  quantityStep: 1,
  state: InstrumentState.open,
  quantityMin: 1,
  quantityMax: 1_000,
  notionalMin: 0,
  bandPpm: 500_000,
  openOrdersMax: 100,
};

/** Runs tables against a fresh core. */
export class Scenario {
  readonly core = new Core();
  private readonly actors = new Map<string, number>();
  private readonly names = new Map<number, string>();
  private readonly counts = new Map<string, number>();
  protected now = 1_000;
  /** The instrument that tables trade where they name none. */
  protected readonly traded: number = 0;

  /**
   * @param limits what differs from the standard instrument
   * @param scale digits of prices and of quantities; tables count ticks and lots all the same
   */
  constructor(limits: Partial<InstrumentLimits> = {}, scale = 0) {
    const scales = { priceScale: scale, quantityScale: scale };
    const listed = { symbol: 'BTCUSDT', base: 0, quote: 1, ...scales };
    this.send({ kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: SCALES.BTC });
    this.send({ kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: SCALES.USDT });
    this.send({ kind: CommandKind.listInstrument, ...listed, ...LIMITS, ...limits });
  }

  /** What the table says against what happens: lines in the same form, to be compared. */
  run(table: string): { readonly expected: string[]; readonly actual: string[] } {
    const expected: string[] = [];
    const actual: string[] = [];
    for (const raw of table.split('\n')) {
      const line = raw.trim();
      if (line === '' || line.startsWith('#')) continue;
      const arrow = line.indexOf('->');
      const command = (arrow === -1 ? line : line.slice(0, arrow)).trim().replace(/ +/g, ' ');
      const wanted = arrow === -1 ? '' : line.slice(arrow + 2).trim();
      const happened = this.execute(command);
      this.check();
      expected.push(`${command} -> ${wanted}`);
      actual.push(`${command} -> ${arrow === -1 ? '' : happened}`);
    }
    return { expected, actual };
  }

  /** What must hold after every line. */
  protected check(): void {
    checkInvariants(this.core.state);
  }

  /** Stamps and applies a command; returns answer and events as one line. */
  send(input: CommandInput): string {
    const { core } = this;
    const before = core.state.nextOrder;
    const command = { ...input, seq: core.state.seq + 1, time: this.now } as Command;
    const { outcome, events } = this.apply(command);
    this.nameNew(events, before);
    const words = events.map((event) => this.word(event)).filter((word) => word !== '');
    return [this.answer(outcome), ...words].join(', ');
  }

  /** Applies a stamped command. */
  protected apply(command: Command): { outcome: Outcome; events: readonly Event[] } {
    const { core } = this;
    const outcome = { ...core.apply(command) };
    const events = core.state.log.decode();
    core.state.log.reset();
    return { outcome, events };
  }

  /** What a table calls an order or plan. */
  nameOf(id: number): string {
    return this.names.get(id) ?? `?${id}`;
  }

  /** The account of an actor, opened and funded when new; `ann.bot` is a sub-account of `ann`. */
  account(actor: string): number {
    const known = this.actors.get(actor);
    if (known !== undefined) return known;
    const [owner = ''] = actor.split('.');
    const parent = owner === actor ? {} : { root: ownerOf(this.account(owner)) };
    const account = this.core.state.users.count * 8;
    this.send({ kind: CommandKind.openUser, simulated: false, ...parent });
    this.actors.set(actor, account);
    for (const [asset, amount] of [1_000_000n, 10_000_000n].entries()) {
      const by = { actor: 'test', reason: 'funds', reference: '' };
      this.send({ kind: CommandKind.deposit, account, from: 3, asset, amount, ...by });
    }
    return account;
  }

  /** The order or plan that a table calls `name`, 0 = none. */
  idOf(name: string): number {
    for (const [id, given] of this.names) if (given === name) return id;
    return 0;
  }

  /** Runs one command of a table; returns what happened. */
  protected execute(line: string): string {
    const [actor = '', verb = '', ...rest] = line.split(' ');
    if (actor === 'book') return this.book();
    if (actor === 'last') return String(this.core.state.markets[this.traded]!.lastPrice);
    if (actor === 'wait') {
      this.now += Number(verb);
      return this.send({ kind: CommandKind.tick });
    }
    if (actor === 'operator') return this.operator(verb, rest);
    const account = this.account(actor);
    if ((ASSETS as readonly string[]).includes(verb))
      return this.balance(account, verb as AssetCode);
    const input = parse(this, account, verb, rest);
    return this.send(input);
  }

  protected operator(verb: string, rest: readonly string[]): string {
    const kind = CommandKind.setInstrument;
    const instrument = this.traded;
    const by = { actor: 'test', reason: 'table' };
    if (verb === 'seeds') {
      const price = Number(rest[0]);
      return this.send({ kind: CommandKind.seedLastPrice, instrument, price });
    }
    if (verb === 'rules')
      return this.send({ kind: CommandKind.setRules, version: Number(rest[0]) });
    const listed = this.core.state.markets[instrument]!.instrument;
    const { quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax } = listed;
    const { priceStep, quantityStep } = listed;
    const limits = { quantityMin, quantityMax, notionalMin, bandPpm, openOrdersMax };
    const now = { ...limits, priceStep, quantityStep, state: listed.state };
    if (verb === 'steps') {
      const [price, lots] = rest.map(Number);
      const steps = { priceStep: price!, quantityStep: lots! };
      return this.send({ kind, instrument, ...now, ...steps, ...by });
    }
    const state = InstrumentState[verb as keyof typeof InstrumentState];
    return this.send({ kind, instrument, ...now, state, ...by });
  }

  private balance(account: number, code: AssetCode): string {
    const { ledger } = this.core.state;
    const slot = ledger.slot(account, ASSETS.indexOf(code));
    const scale = SCALES[code];
    const held = ledger.held(slot);
    const free = formatDecimal(ledger.available(slot), scale);
    return held === 0n ? free : `${free} held ${formatDecimal(held, scale)}`;
  }

  /** The two sides of the book, best first. */
  protected book(): string {
    const { markets, orders } = this.core.state;
    const side = (which: Side): string => {
      const levels = new Map<number, number>();
      for (const slot of markets[this.traded]!.book.queue(which)) {
        const price = orders.f64[slot * 8 + 1]!;
        levels.set(price, (levels.get(price) ?? 0) + orders.f64[slot * 8 + 2]!);
      }
      return [...levels].map(([price, total]) => `${price}x${total}`).join(' ') || '-';
    };
    return `${side(Side.buy)} | ${side(Side.sell)}`;
  }

  private nameNew(events: readonly Event[], before: number): void {
    for (const event of events) {
      const id = 'order' in event && event.kind === EventKind.orderOpened ? event.order : 0;
      const fresh = event.kind === EventKind.planOpened ? event.plan : id;
      if (fresh < before || !('account' in event)) continue;
      const actor = this.actorOf(event.account);
      const count = (this.counts.get(actor) ?? 0) + 1;
      this.counts.set(actor, count);
      this.names.set(fresh, `${actor}${count}`);
    }
  }

  /** The actor whose account this is. */
  protected actorOf(account: number): string {
    const owner = ownerOf(account);
    return [...this.actors].find(([, own]) => ownerOf(own) === owner)?.[0] ?? '?';
  }

  private answer(outcome: Outcome): string {
    if (outcome.code === 0) return 'ok';
    const named = this.names.get(outcome.value);
    const byOrder = outcome.code === Reject.clientIdDuplicate && named !== undefined;
    const value = byOrder ? named : outcome.value;
    return `${keyOf(Reject, outcome.code)} ${outcome.limit} ${value}`;
  }

  /** What a table says of an event, '' = nothing. */
  protected word(event: Event): string {
    const name = (id: number): string => this.nameOf(id);
    switch (event.kind) {
      case EventKind.trade:
        return `trade ${event.quantity}@${event.price} ${name(event.makerOrder)}`;
      case EventKind.orderRested:
        return `rests ${name(event.order)} ${event.remaining}`;
      case EventKind.orderDone:
        return `done ${name(event.order)} ${keyOf(DoneReason, event.reason)}`;
      case EventKind.orderAmended:
        return `amended ${name(event.order)} ${event.remaining}@${event.price} ${event.keptPlace ? 'kept' : 'moved'}`;
      case EventKind.selfTradePrevented:
        return `prevented ${name(event.makerOrder)} ${event.quantity}`;
      case EventKind.planOpened:
        return `waits ${name(event.plan)}`;
      case EventKind.planEnded: {
        const code = event.code === 0 ? '' : ` ${keyOf(Reject, event.code)}`;
        return `plan ${name(event.plan)} ${keyOf(PlanEnd, event.end)}${code}`;
      }
      default:
        return '';
    }
  }
}

function keyOf(table: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(table).find((key) => table[key] === value) ?? String(value);
}

const MODES: Readonly<Record<string, SelfTrade>> = {
  taker: SelfTrade.cancelTaker,
  maker: SelfTrade.cancelMaker,
  both: SelfTrade.cancelBoth,
};

/** The options at the end of a line: `ioc`, `id=x`, `stp=maker`, `tp=120/119`, `sl=90`. */
function optionsOf(words: readonly string[]): {
  timeInForce: TimeInForce;
  selfTrade: SelfTrade;
  clientId: string;
  stopClientId: string;
  takeProfitTrigger: number;
  takeProfitPrice: number;
  stopLossTrigger: number;
  stopLossPrice: number;
} {
  const has = (word: string): boolean => words.includes(word);
  const value = (key: string): string =>
    words.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1) ?? '';
  const pair = (text: string): [number, number] => {
    const [trigger, price] = text.split('/');
    return [Number(trigger ?? 0), Number(price ?? 0)];
  };
  const [takeProfitTrigger, takeProfitPrice] = pair(value('tp'));
  const [stopLossTrigger, stopLossPrice] = pair(value('sl'));
  let timeInForce: TimeInForce = TimeInForce.gtc;
  if (has('ioc')) timeInForce = TimeInForce.ioc;
  if (has('fok')) timeInForce = TimeInForce.fok;
  if (has('post')) timeInForce = TimeInForce.postOnly;
  return {
    timeInForce,
    selfTrade: MODES[value('stp')] ?? SelfTrade.none,
    clientId: value('id'),
    stopClientId: value('stop-id'),
    takeProfitTrigger,
    takeProfitPrice,
    stopLossTrigger,
    stopLossPrice,
  };
}

/** The number after `word`, 0 when it is not there. */
export function after(words: readonly string[], word: string): number {
  const at = words.indexOf(word);
  return at === -1 ? 0 : Number(words[at + 1]);
}

/** `id=#ann1` has the wire id of ann1 for its client id, `id=#+1` that of the next order or plan. */
function withWireId(table: Scenario, word: string): string {
  const [key = '', name] = word.split('id=#');
  if (name === undefined) return word;
  const ahead = table.core.state.nextOrder + Number(name) - 1;
  return `${key}id=${wireId(name.startsWith('+') ? ahead : table.idOf(name))}`;
}

/** The command that the words after an actor say. */
export function parse(
  table: Scenario,
  account: number,
  verb: string,
  given: readonly string[],
): CommandInput {
  const words = given.map((word) => withWireId(table, word));
  const options = optionsOf(words);
  const first = words[0] ?? '';
  const clientId = first.startsWith('id=') ? first.slice(3) : '';
  const order = clientId === '' ? table.idOf(first) : 0;
  const named = { account, order, clientId };
  const price = after(words, '@');
  const mass = first === 'all';
  switch (verb) {
    case 'buys':
    case 'sells':
      return placing(account, verb, words, options);
    case 'cancels':
      if (mass && words[1] === 'plans') {
        return { kind: CommandKind.cancelAllPlans, account, instrument: -1 };
      }
      if (mass) return { kind: CommandKind.cancelAll, account, instrument: -1 };
      return { kind: CommandKind.cancel, ...named };
    case 'withdraws-plan':
      return { kind: CommandKind.cancelPlan, ...named };
    case 'amends':
      return { kind: CommandKind.amend, ...named, price, quantity: after(words, 'to') || 0 };
    case 'amends-plan': {
      const triggerPrice = after(words, 'trigger');
      const then = words.includes('@') ? price : -1;
      const quantity = after(words, 'to') || 0;
      return {
        kind: CommandKind.amendPlan,
        ...named,
        triggerPrice,
        price: then,
        quantity,
        quoteAmount: 0,
        ...(words.includes('by') ? { callbackPpm: after(words, 'by') } : {}),
        ...(words.includes('when') ? { triggerBy: watched(words) } : {}),
        ...attachedIn(words, options),
      };
    }
    case 'replaces': {
      const newClientId = options.clientId;
      const quantity = after(words, 'with');
      const target = { account, order: table.idOf(first), clientId: '' };
      return { kind: CommandKind.replace, ...options, ...target, price, quantity, newClientId };
    }
    case 'oco': {
      const side = first === 'buy' ? Side.buy : Side.sell;
      const quantity = Number(words[1]);
      const stopTrigger = after(words, 'stop');
      const stopPrice = after(words, 'then');
      const { selfTrade, stopClientId } = options;
      const legs = { side, selfTrade, price, quantity, stopTrigger, stopPrice };
      const ids = { clientId: options.clientId, stopClientId };
      return { kind: CommandKind.placeOco, account, instrument: 0, ...legs, ...ids };
    }
    case 'countdown':
      return { kind: CommandKind.countdown, account, timeoutMs: Number(first) };
    default:
      return planning(account, verb, words, options);
  }
}

type Options = ReturnType<typeof optionsOf>;

function placing(
  account: number,
  verb: string,
  words: readonly string[],
  options: Options,
): CommandInput {
  const market = words.includes('market');
  const byAmount = words[0] === 'for';
  const spent = byAmount ? Number(parseDecimal(words[1] ?? '', SCALES.USDT)) : 0;
  const { stopClientId: _unused, ...rest } = options;
  return {
    kind: CommandKind.place,
    account,
    instrument: 0,
    side: verb === 'buys' ? Side.buy : Side.sell,
    type: market ? 1 : 0,
    price: market ? 0 : after(words, '@'),
    quantity: byAmount ? 0 : Number(words[0]),
    quoteAmount: spent,
    ...rest,
  };
}

/** What places a plan of each type, where that is not the name of the type. */
const PLAN_VERBS: Readonly<Partial<Record<PlanType, string>>> = {
  [PlanType.trigger]: 'plans',
  [PlanType.takeProfit]: 'takes-profit',
  [PlanType.stopLoss]: 'stops',
  [PlanType.trailing]: 'trails',
  [PlanType.positionProfit]: 'ends-in-profit',
  [PlanType.positionLoss]: 'ends-in-loss',
  [PlanType.positionTrailing]: 'ends-trailing',
};
const PLAN_TYPES = new Map(
  Object.entries(PlanType).map(([name, type]) => [PLAN_VERBS[type] ?? name, type]),
);

/** The price that a plan watches: the last one unless its words name another. */
function watched(words: readonly string[]): TriggerBy {
  if (words.includes('index')) return TriggerBy.index;
  return words.includes('mark') ? TriggerBy.mark : TriggerBy.last;
}

/** `ann plans sell 5 when mark at 90 then 89`, `ann trails sell 5 by 10000 at 110`. */
function planning(
  account: number,
  verb: string,
  words: readonly string[],
  options: Options,
): CommandInput {
  const planType = PLAN_TYPES.get(verb);
  if (planType === undefined) throw new Error(`a table cannot say "${verb}"`);
  return {
    kind: CommandKind.placePlan,
    account,
    instrument: 0,
    side: words[0] === 'buy' ? Side.buy : Side.sell,
    planType,
    triggerBy: watched(words),
    selfTrade: options.selfTrade,
    triggerPrice: after(words, 'at'),
    price: after(words, 'then'),
    quantity: words[1] === 'for' || words[1] === 'all' ? 0 : Number(words[1]),
    quoteAmount: words[1] === 'for' ? Number(parseDecimal(words[2] ?? '', SCALES.USDT)) : 0,
    callbackPpm: after(words, 'by'),
    clientId: options.clientId,
    ...attachedIn(words, options),
  };
}

/** What a line attaches to the order of a plan: `tp=120/119`, `sl=90 sl-by=mark`. */
function attachedIn(words: readonly string[], options: Options): { attached?: AttachedPrices } {
  const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = options;
  if (!words.some((word) => word.startsWith('tp=') || word.startsWith('sl='))) return {};
  const prices = { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice };
  return {
    attached: {
      ...prices,
      ...(words.includes('tp-by=mark') ? { takeProfitBy: TriggerBy.mark } : {}),
      ...(words.includes('sl-by=mark') ? { stopLossBy: TriggerBy.mark } : {}),
    },
  };
}
