/**
 * Every setting of the process, read once from `HALCYON_*` variables. Nothing else looks at the
 * environment. A bad value stops the start with one line that names the variable, the value and what
 * is allowed.
 */
import { isIP } from 'node:net';
import type { FlowChoice } from '@halcyon/domain';
import {
  bareOrigin,
  choice,
  type Env,
  fail,
  integer,
  isLoopbackHost,
  text,
} from './config/config-values.ts';
import { MAIL_SETTINGS, type SmtpConfig, smtpOf } from './config/mail-config.ts';
import { PAPER_SETTINGS, paperOf } from './config/paper-config.ts';

export { ConfigError, isLoopbackAddress, isLoopbackHost } from './config/config-values.ts';

/** How lively the simulated market is; `off` starts no participants. */
export type SimRate = 'default' | 'real' | 'off';

/** Levels of the log, quietest last. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Whose `X-Forwarded-For` is believed: nobody, that many hops, or the listed networks. */
export type TrustProxy = false | number | readonly string[];

/** The settings, checked and with their defaults filled in. */
export interface Config {
  /** TCP port; 0 = any free one. */
  readonly port: number;
  readonly host: string;
  /** Whether `host` is a loopback address: faucet, simulator and address limits depend on it. */
  readonly loopback: boolean;
  /** Data folder as given; the composition root resolves it. */
  readonly dataDir: string;
  /** The public origin, `https://halcyon.example`; null = loopback addresses at the port in use. */
  readonly origin: string | null;
  /** Files of a certificate chain and its key, both PEM. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  readonly trustProxy: TrustProxy;
  /** Origins that serve the images below `/static/img/` as this exchange does. */
  readonly imageHosts: readonly string[];
  /** PostgreSQL address; null = SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** Server that takes mails; null = they stay in the outbox. */
  readonly smtp: SmtpConfig | null;
  readonly simRate: SimRate;
  /** File that names index sources, as given; null = those of the simulator, or none. */
  readonly priceSources: string | null;
  readonly faucet: boolean;
  /** Whether there is a paper venue. */
  readonly paper: boolean;
  /** What it follows; files as given, the composition root resolves them. */
  readonly paperFlow: FlowChoice;
  /** Upper bound of the whole data folder's journal and snapshots, bytes. */
  readonly diskBytesMax: number;
  readonly logLevel: LogLevel;
  /** Longest time between two pushes of `books` to one subscriber, ms. */
  readonly booksIntervalMs: number;
}

/** What a variable means, for the settings table of the documentation. */
export const SETTINGS: Readonly<Record<string, string>> = {
  HALCYON_PORT: 'TCP port, 0 to 65535 (0 = any free one); default 8080',
  HALCYON_HOST: 'address to listen on; default 127.0.0.1; others need TLS',
  HALCYON_DATA: 'data folder; default data in the project root',
  HALCYON_ORIGIN: 'public origin of the web app; default: loopback at the port in use',
  HALCYON_TLS_CERT: 'PEM file of the certificate chain; together with HALCYON_TLS_KEY',
  HALCYON_TLS_KEY: 'PEM file of the private key; together with HALCYON_TLS_CERT',
  HALCYON_TRUST_PROXY: 'off, a number of hops 1 to 10, or addresses/CIDR joined by commas',
  HALCYON_IMAGE_HOSTS: 'up to 10 https origins that serve /static/img/ too, joined by commas',
  HALCYON_DATABASE_URL: 'postgres:// address; default: SQLite in the data folder',
  ...MAIL_SETTINGS,
  HALCYON_SIM_RATE: 'default, real or off; default: default on loopback, else off',
  HALCYON_PRICE_SOURCES: 'JSON file of index sources; with it the simulator is off by default',
  HALCYON_FAUCET:
    'on or off; default: on where only this machine reaches it, without price sources; else off',
  HALCYON_PAPER: 'on or off: paper trading beside live; default on',
  ...PAPER_SETTINGS,
  HALCYON_DISK_GB: 'most the journal and snapshots may use, 1 to 100000; default 10',
  HALCYON_LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent; default info',
  HALCYON_BOOKS_INTERVAL_MS: 'time between two book pushes, 10 to 1000 ms; default 200',
  HALCYON_OPERATOR_SECRET: 'for the command line, not the start: secret of who --operator names',
};

const GIGABYTE = 1_000_000_000;

/**
 * Reads the settings from an environment.
 * @throws ConfigError naming the first variable that cannot be used
 */
export function parseConfig(env: Env): Config {
  const host = hostOf(env);
  const loopback = isLoopbackHost(host);
  const tls = tlsOf(env);
  if (!loopback && tls === null) {
    fail('HALCYON_HOST', host, 'a loopback address, or set HALCYON_TLS_CERT and HALCYON_TLS_KEY');
  }
  const origin = originOf(env, tls !== null);
  const trustProxy = trustProxyOf(env);
  const market = marketOf(env, loopback);
  const gives = isAlone({ loopback, origin, trustProxy }) && market.priceSources === null;
  return {
    port: integer(env, 'HALCYON_PORT', 8080, 0, 65_535),
    host,
    loopback,
    dataDir: text(env, 'HALCYON_DATA') ?? 'data',
    origin,
    tls,
    trustProxy,
    imageHosts: imageHostsOf(env),
    databaseUrl: databaseUrlOf(env),
    smtp: smtpOf(env),
    ...market,
    faucet: choice(env, 'HALCYON_FAUCET', ['on', 'off'], gives ? 'on' : 'off') === 'on',
    ...paperOf(env),
    diskBytesMax: integer(env, 'HALCYON_DISK_GB', 10, 1, 100_000) * GIGABYTE,
    logLevel: choice(env, 'HALCYON_LOG_LEVEL', LOG_LEVELS, 'info'),
    booksIntervalMs: integer(env, 'HALCYON_BOOKS_INTERVAL_MS', 200, 10, 1_000),
  };
}

/** Whether the outbox may be read on a page: no mail leaves, and nobody elsewhere reaches the exchange. */
export function outboxOpen(
  config: Pick<Config, 'loopback' | 'origin' | 'trustProxy' | 'smtp'>,
): boolean {
  return isAlone(config) && config.smtp === null;
}

/** The settings that close the faucet where nobody says that it is open, in words; null = none. */
export function closesFaucet(config: Config): string | null {
  if (config.priceSources !== null) return 'HALCYON_PRICE_SOURCES is set';
  const isBehind = config.loopback && !isAlone(config);
  return isBehind ? 'HALCYON_ORIGIN or HALCYON_TRUST_PROXY is set' : null;
}

/** Whether only this machine reaches the exchange. */
export function isAlone({
  loopback,
  origin,
  trustProxy,
}: Pick<Config, 'loopback' | 'origin' | 'trustProxy'>): boolean {
  // An origin of its own or a trusted proxy tells of a proxy in front, which comes from loopback too.
  return loopback && origin === null && trustProxy === false;
}

/** `HALCYON_*` names in an environment that no setting has: most likely misspelt, worth a warning. */
export function unknownSettings(env: Env): string[] {
  const known = (name: string): boolean => Object.hasOwn(SETTINGS, name);
  return Object.keys(env).filter((name) => name.startsWith('HALCYON_') && !known(name));
}

function hostOf(env: Env): string {
  const value = text(env, 'HALCYON_HOST');
  if (value === null) return '127.0.0.1';
  if (isIP(value) === 0 && !/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value)) {
    fail('HALCYON_HOST', value, 'an IP address or a host name');
  }
  return value;
}

function tlsOf(env: Env): Config['tls'] {
  const certFile = text(env, 'HALCYON_TLS_CERT');
  const keyFile = text(env, 'HALCYON_TLS_KEY');
  if (certFile === null && keyFile === null) return null;
  if (certFile === null) fail('HALCYON_TLS_CERT', '', 'a PEM file, since HALCYON_TLS_KEY is set');
  if (keyFile === null) fail('HALCYON_TLS_KEY', '', 'a PEM file, since HALCYON_TLS_CERT is set');
  return { certFile, keyFile };
}

/** Who makes prices: the simulator, or the sources of a file. */
function marketOf(env: Env, loopback: boolean): Pick<Config, 'simRate' | 'priceSources'> {
  const priceSources = text(env, 'HALCYON_PRICE_SOURCES');
  const usual = loopback && priceSources === null ? 'default' : 'off';
  const simRate = choice(env, 'HALCYON_SIM_RATE', ['default', 'real', 'off'], usual);
  if (priceSources !== null && simRate !== 'off') {
    fail('HALCYON_PRICE_SOURCES', priceSources, `nothing, since HALCYON_SIM_RATE is ${simRate}`);
  }
  return { simRate, priceSources };
}

const IMAGE_HOSTS_MAX = 10;

function imageHostsOf(env: Env): string[] {
  const value = text(env, 'HALCYON_IMAGE_HOSTS');
  if (value === null) return [];
  const hosts = value.split(',').map((entry) => bareOrigin(entry.trim()));
  const allowed = `1 to ${IMAGE_HOSTS_MAX} origins, https or http on loopback, joined by commas`;
  return hosts.length <= IMAGE_HOSTS_MAX && hosts.every((host) => host !== null)
    ? [...new Set(hosts)]
    : fail('HALCYON_IMAGE_HOSTS', value, allowed);
}

function originOf(env: Env, tls: boolean): string | null {
  const value = text(env, 'HALCYON_ORIGIN');
  if (value === null) return null;
  const origin =
    bareOrigin(value) ??
    fail(
      'HALCYON_ORIGIN',
      value,
      'scheme://host[:port] with https, or http on a loopback host, and nothing after it',
    );
  const plain = origin.startsWith('http:');
  if (tls && plain) fail('HALCYON_ORIGIN', value, 'an https origin, since a certificate is set');
  return origin;
}

function trustProxyOf(env: Env): TrustProxy {
  const name = 'HALCYON_TRUST_PROXY';
  const value = text(env, name);
  if (value === null || value === 'off') return false;
  if (/^([1-9]|10)$/.test(value)) return Number(value);
  const networks = value.split(',').map((part) => part.trim());
  if (!networks.every(isNetwork)) {
    fail(name, value, 'off, a number of hops from 1 to 10, or addresses/CIDR joined by commas');
  }
  return networks;
}

function isNetwork(entry: string): boolean {
  const [address, bits, more] = entry.split('/');
  const family = isIP(address ?? '');
  if (family === 0 || more !== undefined) return false;
  if (bits === undefined) return true;
  return /^[0-9]{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

function databaseUrlOf(env: Env): string | null {
  const value = text(env, 'HALCYON_DATABASE_URL');
  if (value === null) return null;
  // The value may hold a password: the message shows the scheme only.
  if (!URL.canParse(value) || !/^postgres(ql)?:\/\//.test(value)) {
    const shown = `${value.split(':', 1)[0] ?? ''}:…`;
    fail('HALCYON_DATABASE_URL', shown, 'postgres://user:password@host:port/database');
  }
  return value;
}
