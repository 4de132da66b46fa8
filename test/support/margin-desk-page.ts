/** A page of somebody with margin accounts, on an exchange whose loan terms and index prices the test sets. */
import type { RestClient } from '@halcyon/client';
import {
  CommandKind,
  type LoanTerms,
  type LoanTier,
  NO_PAIR,
  Product,
  SystemAccount,
} from '@halcyon/domain';
import type { MarginAccountRead, MarginBalance, MarginKind } from '@halcyon/domain/web';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, workerBrowser } from './browser.ts';
import { PricedExchange } from './priced-exchange.ts';
import { signIn } from './web-pages.ts';

const PASSWORD = 'a long enough passphrase';
const PAIR = 'BTCUSDT';
const BY = { actor: 'test', reason: 'test' };

/** Debts of a coin by whole coins: a twentieth is to be kept, a quarter to be owned. */
function tiersOf(coins: number, unit: number): LoanTier[] {
  return [{ upTo: coins * unit, leverageMax: 5, maintenancePpm: 50_000 }];
}

function termsOf(coins: number, unit: number): LoanTerms {
  return {
    tiers: tiersOf(coins, unit),
    collateral: [{ upTo: 10 * coins * unit, valuePpm: 1_000_000 }],
    curve: { idlePpm: 36_500, kinkPpm: 365_000, fullPpm: 3_650_000, kinkAtPpm: 800_000 },
    lentMax: 10 * coins * unit,
    levelMax: [coins * unit],
    loanMin: unit / 1_000,
    liquidationPpm: 20_000,
  };
}

/** Terms of USDT and BTC, of the pair of both, and pools. */
async function lend(exchange: PricedExchange): Promise<void> {
  const { id, base, quote } = exchange.instrument(PAIR, Product.spot);
  const unit = 10 ** 8;
  const lent = [
    { asset: quote, market: NO_PAIR, coins: 1_000_000 },
    { asset: base, market: id, coins: 20 },
  ];
  for (const { asset, market, coins } of lent) {
    const terms = termsOf(coins, unit);
    await exchange.operate({ kind: CommandKind.setLoanTerms, asset, market, terms, ...BY });
    await exchange.operate({
      kind: CommandKind.deposit,
      account: SystemAccount.loans,
      from: SystemAccount.external,
      asset,
      amount: BigInt(10 * coins * unit),
      ...BY,
      reference: `pool-${asset}`,
    });
  }
  const terms = {
    base: tiersOf(20, unit),
    quote: tiersOf(1_000_000, unit),
    liquidationPpm: 20_000,
  };
  await exchange.operate({ kind: CommandKind.setPairTerms, instrument: id, terms, ...BY });
}

/** See the head of the file. */
export class MarginDeskPage {
  readonly exchange: PricedExchange;
  readonly #browser: Browser;
  /** Of `ada`, wide. */
  readonly page: Page;
  /** What the page complained of. */
  readonly complaints: readonly string[];
  readonly maker: RestClient;
  /** Whose page it is. */
  readonly ada: RestClient;
  /** First price of the pair, whole. */
  readonly first: number;

  private constructor(
    exchange: PricedExchange,
    browser: Browser,
    page: Page,
    { maker, ada }: Pick<MarginDeskPage, 'maker' | 'ada'>,
    first: number,
  ) {
    this.exchange = exchange;
    this.#browser = browser;
    this.page = page;
    this.complaints = complaintsOf(page);
    this.maker = maker;
    this.ada = ada;
    this.first = first;
  }

  static async open(): Promise<MarginDeskPage> {
    const exchange = await PricedExchange.start();
    const maker = exchange.client(await exchange.trader('maker', 'USDT=5000000,BTC=50'));
    const ada = exchange.client(await exchange.trader('ada', 'USDT=20000'));
    const [ticker] = await maker.call('market.tickers', { symbol: PAIR });
    const first = Math.round(Number(ticker?.lastPr));
    await lend(exchange);
    await exchange.index(PAIR, first, Product.spot);
    const browser = await workerBrowser();
    const viewport = { width: 1680, height: 1000 };
    const context = await browser.newContext({ viewport, baseURL: exchange.baseUrl });
    await signIn(context, exchange.baseUrl, { email: 'ada@example.com', password: PASSWORD });
    return new MarginDeskPage(exchange, browser, await context.newPage(), { maker, ada }, first);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.exchange.close();
  }

  /** A price so many percent above the first one. */
  at(percent: number): string {
    return (this.first * (1 + percent / 100)).toFixed(2);
  }

  /** Sets the index price of the pair. */
  index(price: number): Promise<void> {
    return this.exchange.index(PAIR, price, Product.spot);
  }

  async #balance(coin: string, kind: MarginKind): Promise<MarginBalance | undefined> {
    const query = kind === 'crossed' ? '' : `&symbol=${PAIR}`;
    const answer = await this.page.request.get(`/api/web/v1/margin/account?kind=${kind}${query}`);
    const { data } = (await answer.json()) as { data: MarginAccountRead };
    return data.pockets[0]?.balances.find((balance) => balance.coin === coin);
  }

  /** What `ada` owes of a coin in cross margin, or in the isolated pair, units. */
  async debt(coin: string, kind: MarginKind = 'crossed'): Promise<number> {
    const own = await this.#balance(coin, kind);
    return (own?.principal ?? 0) + (own?.interest ?? 0);
  }

  /** What of a coin is free there, units. */
  async available(coin: string, kind: MarginKind): Promise<number> {
    return (await this.#balance(coin, kind))?.available ?? 0;
  }

  /** Places an order of the maker. */
  async quote(side: 'buy' | 'sell', price: string, size: string): Promise<void> {
    const order = { symbol: PAIR, side, price, size, orderType: 'limit', force: 'gtc' } as const;
    await this.maker.call('trade.placeOrder', order);
  }
}
