/** The outbox as the command line reads it. */
import { mailText } from '@halcyon/gateway';
import { MAILS_LISTED_MAX } from '@halcyon/records';
import type { OperationArgs } from './operation-args.ts';
import type { PeopleContext } from './people.ts';

/** In place of what only the owner of the mailbox may know. */
const HIDDEN = '(hidden: --links shows it)';

/**
 * `mail list [--email E] [--links]`: the newest mails that were not handed to a server, newest first. A link
 * sets a password or confirms an address, so its token is shown only when asked for.
 */
export async function listMails(
  { records }: Pick<PeopleContext, 'records'>,
  args: OperationArgs,
): Promise<unknown> {
  const { email, links } = args;
  const recipient = typeof email === 'string' ? email : undefined;
  const mails = await records.identity.listMails({ limit: MAILS_LISTED_MAX, recipient });
  return mails.map((mail) => {
    const { recipient: to, createdAt, tries, fault } = mail;
    const { subject, text } = mailText(
      links === true ? mail : { ...mail, link: opaque(mail.link) },
    );
    return { to, subject, text, createdAt, tries, fault };
  });
}

/** A link without its token, which is behind its mark. */
function opaque(link: string): string {
  const [page = '', token] = link.split('#', 2);
  return token === undefined ? page : `${page}#${HIDDEN}`;
}
