/** Resting orders of others that trade live otherwise than their ghosts on paper. */
import { type Core, NONE, ORDER_WORDS, OrderFlag, OrderWord } from '@halcyon/core';

/**
 * Makes resting orders of others what their ghosts are on paper (decisions 0036 and 0104): none is cut to
 * what is left to close, and none ends because what backs it cannot bear it. What a core answers then, and
 * what it does to the account, is what paper must.
 * @param account whose own orders stay as they are
 */
export function makeOthersGhosts({ state }: Core, account: number): void {
  const { i32 } = state.orders;
  for (const { book, contract, instrument } of state.markets) {
    const shared = contract === null ? NONE : state.ghostPosition(instrument);
    for (const slot of [...book.queue(0), ...book.queue(1)]) {
      const word = slot * ORDER_WORDS;
      if (i32[word + OrderWord.account] === account) continue;
      i32[word + OrderWord.flags]! &= ~(OrderFlag.reduceOnly | OrderFlag.margin);
      if (contract !== null) i32[word + OrderWord.balance] = shared;
    }
  }
}

/** What the protection fund has paid for a contract, and in which hour; null for a pair of spot. */
export type FundHour = { readonly fundHour: number; readonly fundPaid: number } | null;

/** Of each market. */
export function fundHoursOf({ state }: Core): FundHour[] {
  return state.markets.map(({ contract }) => {
    if (contract === null) return null;
    const { fundHour, fundPaid } = contract;
    return { fundHour, fundPaid };
  });
}

/** The fund may pay in this hour what it may on paper: live it has paid for others too (decision 0103). */
export function takeFundHours({ state }: Core, hours: readonly FundHour[]): void {
  for (const [i, { contract }] of state.markets.entries()) {
    const hour = hours[i];
    if (contract !== null && hour) Object.assign(contract, hour);
  }
}
