/** Settings of the mail server. */
import { type Env, fail, isLoopbackHost, text } from '../config-values.ts';

/** What the variables mean, for the settings table of the documentation. */
export const MAIL_SETTINGS: Readonly<Record<string, string>> = {
  HALCYON_SMTP_URL: 'smtps:// or smtp://user:password@host:port; default: mails stay in the outbox',
  HALCYON_MAIL_FROM: 'address that mails come from; together with HALCYON_SMTP_URL',
};

/** A server that takes mails. */
export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte; else from STARTTLS on, which a server elsewhere must offer. */
  readonly tlsFirst: boolean;
  /** Whether the connection may stay unencrypted. */
  readonly plain: boolean;
  /** null = the server asks for none. */
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly from: string;
}

const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** The mail server; null = there is none. @throws ConfigError naming the variable at fault */
export function smtpOf(env: Env): SmtpConfig | null {
  const given = text(env, 'HALCYON_SMTP_URL');
  const from = text(env, 'HALCYON_MAIL_FROM');
  if (given === null) {
    if (from !== null)
      fail('HALCYON_MAIL_FROM', from, 'nothing, while HALCYON_SMTP_URL is not set');
    return null;
  }
  if (from === null || !/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(from)) {
    fail('HALCYON_MAIL_FROM', from ?? '', 'an address such as mail@example.com');
  }
  const url = URL.canParse(given) ? new URL(given) : null;
  const usual = PORTS[url?.protocol ?? ''];
  if (url === null || usual === undefined || url.hostname === '' || url.pathname.length > 1) {
    // The value may hold a password: the message shows the scheme only.
    const shown = `${given.split(':', 1)[0] ?? ''}:…`;
    fail('HALCYON_SMTP_URL', shown, 'smtps://user:password@host:port or smtp://…');
  }
  const { protocol, port, username, password } = url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: port === '' ? usual : Number(port),
    tlsFirst: protocol === 'smtps:',
    plain: isLoopbackHost(host),
    login:
      username === ''
        ? null
        : { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    from,
  };
}
