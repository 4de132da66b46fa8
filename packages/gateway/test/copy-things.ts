/** Copy trading of an estate: portfolios of its owner, as a trader and as a follower, with somebody else on the other side. */
import {
  AccountKind,
  accountOf,
  COPY_DEFAULTS,
  type CommandInput,
  CommandKind,
  CopyExit,
  parseWireUserId,
  SystemAccount,
  wireUserId,
} from '@halcyon/domain';
import type { Estate, Fields, Holder } from './estate.ts';

const USDT = 1;
const MIX = { productType: 'USDT-FUTURES' };
/** Above what others bid in the tests, so that offers rest; and lots enough for a trader and who follows. */
const [OFFERED, BID, LOTS] = [60_500, 60_900, 1_000];

/** See the head of the file. */
export class CopyThings {
  readonly #estate: Estate;
  #own: Promise<string> | undefined;
  #followed: Promise<string> | undefined;
  /** What others bid, for who closes by a route. */
  #bids: (() => void) | undefined;

  constructor(estate: Estate) {
    this.#estate = estate;
  }

  /** The owner's portfolio as a trader. */
  trader(): Promise<string> {
    this.#own ??= this.#opened(this.#estate.owner);
    return this.#own;
  }

  /** One more portfolio of the owner's as a trader, with nothing open in it. */
  newTrader(): Promise<string> {
    return this.#opened(this.#estate.owner, '200');
  }

  /** A trader of somebody else whom the owner follows. */
  async followed(): Promise<string> {
    const { owner, other } = this.#estate;
    const isNew = this.#followed === undefined;
    this.#followed ??= this.#opened(other);
    const traderId = await this.#followed;
    await this.follow(owner, traderId);
    await this.opens(other, traderId);
    if (!isNew) return traderId;
    await this.closes(other, traderId);
    await this.opens(other, traderId);
    return traderId;
  }

  async follow({ key }: Holder, traderId: string): Promise<void> {
    const fields = { traderId, copyAmount: '500' };
    await this.#estate.wire(key, 'POST', '/api/v2/copy/mix-follower/copy-settings', fields);
  }

  /** Somebody follows who is in no circle with the owner: a user of the core alone. @returns how to leave */
  joined(traderId: string): () => void {
    return this.#joined(traderId).leave;
  }

  /** The number of a new follower's portfolio, who is a user of the core alone. */
  follower(traderId: string): string {
    return wireUserId(this.#joined(traderId).portfolio);
  }

  #joined(traderId: string): { readonly portfolio: number; readonly leave: () => void } {
    const { engine } = this.#estate.server;
    const applied = (command: CommandInput): number => {
      const { code, id } = engine.apply(command);
      if (code !== 0) throw new Error(`refused with ${code}: ${command.kind}`);
      return id;
    };
    const user = applied({ kind: CommandKind.openUser, simulated: true });
    const amount = 500_00000000n;
    applied({
      ...{ kind: CommandKind.deposit, account: accountOf(user, AccountKind.spot), asset: USDT },
      ...{ from: SystemAccount.external, amount, actor: 'test', reason: 'test', reference: '' },
    });
    const trader = parseWireUserId(traderId)!;
    const follow = { kind: CommandKind.followTrader, user, trader, amount, code: '' } as const;
    const portfolio = applied({ ...follow, settings: COPY_DEFAULTS });
    const { stopCopying: kind } = CommandKind;
    const leave = () => void applied({ kind, user, portfolio, exit: CopyExit.close });
    return { portfolio, leave };
  }

  /** An open position of the owner's as a trader: its number. */
  async position(): Promise<string> {
    const id = await this.trader();
    await this.opens(this.#estate.owner, id);
    const path = '/copy/mix-trader/order-current-track';
    const data = await this.#estate.asked(path, { ...MIX, traderId: id }, 'GET');
    const [row] = data['trackingList'] as Fields[];
    return String(row!['trackingNo']);
  }

  /** An open position of the owner's that follows somebody: its number, and whom. */
  async following(): Promise<{ readonly trackingNo: string; readonly traderId: string }> {
    const { other } = this.#estate;
    const traderId = await this.followed();
    await this.closes(other, traderId);
    await this.opens(other, traderId);
    const path = '/copy/mix-follower/query-current-orders';
    const rows = await this.#estate.asked(path, { ...MIX, traderId }, 'GET');
    const [row] = rows as unknown as Fields[];
    return { trackingNo: String(row!['trackingNo']), traderId };
  }

  /** A trader buys, unless there is a position, for all who follow; others bid, for who closes. */
  async opens(who: Holder, traderId: string): Promise<void> {
    const { views } = this.#estate.server.engine;
    this.#settle();
    const account = accountOf(parseWireUserId(traderId)!, AccountKind.usdtFutures);
    if (views.contracts.positions(account).length > 0) return;
    const end = this.#estate.offerContract(OFFERED, LOTS);
    await this.order(who, traderId, { side: 'buy' });
    end();
    this.#bids ??= this.#estate.bid(OFFERED - 100, LOTS);
  }

  /** The trader closes it with a profit. */
  async closes(who: Holder, traderId: string): Promise<void> {
    const end = this.#estate.bid(BID, LOTS);
    await this.order(who, traderId, { side: 'sell', reduceOnly: true });
    end();
  }

  async order(who: Holder, traderId: string, fields: Fields): Promise<void> {
    const order = { symbol: 'BTCUSDT', orderType: 'market', size: '0.02', ...fields };
    const path = `/copy/portfolios/${traderId}/orders`;
    const { status, text } = await this.#estate.web(who, 'POST', path, order);
    if (status !== 200) throw new Error(text);
    this.#settle();
  }

  async #opened(who: Holder, amount = '5000'): Promise<string> {
    const { text } = await this.#estate.web(who, 'POST', '/copy/portfolios', { amount });
    return (JSON.parse(text) as { data: { id: string } }).data.id;
  }

  /** Portions of a batch are worked out with the next commands. */
  #settle(): void {
    for (let i = 0; i < 3; i++) this.#estate.server.engine.apply({ kind: CommandKind.tick });
  }
}
