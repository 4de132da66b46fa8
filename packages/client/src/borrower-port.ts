/** Cross margin accounts over the public API, several at once: what simulated borrowers use. */
import { formatDecimal, parseSafeDecimal } from '@halcyon/domain';
import { ApiError } from './errors.ts';
import { RestClient } from './rest-client.ts';
import type { RouteRequest } from './routes.ts';
import type { ApiCredentials } from './signing.ts';

/** Digits of amounts. */
const DIGITS = 8;

/** A market order: quote amount of a buy, base amount of a sale, decimal text. */
interface MarketOrder {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly loanType: RouteRequest<'crossed.placeOrder'>['loanType'];
  readonly size: string;
}

/** See the head of the file. Amounts are 10^-8 of a coin; each call says whether it was taken. */
export class ApiBorrowerPort<P extends string> {
  readonly #rest = new Map<P, RestClient>();

  constructor(baseUrl: string, accounts: ReadonlyMap<P, ApiCredentials>) {
    for (const [name, credentials] of accounts) {
      this.#rest.set(name, new RestClient({ baseUrl, credentials }));
    }
  }

  /** What is there and owed, interest included, by coin. */
  async holdings(
    name: P,
  ): Promise<ReadonlyMap<string, { readonly available: number; readonly owed: number }>> {
    const rows = await this.#of(name).call('crossed.assets', {});
    return new Map(
      rows.map((row) => [
        row.coin,
        { available: units(row.available), owed: units(row.borrow) + units(row.interest) },
      ]),
    );
  }

  borrow(name: P, coin: string, amount: number): Promise<boolean> {
    const borrowAmount = formatDecimal(amount, DIGITS);
    return taken(this.#of(name).call('crossed.borrow', { coin, borrowAmount }));
  }

  repay(name: P, coin: string, amount: number): Promise<boolean> {
    const repayAmount = formatDecimal(amount, DIGITS);
    return taken(this.#of(name).call('crossed.repay', { coin, repayAmount }));
  }

  trade(name: P, { size, ...order }: MarketOrder): Promise<boolean> {
    const sized = order.side === 'buy' ? { quoteSize: size } : { baseSize: size };
    const request = { ...order, orderType: 'market', ...sized } as const;
    return taken(this.#of(name).call('crossed.placeOrder', request));
  }

  #of(name: P): RestClient {
    const rest = this.#rest.get(name);
    if (rest === undefined) throw new Error(`no account of ${name}`);
    return rest;
  }
}

function units(text: string): number {
  return parseSafeDecimal(text, DIGITS) ?? 0;
}

/** Whether a request was taken. Throws where that is not known. */
async function taken(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
