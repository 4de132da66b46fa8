/**
 * Writes mails about margin calls, liquidations, deleveraging and copying, from the records: one for each person
 * and kind that a command concerns, a sub-account's to its root. How far it is stands beside the mails,
 * so that neither a restart nor rows that are made anew send one twice.
 */
import {
  accountWord,
  assert,
  type Instrument,
  isOfCopying,
  mailOfNotice,
  NO_PAIR,
  NoticeKind,
  type UserId,
  wireUserId,
} from '@halcyon/domain';
import {
  type HistoryApi,
  type IdentityApi,
  type MailLine,
  type MailPart,
  type NoticeRecord,
  RecordsError,
  type RiskMail,
} from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { marginRatioText, portfolioOf } from '../translate/notice-rows.ts';
import { amountText, priceText, sizeText } from '../translate/text.ts';

/** What it works with. */
export interface RiskMailParts {
  readonly history: Pick<HistoryApi, 'mailedNotices'>;
  readonly identity: Pick<IdentityApi, 'riskMailed' | 'mailRisks' | 'ownSubAccount'>;
  readonly views: Views;
  /** One sentence for the log. */
  readonly onProblem: (message: string) => void;
}

/** The records are looked at this often, ms. */
const LOOK_MS = 1_000;
/** Lines of one mail. */
const LINES_MAX = 20;

/** See the head of the file. */
export class RiskMails {
  readonly #parts: RiskMailParts;
  readonly #timer: NodeJS.Timeout;
  /** Command up to which mails were written; null = not known. */
  #mailed: number | null = null;
  #round: Promise<void> | null = null;
  /** Why the last look failed; '' = it did not. */
  #fault = '';
  #closing = false;

  constructor(parts: RiskMailParts, lookMs: number = LOOK_MS) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  /** Begins no more; what is under way ends. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    await this.#round;
  }

  #look(): void {
    this.#round ??= this.#writeAll()
      .then(() => {
        this.#fault = '';
      })
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#round = null;
      });
  }

  /** The next look tries again; why it must is told once, not at each of them. */
  #failed(error: unknown): void {
    this.#mailed = null;
    const fault = error instanceof Error ? error.message : String(error);
    if (fault !== this.#fault) {
      this.#parts.onProblem(`mails about margin calls and liquidations wait: ${fault}`);
    }
    this.#fault = fault;
  }

  async #writeAll(): Promise<void> {
    const { history, identity } = this.#parts;
    while (!this.#closing) {
      this.#mailed ??= await identity.riskMailed(undefined);
      const after = this.#mailed;
      const rows = await history.mailedNotices({ seq: after });
      const [first] = rows;
      if (first === undefined) return;
      const { seq, time: at } = first;
      const done = await identity.mailRisks({ after, seq, at, mails: await this.#mailsOf(rows) });
      this.#mailed = done ? seq : null;
    }
  }

  async #mailsOf(rows: readonly NoticeRecord[]): Promise<RiskMail[]> {
    const lines = new Map<string, { uid: UserId; kind: RiskMail['kind']; detail: MailLine[] }>();
    for (const row of rows) {
      const uid = this.#parts.views.rootOf(row.user);
      const kind = mailOfNotice(row.kind);
      assert(kind !== undefined, 'a notice is mailed that has no mail');
      const key = `${uid} ${kind}`;
      const known = lines.get(key) ?? { uid, kind, detail: [] };
      lines.set(key, known);
      if (known.detail.length < LINES_MAX) known.detail.push(await this.#lineOf(row, uid));
    }
    return [...lines.values()];
  }

  async #lineOf(row: NoticeRecord, root: UserId): Promise<MailLine> {
    const { views } = this.#parts;
    if (isOfCopying(row.kind)) return copyLine(views, row);
    const line = riskLine(views, row);
    return row.user === root ? line : [`${await this.#nameOf(root, row.user)}: `, ...line];
  }

  /** One that has no name is called by its number: the mails go on. */
  async #nameOf(root: UserId, uid: UserId): Promise<string> {
    try {
      return (await this.#parts.identity.ownSubAccount({ root, uid })).name;
    } catch (error) {
      if (error instanceof RecordsError && error.code === 'notFound') return wireUserId(uid);
      throw error;
    }
  }
}

/** Of which portfolio, and what of it. */
function copyLine(views: Views, row: NoticeRecord): MailLine {
  const instrument = row.instrument === NO_PAIR ? undefined : views.instrument(row.instrument);
  const asset = row.amount === 0n ? undefined : views.asset(row.asset);
  return joined([
    [wireUserId(row.reference)],
    instrument === undefined ? [] : [instrument.symbol, ...priceOf(instrument, row)],
    asset === undefined ? [] : [{ number: amountText(asset, row.amount) }, ` ${asset.code}`],
  ]);
}

/** What an urgent notice is about: of which account, of which position, and its figures. */
function riskLine(views: Views, row: NoticeRecord): MailLine {
  const instrument = row.instrument === NO_PAIR ? undefined : views.instrument(row.instrument);
  const account = accountWord(row.account);
  return joined([
    [portfolioOf(row)],
    account === '' ? [] : [{ word: `account.${account}` }],
    // Cross margin is called for all positions.
    [instrument?.symbol ?? ''],
    row.kind === NoticeKind.marginCall ? ratioOf(row) : closedOf(views, instrument, row),
  ]);
}

/** Nothing where no equity is left that a ratio could be of. */
function ratioOf(row: NoticeRecord): MailLine {
  const percent = marginRatioText(row);
  return percent === '' ? [] : [{ percent }];
}

function closedOf(views: Views, instrument: Instrument | undefined, row: NoticeRecord): MailLine {
  if (instrument === undefined || row.quantity === 0n) return [];
  const base = views.asset(instrument.base)?.code ?? '';
  const size = { number: sizeText(instrument, row.quantity) };
  return [size, ` ${base}`, ...priceOf(instrument, row)];
}

function priceOf(instrument: Instrument, row: NoticeRecord): MailLine {
  return [' @ ', { number: priceText(instrument, row.price) }];
}

/** The facts that are there, one behind the other. */
function joined(facts: readonly MailLine[]): MailLine {
  const told = facts.filter((fact) => fact.some((part) => part !== ''));
  return told.flatMap((fact, at): MailPart[] => (at === 0 ? [...fact] : [' · ', ...fact]));
}
