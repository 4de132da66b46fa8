/** Private channels, each with what a log-in needs for it. */
import * as margin from '../routes/margin-rows.ts';
import * as mix from '../routes/mix-rows.ts';
import * as spot from '../routes/spot-rows.ts';
import { channel } from './spec.ts';

/** They show and change nothing. */
const SHOWN = { needs: 'read' } as const;
const OF_SPOT = { ...SHOWN, instTypes: ['SPOT'] } as const;
const OF_CONTRACTS = {
  ...SHOWN,
  instTypes: ['USDT-FUTURES', 'COIN-FUTURES', 'USDC-FUTURES'],
} as const;
const OF_MARGIN = { ...SHOWN, instTypes: ['MARGIN'] } as const;

const ORDERS = {
  names: ['orders'],
  scope: 'instruments',
  first: 'nothing',
  next: 'each change of an order',
} as const;
const FILLS = {
  names: ['fill'],
  scope: 'instruments',
  first: 'nothing',
  next: 'each trade of yours',
} as const;
const PLANS = {
  names: ['orders-algo'],
  scope: 'instruments',
  first: 'nothing',
  next: 'each change of a plan order',
} as const;
const PARENTS = {
  names: ['orders-parent'],
  scope: 'instruments',
  first: 'all open parent orders',
  next: 'each change of a parent order or of what its orders traded; its end too',
} as const;
const LIKEWISE = 'whole again: with each change, and each second that prices changed it';

export const accountChannels = {
  account: channel({
    ...OF_SPOT,
    names: ['account'],
    scope: 'coins',
    row: spot.assetRow,
    first: 'all balances',
    next: 'changed balances',
  }),
  orders: channel({ ...OF_SPOT, ...ORDERS, row: spot.orderPush }),
  fills: channel({ ...OF_SPOT, ...FILLS, row: spot.fillPush }),
  plans: channel({ ...OF_SPOT, ...PLANS, row: spot.planPush }),
  parents: channel({ ...OF_SPOT, ...PARENTS, row: spot.parentPush }),
  contractAccount: channel({
    ...OF_CONTRACTS,
    names: ['account'],
    scope: 'coins',
    row: mix.accountPush,
    first: 'the balance',
    next: LIKEWISE,
  }),
  equity: channel({
    ...OF_CONTRACTS,
    names: ['equity'],
    scope: 'account',
    row: mix.equityPush,
    first: 'the sums',
    next: LIKEWISE,
  }),
  positions: channel({
    ...OF_CONTRACTS,
    names: ['positions'],
    scope: 'instruments',
    row: mix.positionPush,
    first: 'all open positions',
    next: `${LIKEWISE}; empty when none is left`,
  }),
  closedPositions: channel({
    ...OF_CONTRACTS,
    names: ['positions-history'],
    scope: 'instruments',
    row: mix.positionHistoryPush,
    first: 'nothing',
    next: 'each position that was closed',
  }),
  deleveragings: channel({
    ...OF_CONTRACTS,
    names: ['adl-noti'],
    scope: 'instruments',
    row: mix.deleveragingPush,
    first: 'nothing',
    next: 'each closing of yours for an account that went bankrupt',
  }),
  contractOrders: channel({ ...OF_CONTRACTS, ...ORDERS, row: mix.orderPush }),
  contractFills: channel({ ...OF_CONTRACTS, ...FILLS, row: mix.fillPush }),
  contractPlans: channel({ ...OF_CONTRACTS, ...PLANS, row: mix.planPush }),
  marginBalances: channel({
    ...OF_MARGIN,
    names: ['account-crossed', 'account-isolated'],
    scope: 'coins',
    row: margin.balancePush,
    first: 'all balances, with debts',
    next: 'balances whose money or debt changed',
  }),
  marginOrders: channel({
    ...OF_MARGIN,
    ...ORDERS,
    names: ['orders-crossed', 'orders-isolated'],
    row: margin.orderPush,
  }),
};
