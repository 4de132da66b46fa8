/** A page of somebody with contracts, on an exchange whose index prices the test sets, and who trades with them. */
import type { RestClient } from '@halcyon/client';
import type { Browser, Locator, Page } from 'playwright-core';
import { complaintsOf, workerBrowser } from './browser.ts';
import { PricedExchange } from './priced-exchange.ts';
import { signIn } from './web-pages.ts';

const PASSWORD = 'a long enough passphrase';

/** The window of the page. */
export const WIDE = { width: 1680, height: 1000 } as const;

/** What names a contract in a request. */
export function contract(symbol: string) {
  return { symbol, productType: 'USDT-FUTURES', marginCoin: 'USDT' } as const;
}

/** An order at a limit, of isolated margin. */
export interface ContractLimitOrder {
  readonly symbol?: string;
  readonly side: 'buy' | 'sell';
  readonly price: string;
  readonly size: string;
}

/** See the head of the file. */
export class ContractDeskPage {
  readonly exchange: PricedExchange;
  readonly #browser: Browser;
  /** Of `ada`, wide. */
  readonly page: Page;
  /** Number of `ada`. */
  readonly uid: string;
  /** What the page complained of. */
  readonly complaints: readonly string[];
  /** Those that trade, by name, with money in their futures accounts. */
  readonly traders: Readonly<Record<'ada' | 'maker' | 'taker', RestClient>>;
  /** First prices of the contracts. */
  readonly #prices: ReadonlyMap<string, number>;

  private constructor(
    exchange: PricedExchange,
    browser: Browser,
    page: Page,
    uid: string,
    traders: ContractDeskPage['traders'],
    prices: ReadonlyMap<string, number>,
  ) {
    this.exchange = exchange;
    this.#browser = browser;
    this.page = page;
    this.uid = uid;
    this.complaints = complaintsOf(page);
    this.traders = traders;
    this.#prices = prices;
  }

  /** Opens one. @param symbols the contracts that have an index price */
  static async open(...symbols: readonly string[]): Promise<ContractDeskPage> {
    const exchange = await PricedExchange.start();
    const owner = await exchange.trader('ada', 'USDT=20000');
    const ada = exchange.client(owner);
    const maker = exchange.client(await exchange.trader('maker', 'USDT=5000000'));
    const taker = exchange.client(await exchange.trader('taker', 'USDT=5000000'));
    const prices = new Map<string, number>();
    for (const symbol of symbols) {
      const [ticker] = await ada.call('market.tickers', { symbol });
      const price = Math.round(Number(ticker?.lastPr));
      prices.set(symbol, price);
      await exchange.index(symbol, price);
    }
    const funds = [
      [ada, '10000'] as const,
      [maker, '4000000'] as const,
      [taker, '4000000'] as const,
    ];
    for (const [who, amount] of funds) {
      const transfer = { fromType: 'spot', toType: 'usdt_futures', coin: 'USDT', amount } as const;
      await who.call('account.transfer', transfer);
      for (const symbol of symbols) {
        await who.call('mix.setMarginMode', { ...contract(symbol), marginMode: 'isolated' });
      }
    }
    const browser = await workerBrowser();
    const context = await browser.newContext({
      viewport: WIDE,
      baseURL: exchange.baseUrl,
    });
    await signIn(context, exchange.baseUrl, { email: 'ada@example.com', password: PASSWORD });
    const traders = { ada, maker, taker };
    const page = await context.newPage();
    return new ContractDeskPage(exchange, browser, page, owner.uid, traders, prices);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.exchange.close();
  }

  /** A price so many percent above the first one. */
  at(percent: number, symbol = 'BTCUSDT'): string {
    return ((this.#prices.get(symbol) ?? 0) * (1 + percent / 100)).toFixed(1);
  }

  /** Places an order. */
  async order(who: keyof ContractDeskPage['traders'], given: ContractLimitOrder): Promise<void> {
    const { symbol = 'BTCUSDT', ...rest } = given;
    const body = { ...rest, orderType: 'limit', marginMode: 'isolated' } as const;
    await this.traders[who].call('mix.placeOrder', { ...contract(symbol), ...body });
  }

  /** Opens a list of the terminal. */
  async list(name: RegExp): Promise<Locator> {
    await this.page.getByRole('tablist', { name: 'Orders' }).getByRole('tab', { name }).click();
    return this.page.getByRole('tabpanel', { name });
  }
}
