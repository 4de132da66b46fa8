/**
 * The scheduler of fee levels. After each UTC day it works out the levels of all owners from what
 * they traded in 30 days and what they have, and journals those that changed in batches; a start in
 * between goes on behind the last batch, and days without the exchange are made up for by the last of
 * them. What was given for a time is ended at its minute, and paper users pay as their owners do.
 */
import { setImmediate } from 'node:timers/promises';
import {
  CommandKind,
  type CommandPort,
  claimOf,
  feeTierOf,
  LEVEL_RECEIPT_MAX,
  type LevelChange,
  levelOf,
  levelSums,
  type UserId,
} from '@halcyon/domain';
import { receiptOf, tradesOf } from '@halcyon/gateway';
import type { HistoryApi } from '@halcyon/records';
import type { Views } from '@halcyon/views';

const DAY_MS = 86_400_000;
/** Between two looks at whether there is something to do, ms. */
const LOOK_MS = 5_000;
/** Owners that the records are asked about at once. */
const OWNERS_AT_ONCE = 50;
/** After so many that were worked out everything else has its turn: orders wait for no more of them. */
const OWNERS_A_TURN = 8;
/** Changes in a command, far fewer than it may have: the engine carries out nothing beside it. */
const CHANGES_AT_ONCE = 16;
/** Characters of receipts in a command: what it has beside them fits in the rest of it. */
const RECEIPTS_MAX = LEVEL_RECEIPT_MAX;

/** What the scheduler works with. */
export interface FeeLevelSchedulerParts {
  readonly engine: Pick<CommandPort, 'submit' | 'seq'>;
  readonly views: Views;
  readonly history: Pick<HistoryApi, 'volumes'>;
  /** Resolves when the records contain a sequence. */
  readonly recorded: (seq: number) => Promise<void>;
  /** null = there is none. */
  readonly paper: PaperLevels | null;
  readonly onProblem: (message: string) => void;
  readonly now?: () => number;
}

/** What of the paper venue follows the live one. */
export interface PaperLevels {
  readonly views: Pick<Views, 'feeTier'>;
  submit: CommandPort['submit'];
  /** Users with their owners; none while it is closed. */
  owned(): Iterable<readonly [owner: number, user: UserId]>;
}

/** See the head of the file. */
export class FeeLevelScheduler {
  readonly #parts: FeeLevelSchedulerParts;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | null = null;
  #stopped = false;
  #trouble = '';

  constructor(parts: FeeLevelSchedulerParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  start(): void {
    void this.look();
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
  }

  /** Resolves when nothing of it is under way; a day that it was at is gone on with by the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#working;
  }

  /** Does what is due; one look at a time. */
  look(): Promise<void> {
    this.#working ??= this.#work()
      .then(
        () => {
          this.#trouble = '';
        },
        (error: unknown) => {
          const message = `fee levels: ${error instanceof Error ? error.message : String(error)}`;
          if (this.#trouble !== message && !this.#stopped) this.#parts.onProblem(message);
          this.#trouble = message;
        },
      )
      .finally(() => {
        this.#working = null;
      });
    return this.#working;
  }

  async #work(): Promise<void> {
    await this.#endGrants();
    const { day, done } = this.#parts.views.standings.day;
    const last = Math.floor(this.#now() / DAY_MS) - 1;
    if (day < last || !done) await this.#workOut(Math.max(day, last));
    await this.#notifyPaper();
  }

  async #endGrants(): Promise<void> {
    const { engine, views } = this.#parts;
    for (const [user, { id }] of views.standings.over(this.#now())) {
      const by = { actor: 'time', reason: 'its time is over' };
      const { code } = await engine.submit({
        ...{ kind: CommandKind.grantFees, user, grant: null, ends: id, ...by },
      });
      if (code !== 0) throw new Error(`the end of grant ${id} was refused with code ${code}`);
    }
  }

  /** The levels of a day, from the first owner that has none of it. */
  async #workOut(day: number): Promise<void> {
    const { engine, views, recorded } = this.#parts;
    await recorded(engine.seq);
    const { standings } = views;
    let from = standings.day.day === day ? standings.day.upTo + 1 : 0;
    let changes: LevelChange[] = [];
    while (!this.#stopped) {
      const owners = views.owners(from, OWNERS_AT_ONCE);
      const last = owners.at(-1);
      if (last === undefined) break;
      for (const change of await this.#changesOf(owners, day)) {
        if (isFull(changes, change)) {
          await this.#journal(day, changes, false);
          changes = [];
        }
        changes.push(change);
      }
      from = last + 1;
    }
    if (!this.#stopped) await this.#journal(day, changes, true);
  }

  async #changesOf(owners: readonly UserId[], day: number): Promise<LevelChange[]> {
    const { views, history } = this.#parts;
    const follows = owners.filter((user) => this.#followsLevels(user));
    const trades = await tradesOf(views, history, follows, day);
    const changes: LevelChange[] = [];
    for (const [nth, user] of follows.entries()) {
      if (nth % OWNERS_A_TURN === 0) await setImmediate();
      const receipt = receiptOf(views, user, day, trades.get(user) ?? []);
      const { level } = levelSums(receipt);
      if (level === views.standings.of(user).earned) continue;
      changes.push({ user, level, receipt: JSON.stringify(receipt) });
    }
    return changes;
  }

  /** Whose tier an operator had set before there were levels keeps it until it is released. */
  #followsLevels(user: UserId): boolean {
    const { views } = this.#parts;
    return views.feeTier(user) === feeTierOf(views.fees, claimOf(views.standings.of(user)));
  }

  async #journal(day: number, users: LevelChange[], done: boolean): Promise<void> {
    const { engine, views } = this.#parts;
    const { day: noted } = views.standings;
    const before = noted.day === day ? noted.upTo : 0;
    const upTo = users.at(-1)?.user ?? before;
    const { code } = await engine.submit({
      ...{ kind: CommandKind.levelUsers, day, upTo, done, users },
    });
    if (code !== 0) throw new Error(`levels of day ${day} were refused with code ${code}`);
  }

  async #notifyPaper(): Promise<void> {
    const { paper, views } = this.#parts;
    for (const [owner, user] of paper?.owned() ?? []) {
      const tier = views.feeTier(owner);
      if (!views.hasUser(owner) || paper!.views.feeTier(user) === tier) continue;
      const by = { actor: 'live', reason: 'the level of its owner' };
      const { code } = await paper!.submit({ kind: CommandKind.setFeeTier, user, tier, ...by });
      if (code !== 0) throw new Error(`tier ${levelOf(tier)} on paper was refused: code ${code}`);
    }
  }
}

function isFull(changes: readonly LevelChange[], next: LevelChange): boolean {
  const length = changes.reduce((sum, { receipt }) => sum + receipt.length, next.receipt.length);
  return changes.length === CHANGES_AT_ONCE || (changes.length > 0 && length > RECEIPTS_MAX);
}
