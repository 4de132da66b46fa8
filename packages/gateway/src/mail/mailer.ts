/**
 * Brings mails from their table to a server, one after another, behind everybody's back: requests only
 * write them. What a server does not take is tried again, later each time.
 */
import { hiddenCharacter, PART_OK, type PartReport } from '@halcyon/domain';
import type { IdentityApi, MailRecord } from '@halcyon/records';
import { type MailText, mailText } from './mail-text.ts';

/** Hands over one mail. */
export interface MailTransport {
  /** @throws when the server did not take it */
  send(mail: MailText & { readonly id: string; readonly recipient: string }): Promise<void>;
  close(): void;
}

type MailTable = Pick<IdentityApi, 'dueMails' | 'mailTaken' | 'mailRefused'>;

/** The table is looked at this often, ms. */
const LOOK_MS = 2_000;
const MAILS_TOGETHER = 20;
/** What the library calls an answer about this mail alone: the server itself is well. */
const ABOUT_THE_MAIL: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

/** See the head of the file. */
export class Mailer {
  readonly #table: MailTable;
  readonly #transport: MailTransport;
  readonly #onProblem: (message: string) => void;
  readonly #timer: NodeJS.Timeout;
  #fault = '';
  #round: Promise<void> | null = null;
  #closing = false;

  /** @param onProblem one sentence for the log */
  constructor(
    table: MailTable,
    transport: MailTransport,
    onProblem: (message: string) => void,
    lookMs: number = LOOK_MS,
  ) {
    this.#table = table;
    this.#transport = transport;
    this.#onProblem = onProblem;
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  /** How it goes. */
  health(): PartReport {
    if (this.#fault === '') return PART_OK;
    return { state: 'degraded', detail: 'the mail server does not take mails: they wait' };
  }

  /** Begins no more mails; the one under way ends or is cut off. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#timer);
    this.#transport.close();
    await this.#round;
  }

  #look(): void {
    this.#round ??= this.#sendDue()
      // A database that does not answer is told of elsewhere; the next look may find it well.
      .catch(() => {})
      .finally(() => {
        this.#round = null;
      });
  }

  async #sendDue(): Promise<void> {
    for (const mail of await this.#table.dueMails({ limit: MAILS_TOGETHER })) {
      if (this.#closing) return;
      await this.#sendOne(mail);
    }
  }

  async #sendOne(mail: MailRecord): Promise<void> {
    const { id, recipient, tries } = mail;
    try {
      await this.#transport.send({ id, recipient, ...mailText(mail) });
    } catch (error) {
      const fault = sentenceOf(error);
      const { code } = error as { readonly code?: unknown };
      if (!ABOUT_THE_MAIL.includes(code)) this.#fault = fault;
      this.#onProblem(`a mail was not taken and waits: ${fault}`);
      await this.#table.mailRefused({ id, tries, fault });
      return;
    }
    this.#fault = '';
    await this.#table.mailTaken({ id });
  }
}

/** What was thrown, fit for a log and a table. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.replaceAll(/\s+/g, ' ').slice(0, 200);
  return hiddenCharacter(line) === null ? line : 'its answer cannot be shown';
}
