/**
 * Orders over WebSocket: `{"op":"trade","args":[…]}`. All arguments of a message go into one commit.
 * Requests are checked and translated by what REST uses, so both ways answer alike.
 */
import { randomUUID } from 'node:crypto';
import { BATCH_ORDERS_MAX, type Outcome, upperAscii } from '@halcyon/domain';
import {
  isObject,
  type JsonObject,
  type JsonValue,
  type Permission,
  WireError,
} from '@halcyon/protocol';
import type { Caller } from '../auth/authenticate.ts';
import type { RestContext } from '../http/context.ts';
import { asWireError, type FaultListener } from '../http/faults.ts';
import { rejectError } from '../refusals/rejects.ts';
import { whatBecame } from '../translate/what-became.ts';
import { WsCode } from './errors.ts';
import type { OrderEntry } from './messages.ts';
import {
  type Channel,
  type Item,
  type OrderBuilders,
  type OrderBuildersByType,
  orderBuilders,
} from './order-builders.ts';
import type { Principal } from './ports.ts';
import {
  type Answered,
  answerText,
  echoOf,
  refusalText,
  type TradeOutcome,
} from './trade-answer.ts';

/** What order entry works with. */
export interface OrderEntryParts {
  readonly context: RestContext;
  readonly onFault: FaultListener;
}

type Made = Item | WireError;

/** An argument of the message: one item, or the items of a batch. */
interface Argument extends Answered {
  readonly items: readonly Made[];
}

const BATCH_PREFIX = 'batch-';

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

/** The market that an argument names, in upper case; null when it names none. */
function marketOf(arg: JsonObject): string | null {
  const instType = arg['instType'] ?? arg['inst_type'];
  return typeof instType === 'string' ? upperAscii(instType) : null;
}

function makersOf(arg: JsonObject, makers: OrderBuildersByType): OrderBuilders {
  const market = marketOf(arg);
  if (market === null) throw new WireError('fieldMissing', { field: 'instType' });
  const found = makers.get(market);
  if (found === undefined) throw new WireError('areaNotOpen', { area: market, path: 'op trade' });
  return found;
}

function symbolOf(arg: JsonObject): string {
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

function readArgument(value: JsonValue, makers: OrderBuildersByType, caller: Caller): Argument {
  if (!isObject(value)) {
    const error = new WireError('fieldType', { field: 'args', expected: 'a list of objects' });
    return { echo: '"id":""', batch: false, items: [error] };
  }
  const echo = echoOf(value);
  try {
    const { channel, batch } = channelOf(value['channel']);
    const make = makersOf(value, makers).make[channel];
    const symbol = symbolOf(value);
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

/** What an argument needs a key to be allowed; null when it names no market there is, which is told later. */
function neededFor(value: JsonValue, makers: OrderBuildersByType): Permission | null {
  const market = isObject(value) ? marketOf(value) : null;
  return market === null ? null : (makers.get(market)?.needs ?? null);
}

function permits({ caller }: Principal, permission: Permission): boolean {
  return caller.permissions.has(permission);
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
  const makers = orderBuilders(context);

  async function submit(items: readonly Made[]): Promise<TradeOutcome[]> {
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

  async function told(done: TradeOutcome): Promise<TradeOutcome> {
    if (typeof done === 'string') return done;
    return asWireError(await whatBecame(context, done), randomUUID, onFault);
  }

  return {
    async trade(principal: Principal, args: readonly JsonValue[]): Promise<string> {
      const needed = args.map((value) => neededFor(value, makers));
      const lacking = needed.find((one) => one !== null && !permits(principal, one));
      if (lacking != null)
        return refusalText(args, new WireError('permission', { limit: lacking }));
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
