/** The lists under the chart. */
export type OrdersTab = 'open' | 'plans' | 'history' | 'fills' | 'balances';
