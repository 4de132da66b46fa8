/** Arguments of order entry to commands: checked and translated by what REST uses for the same. */
import type { AccountId, CommandInput, Outcome } from '@halcyon/domain';
import {
  compile,
  type JsonObject,
  type Permission,
  PRODUCT_TYPES,
  type ProductType,
  type RouteSpec,
  specs,
} from '@halcyon/protocol';
import type { Caller } from '../auth/authenticate.ts';
import { contractOf, instrumentOf, type RestContext } from '../http/context.ts';
import { EndpointLimiter } from '../http/rate-limiter.ts';
import { requestFactor } from '../levels/request-limits.ts';
import type { NamedOrder } from '../refusals/order-name.ts';
import type { RefusedContext } from '../refusals/rejects.ts';
import { clientIdOf, mustBeIn } from '../routes/trade/cancel-order.ts';
import { amendItem } from '../routes/trade/modify-order.ts';
import { namedText, orderCommand } from '../routes/trade/place-order.ts';
import { contractOrder } from '../translate/contract-orders.ts';
import { futuresAccount, requestedContract } from '../translate/contract-requests.ts';
import { cancelCommand } from '../translate/orders.ts';
import { checkTiming } from '../translate/timing.ts';

/** One order, cancel or amendment on its way. */
export interface Item {
  readonly command: CommandInput;
  readonly refused: RefusedContext;
  /** JSON of the ids that the answer names. */
  readonly named: (outcome: Outcome) => string;
}

/** What an argument may ask for. */
export type Channel = 'place-order' | 'cancel-order' | 'modify-order';

/** Makes an item of parameters. Throws WireError naming what is wrong with them. */
export type OrderBuilder = (params: JsonObject, symbol: string, caller: Caller) => Item;

/** One for each channel, and what a key needs to be allowed for any of them. */
export interface OrderBuilders {
  readonly needs: Permission;
  readonly make: Readonly<Record<Channel, OrderBuilder>>;
}

/** By instType, in upper case. */
export type OrderBuildersByType = ReadonlyMap<string, OrderBuilders>;

/** All that there are: for spot, and for the product types of contracts. */
export function orderBuilders(context: RestContext): OrderBuildersByType {
  const contracts = PRODUCT_TYPES.map((type) => [type, contractMakers(context, type)] as const);
  return new Map([['SPOT', spotMakers(context)] as const, ...contracts]);
}

function spotMakers(context: RestContext): OrderBuilders {
  const { views, clock } = context;
  const { placeOrder, cancelOrder } = specs.trade;
  const place = compile(placeOrder.request);
  const make: OrderBuilders['make'] = {
    'place-order': limited(placeOrder, context, (params, symbol, caller) => {
      const request = place(params);
      checkTiming(request, clock());
      const { command, refused } = orderCommand(views, request, symbol, caller);
      return { command, refused, named: placed(request) };
    }),
    ...changeMakers(context, {
      cancelOrder,
      cancel: compile(cancelOrder.request),
      mustExist: (symbol) => instrumentOf(views, symbol),
      accountOf: ({ account }) => account,
    }),
  };
  return { needs: 'spot_trade', make };
}

function contractMakers(context: RestContext, productType: ProductType): OrderBuilders {
  const { views, clock } = context;
  const { placeOrder, cancelOrder } = specs.mix;
  const [place, cancel] = [compile(placeOrder.request), compile(cancelOrder.request)];
  const make: OrderBuilders['make'] = {
    'place-order': limited(placeOrder, context, (params, _symbol, caller) => {
      const request = place(Object.assign(params, { productType }));
      checkTiming(request, clock());
      const contract = requestedContract(views, request);
      const item = contractOrder(views, futuresAccount(caller), contract, request);
      return { ...item, named: placed(request) };
    }),
    ...changeMakers(context, {
      cancelOrder,
      cancel: (params) => cancel(Object.assign(params, { productType })),
      mustExist: (symbol) => contractOf(views, productType, symbol),
      accountOf: futuresAccount,
    }),
  };
  return { needs: 'contract_trade', make };
}

/** What cancels and amendments of an area's orders need. */
interface Area {
  readonly cancelOrder: RouteSpec;
  readonly cancel: (params: JsonObject) => NamedOrder;
  /** Throws WireError symbolUnknown. */
  readonly mustExist: (symbol: string) => unknown;
  readonly accountOf: (caller: Caller) => AccountId;
}

/** Orders are amended in place, those of contracts too: REST replaces these by others. */
function changeMakers(
  context: RestContext,
  { cancelOrder, cancel, mustExist, accountOf }: Area,
): Omit<OrderBuilders['make'], 'place-order'> {
  const { views } = context;
  const { modifyOrder } = specs.trade;
  const modify = compile(modifyOrder.request);
  const named =
    (request: NamedOrder) =>
    ({ id }: Outcome): string =>
      namedText(id, clientIdOf(views, request, id));
  return {
    'cancel-order': limited(cancelOrder, context, (params, symbol, caller) => {
      const request = cancel(params);
      mustExist(symbol);
      const account = accountOf(caller);
      mustBeIn(views, request, account, symbol);
      return { command: cancelCommand(request, account), refused: {}, named: named(request) };
    }),
    'modify-order': limited(modifyOrder, context, (params, symbol, caller) => {
      const request = modify(params);
      mustExist(symbol);
      const item = amendItem(views, request, { account: accountOf(caller) });
      return { ...item, named: named(request) };
    }),
  };
}

/** Takes one of the caller's requests a second before each item. */
function limited({ rate }: RouteSpec, context: RestContext, make: OrderBuilder): OrderBuilder {
  const limiter = new EndpointLimiter(rate.perSecond);
  return (params, symbol, caller) => {
    const factor = requestFactor(context, caller.user);
    limiter.take(caller.user, caller.tier, context.clock(), factor);
    params['symbol'] = symbol;
    return make(params, symbol, caller);
  };
}

/** The ids of an order that was placed. */
function placed({ clientOid = '' }: NamedOrder): Item['named'] {
  return ({ id }) => namedText(id, clientOid);
}
