/** Hands mails to a server. The one file that knows the mail library, loaded only where it is used. */
import { createTransport } from 'nodemailer';
import type { SmtpConfig } from './mail-config.ts';
import type { MailTransport } from './mailer.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

/** A transport to the configured server. */
export function smtpTransport(config: SmtpConfig): MailTransport {
  const { host, port, tlsFirst, plain, login, from } = config;
  const transport = createTransport({
    host,
    port,
    secure: tlsFirst,
    requireTLS: !plain,
    ignoreTLS: plain && !tlsFirst,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Nothing in a mail is read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, recipient, subject, text }) {
      await transport.sendMail({
        from: { name: 'Halcyon', address: from },
        to: { name: '', address: recipient },
        envelope: { from, to: [recipient] },
        // The same at each try: a reader's program shows a mail that came twice once.
        messageId: `<${id}@${from.split('@')[1] ?? ''}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject,
        text,
      });
    },
    close: () => transport.close(),
  };
}
