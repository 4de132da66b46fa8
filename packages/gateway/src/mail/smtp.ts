/** Hands mails to a server. The one file that knows the mail library, loaded only where it is used. */
import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../config/mail-config.ts';
import type { MailTransport } from './mailer.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

/** A transport to the configured server. */
export function smtpTransport(config: SmtpConfig): MailTransport {
  const { host, port, tlsFirst, plain, login, from, authorities } = config;
  const transport = createTransport({
    host,
    port,
    secure: tlsFirst,
    requireTLS: !plain,
    // On this machine a certificate that nobody vouches for is still better than none.
    opportunisticTLS: plain,
    tls: {
      ...(authorities === null ? {} : { ca: authorities }),
      rejectUnauthorized: tlsFirst || !plain,
    },
    // A server that does not offer a log-in is an error, not a reason to send without one.
    ...(login === null
      ? {}
      : { auth: { user: login.user, pass: login.password }, forceAuth: true }),
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
