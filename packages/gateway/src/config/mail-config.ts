/** Settings of the mail server. */

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Env, fail, isLoopbackHost, text } from './config-values.ts';

/** What the variables mean, for the settings table of the documentation. */
export const MAIL_SETTINGS: Readonly<Record<string, string>> = {
  HALCYON_SMTP_URL: 'smtps:// or smtp://user:password@host:port; default: mails stay in the outbox',
  HALCYON_SMTP_CA:
    'PEM file of the authorities that the mail server may be certified by; default: the usual ones',
  HALCYON_MAIL_FROM: 'address that mails come from; together with HALCYON_SMTP_URL',
};

/** A server that takes mails. */
export interface SmtpConfig {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte; else from STARTTLS on, which a server elsewhere must offer. */
  readonly tlsFirst: boolean;
  /** Whether the connection may stay unencrypted where the server does not offer STARTTLS. */
  readonly plain: boolean;
  /** Certificates of the authorities to trust, PEM; null = the usual ones. */
  readonly authorities: string | null;
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
    const file = text(env, 'HALCYON_SMTP_CA');
    if (file !== null) fail('HALCYON_SMTP_CA', file, 'nothing, while HALCYON_SMTP_URL is not set');
    if (from !== null)
      fail('HALCYON_MAIL_FROM', from, 'nothing, while HALCYON_SMTP_URL is not set');
    return null;
  }
  if (from === null || !/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(from)) {
    fail(
      'HALCYON_MAIL_FROM',
      from ?? '',
      'an address such as mail@example.com, while HALCYON_SMTP_URL is set',
    );
  }
  const url = URL.canParse(given) ? new URL(given) : null;
  const usual = PORTS[url?.protocol ?? ''];
  const login = url === null ? undefined : loginOf(url);
  if (url === null || usual === undefined || login === undefined || !isServerAlone(url)) {
    // The value may hold a password: the message shows the scheme only.
    const shown = `${given.split(':', 1)[0] ?? ''}:…`;
    fail('HALCYON_SMTP_URL', shown, 'smtps://user:password@host:port or smtp://…');
  }
  const { protocol, port } = url;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const authorities = authoritiesOf(env);
  return {
    host,
    port: port === '' ? usual : Number(port),
    tlsFirst: protocol === 'smtps:',
    // Who names authorities expects encryption here too.
    plain: isLoopbackHost(host) && authorities === null,
    authorities,
    login,
    from,
  };
}

/** Whether nothing stands behind host and port, which would be left out unnoticed. */
function isServerAlone({ hostname, pathname, search, hash }: URL): boolean {
  return hostname !== '' && pathname.length <= 1 && search === '' && hash === '';
}

/** null = there is none; undefined = it has no user, or is not written as an address has it. */
function loginOf({ username, password }: URL): SmtpConfig['login'] | undefined {
  if (username === '') return password === '' ? null : undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

function authoritiesOf(env: Env): string | null {
  const name = 'HALCYON_SMTP_CA';
  const file = text(env, name);
  if (file === null) return null;
  try {
    const pem = readFileSync(file, 'utf8');
    new X509Certificate(pem);
    return pem;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return fail(name, file, `a PEM file of certificates (${why})`);
  }
}
