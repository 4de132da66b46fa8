/** The paper venue as requests meet it: closed until it has opened, and with money for whoever comes. */
import { CommandKind, type CommandPort, type UserId } from '@halcyon/domain';
import { isFollowed, type PaperFollowed } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { Revocation } from '../auth/revocations.ts';
import { LatestMap } from '../base/latest-map.ts';
import type { RestContext, VenuePeople } from '../http/context.ts';
import type { FaultListener } from '../http/faults.ts';
import type { PaperCondition, PaperVenuePort } from '../http/paper-venue-port.ts';
import { ConvertQuotes } from '../quotes/quotes.ts';
import { rejectError } from '../refusals/rejects.ts';
import type { PaperAccess as Door } from '../rest/rest.ts';
import { makeOrderEntry } from '../ws/order-entry.ts';
import type { PaperSide } from '../ws/ws-gateway.ts';
import { namedInstrument } from './fidelity.ts';
import { PaperBudget, withinBudget } from './paper-budget.ts';
import { giveStartingFunds } from './paper-funds.ts';

function starting(): WireError {
  return new WireError('engineUnavailable', { detail: 'paper trading is starting' });
}

/** People who are known to have come; the one that came first is forgotten first. */
export const FUNDED_MAX = 100_000;

/** See the head of the file. */
export class PaperVenueAccess implements Door {
  readonly #paperVenue: PaperVenuePort;
  readonly #context: RestContext;
  readonly #live: RestContext;
  readonly #budget: PaperBudget;
  /** People who have been let in, so that nobody is funded twice at once. */
  readonly #opening = new Map<UserId, Promise<UserId>>();
  /** … and have what everybody starts with. Who is no longer here is let in again, which changes nothing. */
  readonly #funded = new LatestMap<UserId, true>(FUNDED_MAX);

  /** Stops looking after the thread that it shares with live. */
  readonly close: () => void;

  /** @param live what the two venues have in common */
  constructor(paperVenue: PaperVenuePort, live: RestContext) {
    this.#paperVenue = paperVenue;
    this.#live = live;
    const { views, history, people } = paperVenue;
    views.follows = (instrument) => {
      const { progress } = this.#paperVenue;
      if (progress === null) return true;
      return isFollowed(progress.followed, namedInstrument(instrument));
    };
    const venue: VenuePeople = {
      userOf: (person) => people.userOf(person),
      open: (person) => this.open(person),
    };
    const budget = new PaperBudget(live.clock);
    this.#budget = budget;
    this.close = budget.watch();
    const commands = withinBudget(paperVenue, budget);
    const overload = () => budget.overload;
    this.#context = {
      ...live,
      venue: 'paper',
      views,
      history,
      people: venue,
      commands,
      quotes: new ConvertQuotes(live.clock),
      chain: null,
      seals: paperVenue.seals ?? null,
      overload,
    };
  }

  /** Ends the quotes of what stopped being valid. */
  forget(revocation: Revocation): void {
    this.#context.quotes.forget(revocation);
  }

  get condition(): PaperCondition {
    return this.#paperVenue.condition;
  }

  /** What it follows. @throws WireError while it is closed */
  get followed(): PaperFollowed {
    this.mustBeOpen();
    const { progress } = this.#paperVenue;
    if (progress !== null) return progress.followed;
    throw starting();
  }

  mustBeOpen(): void {
    const { condition } = this.#paperVenue;
    if (condition === 'open') return;
    throw condition === 'fault' ? new WireError('paperFault') : starting();
  }

  context(): RestContext {
    this.mustBeOpen();
    return this.#context;
  }

  /**
   * The way in for work of several steps that must not be refused between two of them.
   * @param count commands of all steps @throws WireError rateLimit when that many are not to be had now
   */
  paid(count: number): CommandPort {
    this.#budget.take(count);
    return this.#paperVenue;
  }

  userOf(person: UserId): UserId | null {
    if (!this.#funded.has(person)) return null;
    return this.#paperVenue.people.userOf(person) ?? null;
  }

  open(person: UserId): Promise<UserId> {
    const running = this.#opening.get(person);
    if (running !== undefined) return running;
    const opening = this.#open(person).finally(() => this.#opening.delete(person));
    this.#opening.set(person, opening);
    return opening;
  }

  /** The same for sockets. */
  onSockets(onFault: FaultListener): PaperSide {
    return {
      condition: () => this.#paperVenue.condition,
      views: this.#paperVenue.views,
      orderEntry: makeOrderEntry({ context: this.#context, onFault }),
      records: this.#context.history,
      userOf: (person) => this.#paperVenue.people.userOf(person) ?? null,
    };
  }

  async #open(person: UserId): Promise<UserId> {
    const { views } = this.context();
    const commands = this.#paperVenue;
    let user = this.#paperVenue.people.userOf(person);
    const owner = this.#live.views.rootOf(person);
    const parent = owner === person ? {} : { root: await this.open(owner) };
    if (user === undefined) {
      const open = { kind: CommandKind.openUser, simulated: false, owner: person } as const;
      const outcome = await commands.submit({ ...open, ...parent });
      if (outcome.code !== 0) throw rejectError(outcome, {});
      user = outcome.id;
    }
    // A crash may have come between opening and funding; the same funds are never given twice. What a
    // sub-account has comes from its root.
    if (owner === person) await giveStartingFunds({ commands, views }, user);
    this.#funded.set(person, true);
    return user;
  }
}
