/** What the log keeps of an operation: who did what to whom, and why. */
import type { OperationArgs } from '../exchange/operation-args.ts';

/** Arguments that may be logged; passwords are not among them. */
const KEPT = [
  'email',
  'status',
  'level',
  'percent',
  'until',
  'end',
  'release',
  'venue',
  'key',
  'label',
  'permissions',
  'symbol',
  'symbols',
  'state',
  'to',
  'books',
  'trades',
  'speed',
  'id',
  'operator',
  'coin',
  'address',
  'from',
  'account',
  'transaction',
  'links',
];
/** Limits of an instrument, by their names on the command line. */
const LIMITS = [
  'tick',
  'lot',
  'quantity-min',
  'quantity-max',
  'notional-min',
  'band',
  'open-orders',
  'fund',
];
/** What is listed. */
const LISTED = ['code', 'name', 'scale', 'base', 'quote', 'price-scale', 'quantity-scale'];
/** Terms of contracts and of loans. */
const TERMS = [
  'tiers',
  'maker-fee',
  'taker-fee',
  'liquidation-fee',
  'liquidation-band',
  'open-interest',
  'funding-hours',
  'interest',
  'premium-clamp',
  'funding-cap',
  'impact-size',
  'amount',
  'market',
  'collateral',
  'curve',
  'lent-max',
  'level-max',
  'loan-min',
  'base-tiers',
  'quote-tiers',
];

/** The entry of one operation. */
export function auditOf(operation: string, args: OperationArgs): Readonly<Record<string, unknown>> {
  const named = [...KEPT, ...LISTED, ...LIMITS, ...TERMS].filter(
    (name) => args[name] !== undefined,
  );
  const given = Object.fromEntries(named.map((name) => [name, args[name]]));
  return { operation, actor: 'command line', reason: args['reason'] ?? '', ...given };
}
