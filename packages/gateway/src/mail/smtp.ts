/** Hands mails to a server. The one file that knows the mail library, loaded only where it is used. */
import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../config/mail-config.ts';
import type { MailTransport } from './mailer.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 20_000;

/** What OpenSSL says of a certificate that no trusted authority vouches for. */
const UNKNOWN_AUTHORITY = /self-signed certificate|issuer certificate|verify the first certificate/;
/** What it says of a server that answers in plain text. */
const NO_TLS = /wrong version number|packet length too long/;

/** Of what a setting can mend, the setting is told. */
function nameSetting(error: unknown): never {
  if (!(error instanceof Error)) throw error;
  const { message } = error;
  if (NO_TLS.test(message)) {
    const why = 'the server does not begin with TLS on this port';
    throw new Error(`${why}: smtp:// in HALCYON_SMTP_URL is for STARTTLS`, { cause: error });
  }
  if (!UNKNOWN_AUTHORITY.test(message)) throw error;
  // Behind it Node names a flag of its own.
  const [fault = ''] = message.split(';', 1);
  throw new Error(`${fault}: HALCYON_SMTP_CA names the authorities to trust`, { cause: error });
}

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
      const sent = transport.sendMail({
        from: { name: 'Halcyon', address: from },
        to: { name: '', address: recipient },
        envelope: { from, to: [recipient] },
        // The same at each try: a reader's program shows a mail that came twice once.
        messageId: `<${id}@${from.split('@')[1] ?? ''}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject,
        text,
      });
      await sent.catch(nameSetting);
    },
    close: () => transport.close(),
  };
}
