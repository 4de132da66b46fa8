/**
 * Orders over WebSocket: `{"op":"trade","args":[…]}`. All arguments of a message go into one commit.
 * Requests are checked and translated by what REST uses, so both ways answer alike.
 */
import { randomUUID } from 'node:crypto';
import { BATCH_ORDERS_MAX, type CommandInput, type Outcome, upperAscii } from '@halcyon/domain';
import {
  compile,
  isObject,
  type JsonObject,
  type JsonValue,
  type RequestOf,
  specs,
  type Validate,
  WireError,
} from '@halcyon/protocol';
import type { Caller } from '../auth/authenticate.ts';
import type { RestContext } from '../http/context.ts';
import { instrumentOf } from '../http/context.ts';
import { asWireError, type FaultListener } from '../http/faults.ts';
import { EndpointLimiter } from '../http/rate-limiter.ts';
import { clientIdOf, mustBeIn } from '../routes/trade/cancel-order.ts';
import { amendItem } from '../routes/trade/modify-order.ts';
import { namedText, orderCommand } from '../routes/trade/place-order.ts';
import { cancelCommand } from '../translate/orders.ts';
import { type RefusedContext, rejectError } from '../translate/rejects.ts';
import { checkTiming } from '../translate/timing.ts';
import { whatBecame } from '../translate/what-became.ts';
import { WsCode } from './errors.ts';
import type { OrderEntry } from './messages.ts';
import type { Principal } from './ports.ts';
import { type Answered, answerText, type Done, echoOf, refusalText } from './trade-answer.ts';

/** What order entry works with. */
export interface OrderEntryParts {
  readonly context: RestContext;
  readonly onFault: FaultListener;
}

/** One order, cancel or amendment on its way. */
interface Item {
  readonly command: CommandInput;
  readonly refused: RefusedContext;
  /** JSON of the ids that the answer names. */
  readonly named: (outcome: Outcome) => string;
}

type Made = Item | WireError;

/** An argument of the message: one item, or the items of a batch. */
interface Argument extends Answered {
  readonly items: readonly Made[];
}

type Maker = (params: JsonObject, symbol: string, caller: Caller) => Item;
type Channel = 'place-order' | 'cancel-order' | 'modify-order';

const BATCH_PREFIX = 'batch-';

class Makers {
  readonly #context: RestContext;
  readonly #place: Validate<RequestOf<typeof specs.trade.placeOrder>>;
  readonly #cancel: Validate<RequestOf<typeof specs.trade.cancelOrder>>;
  readonly #modify: Validate<RequestOf<typeof specs.trade.modifyOrder>>;
  readonly #limits: Readonly<Record<Channel, EndpointLimiter>>;

  constructor(context: RestContext) {
    this.#context = context;
    const { placeOrder, cancelOrder, modifyOrder } = specs.trade;
    this.#place = compile(placeOrder.request);
    this.#cancel = compile(cancelOrder.request);
    this.#modify = compile(modifyOrder.request);
    this.#limits = {
      'place-order': new EndpointLimiter(placeOrder.rate.perSecond),
      'cancel-order': new EndpointLimiter(cancelOrder.rate.perSecond),
      'modify-order': new EndpointLimiter(modifyOrder.rate.perSecond),
    };
  }

  /** The function that makes items of a channel. */
  of(channel: Channel): Maker {
    const make = this.#maker(channel);
    const limiter = this.#limits[channel];
    return (params, symbol, caller) => {
      limiter.take(caller.user, caller.tier, this.#context.clock());
      params['symbol'] = symbol;
      return make(params, symbol, caller);
    };
  }

  #maker(channel: Channel): Maker {
    const { views, clock } = this.#context;
    switch (channel) {
      case 'place-order':
        return (params, symbol, caller) => {
          const request = this.#place(params);
          checkTiming(request, clock());
          const { command, refused } = orderCommand(views, request, symbol, caller);
          const clientOid = request.clientOid ?? '';
          return { command, refused, named: (outcome) => namedText(outcome.id, clientOid) };
        };
      case 'cancel-order':
        return (params, symbol, { account }) => {
          const request = this.#cancel(params);
          instrumentOf(views, symbol);
          mustBeIn(views, request, account, symbol);
          return {
            command: cancelCommand(request, account),
            refused: {},
            named: ({ id }) => namedText(id, clientIdOf(views, request, id)),
          };
        };
      case 'modify-order':
        return (params, _symbol, caller) => {
          const request = this.#modify(params);
          const { command, refused } = amendItem(views, request, caller);
          const named = ({ id }: Outcome) => namedText(id, clientIdOf(views, request, id));
          return { command, refused, named };
        };
    }
  }
}

function channelOf(value: JsonValue | undefined): { channel: Channel; batch: boolean } {
  const text = typeof value === 'string' ? value : '';
  const batch = text.startsWith(BATCH_PREFIX);
  const channel = batch ? text.slice(BATCH_PREFIX.length) : text;
  if (channel === 'place-order' || channel === 'cancel-order' || channel === 'modify-order') {
    return { channel, batch };
  }
  const expected = 'place-order, cancel-order or modify-order, with batch- before it for several';
  throw new WireError('fieldValue', { field: 'channel', expected, value: text });
}

function symbolOf(arg: JsonObject): string {
  const instType = arg['instType'] ?? arg['inst_type'];
  if (typeof instType !== 'string') throw new WireError('fieldMissing', { field: 'instType' });
  if (upperAscii(instType) !== 'SPOT') {
    throw new WireError('areaNotOpen', { area: instType, path: 'op trade' });
  }
  const instId = arg['instId'] ?? arg['inst_id'];
  if (typeof instId !== 'string') throw new WireError('fieldMissing', { field: 'instId' });
  return upperAscii(instId);
}

function attempt(make: () => Item): Made {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof WireError) return cause;
    throw cause;
  }
}

function paramsOf(value: JsonValue | undefined, field: string): JsonObject {
  if (value === undefined || value === null) throw new WireError('fieldMissing', { field });
  if (isObject(value)) return value;
  throw new WireError('fieldType', { field, expected: 'an object' });
}

function listOf(params: JsonObject): readonly JsonValue[] {
  const list = params['orderList'] ?? null;
  if (!Array.isArray(list)) {
    throw new WireError('fieldType', { field: 'params.orderList', expected: 'a list' });
  }
  return list;
}

function readArgument(value: JsonValue, makers: Makers, caller: Caller): Argument {
  if (!isObject(value)) {
    const error = new WireError('fieldType', { field: 'args', expected: 'a list of objects' });
    return { echo: '"id":""', batch: false, items: [error] };
  }
  const echo = echoOf(value);
  try {
    const { channel, batch } = channelOf(value['channel']);
    const symbol = symbolOf(value);
    const make = makers.of(channel);
    const params = paramsOf(value['params'], 'params');
    if (!batch) return { echo, batch, items: [attempt(() => make(params, symbol, caller))] };
    const items = listOf(params).map((item) =>
      attempt(() => make(paramsOf(item, 'params.orderList[]'), symbol, caller)),
    );
    return { echo, batch, items };
  } catch (cause) {
    if (cause instanceof WireError) return { echo, batch: false, items: [cause] };
    throw cause;
  }
}

/** Whether an argument cancels orders: that is never refused for lack of room. */
function cancels(value: JsonValue): boolean {
  const channel = isObject(value) ? value['channel'] : null;
  return typeof channel === 'string' && channel.endsWith('cancel-order');
}

/** Orders that an argument asks for; one that cannot be read counts as one, to be told so. */
function ordersIn(value: JsonValue): number {
  if (!isObject(value)) return 1;
  const { channel, params } = value;
  const batch = typeof channel === 'string' && channel.startsWith(BATCH_PREFIX);
  const list = batch && isObject(params ?? null) ? (params as JsonObject)['orderList'] : null;
  return Array.isArray(list) ? list.length : 1;
}

/** Order entry over what REST works with. */
export function makeOrderEntry(parts: OrderEntryParts): OrderEntry {
  const { context, onFault } = parts;
  const makers = new Makers(context);

  async function submit(items: readonly Made[]): Promise<Done[]> {
    const commands = items.flatMap((item) => (item instanceof WireError ? [] : [item.command]));
    let outcomes: readonly Outcome[];
    try {
      outcomes = commands.length === 0 ? [] : await context.commands.submitAll(commands);
    } catch (thrown) {
      const error = asWireError(thrown, randomUUID, onFault);
      return items.map((item) => (item instanceof WireError ? item : error));
    }
    let next = 0;
    return items.map((item) => {
      if (item instanceof WireError) return item;
      const outcome = outcomes[next++];
      if (outcome === undefined) throw new Error('submitAll gave fewer outcomes than commands');
      return outcome.code === 0
        ? item.named(outcome)
        : rejectError(outcome, item.refused, item.command, context.views);
    });
  }

  async function told(done: Done): Promise<Done> {
    if (typeof done === 'string') return done;
    return asWireError(await whatBecame(context, done), randomUUID, onFault);
  }

  return {
    async trade(principal: Principal, args: readonly JsonValue[]): Promise<string> {
      if (!principal.canTrade) {
        return refusalText(args, new WireError('permission', { limit: 'trade' }));
      }
      const overload = context.overload?.() ?? null;
      if (overload !== null && !args.some(cancels)) return refusalText(args, overload);
      // Before anything is read: orders that are not taken count towards no rate.
      const orders = args.reduce<number>((sum, value) => sum + ordersIn(value), 0);
      if (orders > BATCH_ORDERS_MAX || orders === 0) {
        const message =
          orders === 0
            ? 'the message has no orders in it'
            : `${orders} orders in one message, at most ${BATCH_ORDERS_MAX} are taken`;
        return refusalText(args, { code: WsCode.badParams, message });
      }
      const read = args.map((value) => readArgument(value, makers, principal.caller));
      const items = read.flatMap((argument) => argument.items);
      const done = await submit(items);
      return answerText(read, await Promise.all(done.map(told)));
    },
  };
}
