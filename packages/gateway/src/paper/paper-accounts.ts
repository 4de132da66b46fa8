/** What a paper account can have done beside trading: its funds, how true its fills were, guests. */
import {
  type AccountId,
  AccountKind,
  accountOf,
  CommandKind,
  InstrumentState,
  ownerOf,
  type UserId,
} from '@halcyon/domain';
import type {
  PaperFidelity,
  PaperFlow,
  PaperFundsChange,
  PaperFundsRow,
  PaperOffer,
  PaperPauseRow,
} from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { IdentityApi } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { KeyedMutex } from '../base/keyed-mutex.ts';
import type { RestContext } from '../http/context.ts';
import { rejectError } from '../refusals/rejects.ts';
import { type Average, fidelityOf, namedInstrument } from './fidelity.ts';
import type { PaperVenueAccess } from './paper-access.ts';
import {
  changeFunds,
  emptyAccount,
  fundsRows,
  giveBack,
  resetCost,
  resetFunds,
} from './paper-funds.ts';

/** Ended orders and fills that the fidelity figures are made of: the latest. */
const FIDELITY_ROWS = 500;
const MINUTE_MS = 60_000;

/** What the service works with. */
export interface PaperAccountParts {
  readonly access: PaperVenueAccess;
  readonly identity: Pick<IdentityApi, 'idleGuests' | 'dropGuest'>;
  /** The live venue's views. */
  readonly live: Views;
}

/** See the head of the file. */
export class PaperAccounts {
  readonly #parts: PaperAccountParts;
  /** What one account asks about its funds, by account. */
  readonly #turns = new KeyedMutex<AccountId>();

  constructor(parts: PaperAccountParts) {
    this.#parts = parts;
  }

  /** What the page is told of paper trading. */
  get offer(): PaperOffer {
    const { condition } = this.#parts.access;
    const open = condition === 'open';
    return { open, guests: open, fault: condition === 'fault' };
  }

  /** @throws WireError while paper trading is closed */
  mustBeOpen(): void {
    this.#parts.access.mustBeOpen();
  }

  /** The funds of a person; of nobody, those that everybody starts with. */
  async funds(person: UserId | null): Promise<PaperFundsRow[]> {
    const context = this.#context();
    return fundsRows(context, person === null ? null : await this.#account(person));
  }

  /** @throws WireError for an amount outside its limits */
  async change(person: UserId, change: PaperFundsChange): Promise<PaperFundsRow[]> {
    this.#checkFunded(person);
    const context = this.#context();
    const account = await this.#account(person);
    return this.#turns.take(account, async () => {
      await changeFunds(context, account, change);
      return fundsRows(context, account);
    });
  }

  /**
   * Ends all orders, closes positions and sets every balance to its start; recorded like any movement
   * of money. @throws WireError where a position cannot be closed
   */
  async reset(person: UserId): Promise<PaperFundsRow[]> {
    this.#checkFunded(person);
    const { views } = this.#context();
    const account = await this.#account(person);
    return this.#turns.take(account, async () => {
      const commands = this.#parts.access.paid(resetCost(views, account));
      await resetFunds({ commands, views }, account);
      return fundsRows({ views }, account);
    });
  }

  /** Instruments that take no orders by themselves at present. */
  pauses(): PaperPauseRow[] {
    const { views } = this.#context();
    return views.allInstruments().flatMap((instrument): PaperPauseRow[] => {
      const { state } = instrument;
      const named = namedInstrument(instrument);
      if (state === InstrumentState.paused) return [{ ...named, reason: 'apart' }];
      if (state !== InstrumentState.feedStale) return [];
      return [{ ...named, reason: views.follows(instrument) ? 'stale' : 'unfollowed' }];
    });
  }

  /** What the venue follows, and whether it hears of it. */
  flow(): PaperFlow {
    const { followed } = this.#parts.access;
    const { source } = followed;
    const { views } = this.#context();
    const heard = views.instruments().filter((one) => views.follows(one));
    const silent = heard.every(({ state }) => state === InstrumentState.feedStale);
    return { ...followed, stale: source !== 'live' && silent };
  }

  /** How true the latest fills of a person were. */
  async fidelity(person: UserId): Promise<PaperFidelity> {
    const { views, history } = this.#context();
    const followsLive = this.#parts.access.followed.source === 'live';
    const account = await this.#account(person);
    const accounts = [account, accountOf(ownerOf(account), AccountKind.usdtFutures)];
    const pages = await Promise.all(
      accounts.map(async (one) => {
        const wait = { minSeq: views.lastAckSeq(one) };
        const page = { account: one, limit: FIDELITY_ROWS };
        const [orders, fills] = await Promise.all([
          history.orderHistory(page, wait),
          history.fills(page, wait),
        ]);
        return { orders, fills };
      }),
    );
    const orders = pages.flatMap((page) => page.orders).sort((a, b) => b.id - a.id);
    return fidelityOf({
      orders: orders.slice(0, FIDELITY_ROWS),
      fills: pages.flatMap((page) => page.fills),
      instrument: (id) => {
        const found = views.instrument(id);
        if (found === undefined) throw new Error(`instrument ${id} is unknown to the views`);
        return found;
      },
      // What live traded at says nothing of fills in another market.
      live: (instrument, time) =>
        followsLive
          ? averageAt(this.#parts.live, instrument.id, instrument.quoteFactor, time)
          : null,
    });
  }

  /** Where somebody who came before trades on paper; null for others, and while it is closed. */
  tradingOf(person: UserId): { readonly venueContext: RestContext; readonly user: UserId } | null {
    if (this.#parts.access.condition !== 'open') return null;
    const venueContext = this.#context();
    const user = venueContext.people.userOf(person);
    return user === undefined ? null : { venueContext, user };
  }

  /** What a guest has becomes a person's who never came before; false: the person had come. */
  async inherit(person: UserId, guest: UserId): Promise<boolean> {
    const { commands, people } = this.#context();
    const user = people.userOf(guest);
    if (people.userOf(person) !== undefined || user === undefined) return false;
    const open = { kind: CommandKind.openUser, simulated: false } as const;
    const outcome = await commands.submit({ ...open, owner: person, inherits: guest });
    if (outcome.code !== 0) throw rejectError(outcome, {});
    // The person may have come, and another may have had what the guest had, in the meantime.
    return outcome.id === user;
  }

  /** Takes back what guests had who have not been seen for a month; how many there were. */
  async dropIdleGuests(onFault: (fault: unknown, guest: UserId) => void): Promise<number> {
    const { identity, access } = this.#parts;
    if (access.condition !== 'open') return 0;
    let dropped = 0;
    for (const guest of await identity.idleGuests(undefined)) {
      try {
        await this.#drop(guest);
        dropped += 1;
      } catch (fault) {
        onFault(fault, guest);
      }
    }
    return dropped;
  }

  async #drop(guest: UserId): Promise<void> {
    const context = this.#context();
    const user = context.people.userOf(guest);
    if (user !== undefined) {
      const account = accountOf(user, AccountKind.spot);
      await this.#turns.take(account, async () => {
        await emptyAccount(context, account);
        await giveBack(context, account, 'guest forgotten');
      });
    }
    await this.#parts.identity.dropGuest({ uid: guest });
  }

  /** Nobody gets more funds by having more accounts. */
  #checkFunded(person: UserId): void {
    if (this.#parts.live.rootOf(person) !== person) throw new WireError('subAccountCannot');
  }

  #context(): RestContext {
    return this.#parts.access.context();
  }

  async #account(person: UserId): Promise<number> {
    return accountOf(await this.#parts.access.open(person), AccountKind.spot);
  }
}

/** What live traded at in the minute of `time`, or stood at when nothing traded. */
function averageAt(views: Views, instrument: number, factor: number, time: number): Average | null {
  const startTime = Math.floor(time / MINUTE_MS) * MINUTE_MS;
  const [candle] = views.candles(instrument, '1m', { startTime, endTime: startTime, limit: 1 });
  if (candle === undefined || candle.openTime !== startTime) return null;
  const { baseVolume, quoteVolume, close } = candle;
  if (baseVolume > 0n) return { quote: quoteVolume, lots: baseVolume };
  return close === 0 ? null : { quote: BigInt(close) * BigInt(factor), lots: 1n };
}
