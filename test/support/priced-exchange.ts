/**
 * An exchange in the test's own process, without participants, whose index prices the test sets: what
 * liquidates and when is then known.
 */

import { join } from 'node:path';
import { RestClient } from '@halcyon/client';
import {
  type CommandInput,
  CommandKind,
  HealthRegistry,
  type Instrument,
  OWN_CHAIN,
  Product,
} from '@halcyon/domain';
import { type Gateway, parseConfig, RevocationBus, startGateway } from '@halcyon/gateway';
import { lendingCommands } from '@halcyon/testkit';
import { PROJECT_ROOT } from '../../apps/halcyon/src/commands/settings.ts';
import { carryOut } from '../../apps/halcyon/src/control/operation-table.ts';
import { settleExchangeId } from '../../apps/halcyon/src/exchange/exchange-file.ts';
import { openRuntime, type Runtime } from '../../apps/halcyon/src/exchange/open-runtime.ts';
import { ExchangeProcess, type KeyMaterial } from './exchange-process.ts';

/** An index that is not told again grows old within seconds. */
const AGAIN_MS = 500;
/** Candles go on without trades. */
const CLOCK_MS = 1_000;

const now = Date.now;
/** How far the clock of this process is ahead, ms. */
let aheadMs = 0;
// Before any part of an exchange takes it.
Date.now = () => now() + aheadMs;

/** See the head of the file. */
export class PricedExchange {
  readonly baseUrl: string;
  readonly #files: ExchangeProcess;
  readonly #runtime: Runtime;
  readonly #gateway: Gateway;
  readonly #revocations: RevocationBus;
  readonly #prices = new Map<number, number>();
  readonly #timers: readonly NodeJS.Timeout[];

  private constructor(
    files: ExchangeProcess,
    runtime: Runtime,
    gateway: Gateway,
    revocations: RevocationBus,
  ) {
    this.#files = files;
    this.#runtime = runtime;
    this.#gateway = gateway;
    this.#revocations = revocations;
    this.baseUrl = `http://127.0.0.1:${gateway.port}`;
    this.#timers = [
      setInterval(() => void this.#tell(), AGAIN_MS),
      setInterval(() => this.#views.advanceTo(Date.now()), CLOCK_MS),
    ];
  }

  static async start(options: { readonly copyTrading?: boolean } = {}): Promise<PricedExchange> {
    const files = await ExchangeProcess.filled({ HALCYON_PAPER: 'off' });
    const problems = (message: string) => console.warn(message);
    const runtime = await openRuntime({
      place: { root: files.folder, databaseUrl: null, paper: false },
      mayBegin: true,
      onFailure: (error) => {
        throw error;
      },
      onProblem: problems,
    });
    const { exchange, records } = runtime;
    const { views } = exchange.reader;
    const revocations = new RevocationBus((user) => views.subAccounts(user));
    const gateway = await startGateway(
      {
        chainTerms: OWN_CHAIN,
        commands: exchange.engine,
        views,
        records,
        revocations,
        recordsProgress: () => ({ seq: records.reachedSeq(), lagMs: 0, rowsSetAside: 0 }),
        exchange: settleExchangeId(exchange.layout),
        healthRegistry: new HealthRegistry(),
        paper: null,
        copyTrading: options.copyTrading ?? false,
        dataFolder: files.folder,
        webRoot: join(PROJECT_ROOT, 'apps/web/dist'),
        log: { info: () => {}, warn: problems, error: problems },
      },
      parseConfig({ ...files.env, HALCYON_PORT: '0' }),
    );
    return new PricedExchange(files, runtime, gateway, revocations);
  }

  get #views() {
    return this.#runtime.exchange.reader.views;
  }

  /** A user with money and a key, as the command line makes them; it would open the folder for each. */
  async trader(
    name: string,
    fund: string,
    permissions = 'read,trade,transfer',
  ): Promise<KeyMaterial> {
    const email = `${name}@example.com`;
    const person = { email, password: 'a long enough passphrase', fund };
    await carryOut(this.#runtime, this.#revocations, 'user-create', person);
    const key = { email, label: name, permissions, tier: 'maker' };
    return (await carryOut(this.#runtime, this.#revocations, 'key-create', key)) as KeyMaterial;
  }

  /** Sets the index of a contract, or of a pair, which is told again and again. */
  async index(
    symbol: string,
    price: number,
    product: Product = Product.usdtFutures,
  ): Promise<void> {
    const { id, priceScale } = this.instrument(symbol, product);
    this.#prices.set(id, Math.round(price * 10 ** priceScale));
    await this.#tell();
  }

  /** What is listed. @throws where nothing is */
  instrument(symbol: string, product: Product): Instrument {
    const found = this.#views.instrumentBySymbol(symbol, product);
    if (found === undefined) throw new Error(`${symbol} is not listed`);
    return found;
  }

  /** Does what an operator, or a page, could: the id of what it makes. @throws where it is refused */
  async operate(command: CommandInput): Promise<number> {
    const { code, id } = await this.#runtime.exchange.engine.submit(command);
    if (code !== 0) throw new Error(`command ${command.kind} was refused: ${code}`);
    return id;
  }

  /** What the command line says of a receipt's file. */
  verifyReceipt(file: string): string {
    return this.#files.output('verify', '--receipt', file);
  }

  /** Where its data is. */
  get folder(): string {
    return this.#files.folder;
  }

  /** Its clock, and that of its clients, goes on by so much at once; sessions have another. */
  advance(ms: number): void {
    aheadMs += ms;
  }

  /** A client of a trader. */
  client(credentials: ConstructorParameters<typeof RestClient>[0]['credentials']): RestClient {
    return new RestClient({ baseUrl: this.baseUrl, credentials, timeoutMs: 120_000 });
  }

  /** Lends USDT, BTC and ETH by known terms, with isolated margin in BTCUSDT. */
  async lend(): Promise<void> {
    for (const command of lendingCommands(this.#views)) await this.operate(command);
  }

  /** Lists a coin that nobody lends, and its pair with USDT. */
  async listPair(code: string): Promise<void> {
    await this.operate({ kind: CommandKind.listAsset, code, name: code, scale: 8 });
    const base = this.#views.assetByCode(code)!.id;
    const like = this.instrument('BTCUSDT', Product.spot);
    const symbol = `${code}USDT`;
    await this.operate({ kind: CommandKind.listInstrument, ...like, symbol, base });
  }

  async close(): Promise<void> {
    aheadMs = 0;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#gateway.close();
    await this.#runtime.close();
    await this.#files.remove();
  }

  async #tell(): Promise<void> {
    if (this.#prices.size === 0) return;
    const entries = [...this.#prices].flat();
    await this.#runtime.exchange.engine.submit({ kind: CommandKind.prices, entries });
  }
}
