/** The outbox as the command line reads it. */
import { mailText } from '@halcyon/gateway';
import { MAILS_LISTED_MAX } from '@halcyon/records';
import type { OperationArgs } from './operation-args.ts';
import type { PeopleContext } from './people.ts';

/** `mail list [--email E]`: the newest mails that were not handed to a server, newest first. */
export async function listMails(
  { records }: Pick<PeopleContext, 'records'>,
  args: OperationArgs,
): Promise<unknown> {
  const { email } = args;
  const recipient = typeof email === 'string' ? email : undefined;
  const mails = await records.identity.listMails({ limit: MAILS_LISTED_MAX, recipient });
  return mails.map((mail) => {
    const { recipient: to, createdAt, tries, fault } = mail;
    const { subject, text } = mailText(mail);
    return { to, subject, text, createdAt, tries, fault };
  });
}
