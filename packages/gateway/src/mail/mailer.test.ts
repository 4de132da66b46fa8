/** Mails reach a server; one that is away, or refuses, keeps nobody waiting and loses nothing. */

import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import type { MailRecord } from '@halcyon/records';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { type Certificate, makeCertificate } from '../web/testing/certificate.ts';
import { Browser, PASSWORD, startTestGateway } from '../web/testing/gateway.ts';
import { Mailer } from './mailer.ts';
import { smtpTransport } from './smtp.ts';

const MAIL: MailRecord = {
  id: 'a1',
  recipient: 'ann@example.com',
  kind: 'passwordChanged',
  language: 'en',
  antiPhishing: '',
  address: '',
  link: '',
  detail: '',
  createdAt: 0,
  tries: 2,
  fault: '',
};

/** As little of a mail server as a client needs. */
class SmallMailServer {
  readonly mails: string[] = [];
  /** What came, line by line, each with whether it was encrypted. */
  readonly heard: { readonly line: string; readonly encrypted: boolean }[] = [];
  readonly #server: Server;
  readonly #extensions: readonly string[];
  readonly #context: SecureContext | undefined;

  /** @param tls with STARTTLS, by this certificate @param extensions what it offers besides */
  constructor(tls?: Certificate, ...extensions: readonly string[]) {
    this.#context = tls === undefined ? undefined : createSecureContext(tls);
    this.#extensions = extensions;
    this.#server = createServer((socket) => {
      socket.write('220 small\r\n');
      this.#talk(socket, false);
    });
  }

  #hello(encrypted: boolean): string {
    const starts = !encrypted && this.#context !== undefined ? ['STARTTLS'] : [];
    const lines = ['small', ...starts, ...this.#extensions];
    return lines.map((line, at) => `250${at < lines.length - 1 ? '-' : ' '}${line}\r\n`).join('');
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
  }

  #authAnswer(): string {
    return this.#extensions.length > 0 ? '235 welcome\r\n' : '502 no such command\r\n';
  }

  #talk(socket: Socket, encrypted: boolean): void {
    let text = '';
    let inside = false;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      text += String(bytes);
      for (;;) {
        const end = text.indexOf(inside ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (inside ? 5 : 2));
        if (inside) this.mails.push(line);
        else this.heard.push({ line, encrypted });
        if (!inside && line === 'STARTTLS') {
          socket.removeAllListeners('data');
          socket.write('220 go on\r\n');
          const options = { isServer: true, secureContext: this.#context! };
          this.#talk(new TLSSocket(socket, options), true);
          return;
        }
        inside = !inside && line === 'DATA';
        const hello = line.startsWith('EHLO') && !inside;
        if (hello) socket.write(this.#hello(encrypted));
        else if (line.startsWith('AUTH')) socket.write(this.#authAnswer());
        else socket.write(inside ? '354 go on\r\n' : '250 well\r\n');
        if (line === 'QUIT') socket.end();
      }
    });
  }
}

/** A mailer over one mail that is due until it is taken. */
function mailerOver(send: () => Promise<void>) {
  const due = [MAIL];
  const refused: { id: string; tries: number; fault: string }[] = [];
  const problems: string[] = [];
  const table = {
    dueMails: async () => [...due],
    mailTaken: async () => void due.pop(),
    mailRefused: async (input: (typeof refused)[number]) => void refused.push(input),
  };
  const transport = { send, close: () => {} };
  const mailer = new Mailer(table, transport, (message) => problems.push(message), 1);
  return { mailer, due, refused, problems };
}

const folder = mkdtempSync(join(tmpdir(), 'halcyon-mail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

describe('a mailer', () => {
  it('keeps what a server refuses, says so, and is well again when it is taken', async () => {
    let faults = 2;
    const { mailer, due, refused, problems } = mailerOver(async () => {
      if (faults-- > 0) throw new Error('421 not\nnow');
    });
    open.push(() => mailer.close());
    await vi.waitFor(() => expect(due).toEqual([]));
    expect(refused.slice(0, 1)).toEqual([{ id: 'a1', tries: 2, fault: '421 not now' }]);
    expect(refused).toHaveLength(2);
    expect(problems[0]).toContain('421 not now');
    expect(mailer.health().state).toBe('ok');
  });

  it('tells of a server that is away, not of a mail that it does not want', async () => {
    const away = mailerOver(() => Promise.reject(new Error('connect ECONNREFUSED')));
    open.push(() => away.mailer.close());
    await vi.waitFor(() => expect(away.mailer.health().state).toBe('degraded'));
    const fault = Object.assign(new Error('550 nobody here'), { code: 'EENVELOPE' });
    const unwanted = mailerOver(() => Promise.reject(fault));
    open.push(() => unwanted.mailer.close());
    await vi.waitFor(() => expect(unwanted.refused.length).toBeGreaterThan(0));
    expect(unwanted.mailer.health().state).toBe('ok');
  });
});

describe('an exchange with a mail server', () => {
  it('hands mails over and shows no outbox', async () => {
    const smtp = new SmallMailServer();
    const port = await smtp.listen();
    open.push(() => smtp.close());
    const env = {
      HALCYON_SMTP_URL: `smtp://127.0.0.1:${port}`,
      HALCYON_MAIL_FROM: 'mail@halcyon.example',
    };
    const server = await startTestGateway({ env });
    open.push(() => server.close());
    const ann = new Browser(server.url);
    await ann.register('ann@example.com');
    const change = { currentPassword: PASSWORD, newPassword: 'seven green mice nap' };
    const path = '/api/web/v1/password';
    expect((await ann.call('POST', path, change, { 'accept-language': 'de' })).status).toBe(200);
    await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), 20_000);
    expect(smtp.mails[0]).toContain('To: ann@example.com');
    expect(smtp.mails[0]).toContain('Auto-Submitted: auto-generated');
    expect(smtp.mails[0]).toMatch(/Message-ID: <[0-9a-f]+@halcyon.example>/);
    expect(smtp.mails[0]).toContain('Das Passwort Ihres Kontos wurde ge=C3=A4ndert');
    await vi.waitFor(async () => {
      expect(await server.records.identity.listMails({ limit: 5 })).toEqual([]);
    });
    expect((await ann.call('GET', '/api/web/v1/outbox')).status).toBe(404);
    expect(server.healthRegistry.reports().get('mail')?.state).toBe('ok');
  });

  it('answers as ever while that is away; the mail waits', async () => {
    const away = new SmallMailServer();
    const port = await away.listen();
    away.close();
    const env = {
      HALCYON_SMTP_URL: `smtp://127.0.0.1:${port}`,
      HALCYON_MAIL_FROM: 'mail@halcyon.example',
    };
    const server = await startTestGateway({ env });
    open.push(() => server.close());
    const bob = new Browser(server.url);
    await bob.register('bob@example.com');
    const change = { currentPassword: PASSWORD, newPassword: 'seven green mice nap' };
    expect((await bob.call('POST', '/api/web/v1/password', change)).status).toBe(200);
    await vi.waitFor(
      async () => {
        const mails = await server.records.identity.listMails({ limit: 5 });
        expect(mails).toMatchObject([{ recipient: 'bob@example.com', tries: 1 }]);
      },
      { timeout: 20_000 },
    );
    expect(server.healthRegistry.reports().get('mail')?.state).toBe('degraded');
    expect(server.problems).toHaveLength(1);
  });
});

describe('the way to a mail server', () => {
  const message = { id: 'a1', recipient: 'ann@example.com', subject: 'hello', text: 'hello' };

  /** Sends one mail by a server's settings. */
  async function send(
    smtp: SmallMailServer,
    env: Readonly<Record<string, string>> = {},
    scheme = 'smtp',
  ) {
    const port = await smtp.listen();
    open.push(() => smtp.close());
    const { smtp: config } = parseConfig({
      HALCYON_SMTP_URL: `${scheme}://bot:secret@localhost:${port}`,
      HALCYON_MAIL_FROM: 'mail@halcyon.example',
      ...env,
    });
    const transport = smtpTransport(config!);
    open.push(() => transport.close());
    await transport.send(message);
  }

  it('is encrypted where the server offers it, on loopback too, before it logs in', async () => {
    const smtp = new SmallMailServer(makeCertificate(folder), 'AUTH PLAIN');
    await send(smtp);
    expect(smtp.mails).toHaveLength(1);
    const auth = smtp.heard.find(({ line }) => line.startsWith('AUTH'));
    expect(auth?.encrypted).toBe(true);
  });

  it('refuses a server that does not let it log in', async () => {
    const smtp = new SmallMailServer();
    await expect(send(smtp)).rejects.toThrow();
    expect(smtp.mails).toEqual([]);
  });

  it('says which setting is wrong where a server begins in plain text', async () => {
    const smtp = new SmallMailServer(makeCertificate(folder), 'AUTH PLAIN');
    await expect(send(smtp, {}, 'smtps')).rejects.toThrow(/^the server .* TLS .*HALCYON_SMTP_URL/);
  });

  it('trusts the authorities that are set, and no others', async () => {
    const own = makeCertificate(join(folder, 'own'));
    const other = makeCertificate(join(folder, 'other'));
    await send(new SmallMailServer(own, 'AUTH PLAIN'), { HALCYON_SMTP_CA: own.certFile });
    const foreign = { HALCYON_SMTP_CA: other.certFile };
    await expect(send(new SmallMailServer(own, 'AUTH PLAIN'), foreign)).rejects.toThrow(
      /certificate: HALCYON_SMTP_CA names the authorities to trust$/,
    );
    const plain = new SmallMailServer(undefined, 'AUTH PLAIN');
    await expect(send(plain, { HALCYON_SMTP_CA: own.certFile })).rejects.toThrow();
    expect(plain.heard.filter(({ line }) => line.startsWith('AUTH'))).toEqual([]);
  });
});

describe('settings of mail', () => {
  it('name a server, how it is encrypted and who writes', () => {
    const env = { HALCYON_MAIL_FROM: 'mail@halcyon.example' };
    const read = (url: string) => parseConfig({ ...env, HALCYON_SMTP_URL: url }).smtp;
    expect(parseConfig({}).smtp).toBeNull();
    expect(read('smtps://u%40x:p%2Fw@mx.example')).toEqual({
      host: 'mx.example',
      port: 465,
      tlsFirst: true,
      plain: false,
      authorities: null,
      login: { user: 'u@x', password: 'p/w' },
      from: 'mail@halcyon.example',
    });
    const foreign = { ...env, HALCYON_SMTP_URL: 'smtps://mx.example' };
    expect(() => parseConfig({ ...foreign, HALCYON_SMTP_CA: '/dev/null' })).toThrow(
      /^HALCYON_SMTP_CA: "\/dev\/null"/,
    );
    expect(() => parseConfig({ HALCYON_SMTP_CA: '/dev/null' })).toThrow(/^HALCYON_SMTP_CA/);
    expect(read('smtp://mx.example')).toMatchObject({ port: 587, tlsFirst: false, plain: false });
    expect(read('smtp://127.0.0.1:2525')).toMatchObject({ port: 2525, plain: true, login: null });
    const unclear = [
      'smtp://:secret@a',
      'smtp://u:secret%@a',
      'smtp://a?secure=true',
      'smtp://a#b',
    ];
    const wrong = ['mx.example', 'http://mx.example', 'smtp://u:secret@', 'smtp://a/b', ...unclear];
    for (const url of wrong) {
      expect(() => read(url)).toThrow(/^HALCYON_SMTP_URL: (?!.*secret)/);
    }
    expect(() => parseConfig({ HALCYON_SMTP_URL: 'smtp://a' })).toThrow(/^HALCYON_MAIL_FROM/);
    expect(() => parseConfig(env)).toThrow(/^HALCYON_MAIL_FROM/);
  });
});

describe('the outbox', () => {
  it('shows mails to this machine alone', async () => {
    const server = await startTestGateway();
    open.push(() => server.close());
    const ann = new Browser(server.url);
    await ann.register('ann@example.com');
    const change = { currentPassword: PASSWORD, newPassword: 'seven green mice nap' };
    await ann.call('POST', '/api/web/v1/password', change);
    const { data } = await new Browser(server.url).call('GET', '/api/web/v1/outbox');
    expect(data).toMatchObject([
      { recipient: 'ann@example.com', subject: 'Your Halcyon password was changed' },
    ]);
  });

  it.each([[{ HALCYON_ORIGIN: 'https://halcyon.example' }], [{ HALCYON_TRUST_PROXY: '1' }]])(
    'is closed where a proxy may stand in front: %o',
    async (env) => {
      const server = await startTestGateway({ env });
      open.push(() => server.close());
      const answer = await new Browser(server.url).call('GET', '/api/web/v1/outbox');
      expect([answer.status, answer.reason]).toEqual([404, 'outboxClosed']);
    },
  );

  it.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'])(
    'is closed to who comes by a proxy that nobody told of: %s',
    async (header) => {
      const server = await startTestGateway();
      open.push(() => server.close());
      const headers = { [header]: '127.0.0.1' };
      for (const path of ['/api/web/v1/outbox', '/metrics']) {
        const { ok } = await fetch(`${server.url}${path}`);
        const answer = await fetch(`${server.url}${path}`, { headers });
        expect([path, ok, answer.ok]).toEqual([path, true, false]);
      }
    },
  );

  it('is closed to a name of somebody else that leads here', async () => {
    const server = await startTestGateway();
    open.push(() => server.close());
    const { port } = new URL(server.url);
    const status = await new Promise<number | undefined>((resolve) => {
      void import('node:http').then(({ get }) => {
        const headers = { host: `evil.example:${port}` };
        get(`${server.url}/api/web/v1/outbox`, { headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        });
      });
    });
    expect(status).toBe(404);
  });
});
