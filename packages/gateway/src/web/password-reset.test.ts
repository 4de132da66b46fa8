/** A forgotten password by the web's own API: what is answered, where the link leads, what it ends. */
import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, PASSWORD, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1';
const NEW_PASSWORD = 'seven green mice nap';

let server: TestGateway;

beforeAll(async () => {
  server = await startTestGateway();
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

/** The link of the newest mail to an address. */
async function linkTo(recipient: string): Promise<URL> {
  const [mail] = await server.records.identity.listMails({ recipient, limit: 1 });
  return new URL(mail?.link ?? '');
}

const ask = (email: string, headers: Record<string, string> = {}) =>
  new Browser(server.url).call('POST', `${API}/password-reset`, { email }, headers);

describe('a forgotten password', () => {
  it('is set anew by the link of a mail, which signs nobody in and ends every session', async () => {
    const ann = new Browser(server.url);
    await ann.register('ann@example.com');
    expect((await ask('ann@example.com', { 'accept-language': 'ja' })).data).toBeNull();
    const link = await linkTo('ann@example.com');
    expect([link.origin, link.pathname, link.search]).toEqual([
      server.url,
      '/ja/reset-password',
      '',
    ]);
    const token = link.hash.slice('#token='.length);
    const stranger = new Browser(server.url);
    const body = { token, newPassword: NEW_PASSWORD };
    const answer = await stranger.call('PUT', `${API}/password-reset`, body);
    expect([answer.status, answer.data, [...stranger.cookies]]).toEqual([200, null, []]);
    expect((await ann.call('GET', `${API}/api-keys`)).status).toBe(401);
    const again = await stranger.call('PUT', `${API}/password-reset`, body);
    expect([again.status, again.reason]).toEqual([400, 'resetOver']);
    const login = (password: string) =>
      stranger.call('POST', `${API}/login`, { email: 'ann@example.com', password });
    expect((await login(PASSWORD)).reason).toBe('badCredentials');
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it('answers alike for every address', async () => {
    await new Browser(server.url).register('bob@example.com');
    const known = await ask('bob@example.com');
    const unknown = await ask('nobody@example.com');
    const said = ({ status, code, msg, data }: typeof known) => [status, code, msg, data];
    expect(said(known)).toEqual(said(unknown));
  });

  it('has links to the exchange alone, whatever host a request names', async () => {
    await new Browser(server.url).register('eve@example.com');
    await new Promise<void>((resolve, reject) => {
      const headers = { host: 'evil.example', 'content-type': 'application/json' };
      const request = send(
        `${server.url}${API}/password-reset`,
        { method: 'POST', headers },
        (answer) => {
          answer.resume().on('end', resolve);
        },
      );
      request.on('error', reject);
      request.end(JSON.stringify({ email: 'eve@example.com' }));
    });
    expect((await linkTo('eve@example.com')).origin).toBe(server.url);
  });
});
