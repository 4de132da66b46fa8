/**
 * S2: guests of an open paper venue, against every route that they may ask: nothing reads or changes an
 * account of live, and what is of people alone is refused on paper too. Routes that are not for them:
 * session-matrix.test.ts.
 */
import { CommandKind } from '@halcyon/domain';
import { ROUTES } from '@halcyon/protocol';
import { WEB_ROUTES } from '@halcyon/protocol/web';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Browser, startTestGateway, type TestGateway } from '../../src/web/testing/gateway.ts';
import { sampleAsked } from '../web-samples.ts';
import { TestPaperVenue } from './paper-venue.ts';

const API = '/api/web/v1';
const PAPER = { paptrading: '1' };

let server: TestGateway;
let guest: Browser;
let me: string;
/** Somebody with an account. */
let person: string;

interface Begun {
  readonly csrfToken: string;
  readonly user: { readonly uid: string };
}

beforeAll(async () => {
  const paper = new TestPaperVenue(Date.now);
  paper.apply({ kind: CommandKind.setRules, version: 7 });
  server = await startTestGateway({ paper });
  person = await new Browser(server.url).register('person@example.com');
});

// Some routes may be asked once a second.
beforeEach(async () => {
  guest = new Browser(server.url);
  const begun = await guest.call<Begun>('POST', `${API}/paper/guest`);
  guest.csrfToken = begun.data.csrfToken;
  me = begun.data.user.uid;
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

/** Asks, and makes sure that live carried nothing out. @returns the reason of the refusal; '' = none */
async function asked(method: string, path: string, sent?: object, paper = false): Promise<string> {
  const { commands } = server.engine;
  const before = commands.length;
  const body = method === 'GET' ? undefined : (sent ?? {});
  const { text } = await guest.read(method, path, body, paper ? PAPER : {});
  expect(commands.slice(before), `${method} ${path}`).toEqual([]);
  return text.startsWith('{') ? ((JSON.parse(text) as { reason?: string }).reason ?? '') : '';
}

/** Own routes that read and change nothing of an account of live: of the session, of files, of paper. */
const OF_NO_VENUE: readonly string[] = [
  'DELETE /records/export',
  'GET /csrf',
  'GET /paper/fidelity',
  'GET /records/export',
  'GET /records/export/file',
  'GET /ws-token',
  'POST /activity',
  'POST /paper/funds',
  'POST /paper/reset',
  'POST /receipt/seal',
];

describe('S2 guests of the paper venue', () => {
  it('have nothing on live: own routes say so, but for those of no account', async () => {
    const open: string[] = [];
    for (const spec of WEB_ROUTES) {
      const { method, path, need, guests } = spec;
      if (need === 'public' || !guests) continue;
      const { url, body } = sampleAsked(spec);
      const reason = await asked(method, url, body);
      if (reason !== 'guestLive') open.push(`${method} ${path}`);
    }
    expect(open.sort()).toEqual(OF_NO_VENUE);
  });

  it('never reach live by the routes of the trading API on paper', async () => {
    const reasons = new Set<string>();
    for (const { method, path, access } of ROUTES) {
      if (access.auth === 'signed') reasons.add(await asked(method, path, {}, true));
    }
    expect([...reasons]).not.toContain('guestLive');
    expect([...reasons]).not.toContain('unknownFault');
  });

  it('have no sub-accounts, keys or addresses there, and reach nobody else’s', async () => {
    const user = '/api/v2/user';
    const wallet = '/api/v2/spot/wallet';
    const key = { passphrase: 'passphrase1', label: 'bot', permList: ['spot_trade'] };
    const ofPerson = { subAccountUid: person, ...key, ipList: ['127.0.0.1'] };
    const way = { fromType: 'spot', toType: 'spot', coin: 'USDT', amount: '1' };
    for (const [method, path, body, reason] of [
      ['POST', `${user}/create-virtual-subaccount`, { subAccountList: ['momentum'] }, 'guestLive'],
      [
        'POST',
        `${user}/batch-create-subaccount-and-apikey`,
        [{ subAccountName: 'reversal', ...key }],
        'guestLive',
      ],
      ['POST', `${user}/create-virtual-subaccount-apikey`, ofPerson, 'subAccountUnknown'],
      [
        'POST',
        `${user}/modify-virtual-subaccount`,
        { ...ofPerson, status: 'normal' },
        'subAccountUnknown',
      ],
      [
        'GET',
        `${user}/virtual-subaccount-apikey-list?subAccountUid=${person}`,
        {},
        'subAccountUnknown',
      ],
      ['GET', `${wallet}/deposit-address?coin=USDT`, {}, 'userState'],
      [
        'GET',
        `${wallet}/subaccount-deposit-address?coin=USDT&subUid=${person}`,
        {},
        'subAccountUnknown',
      ],
      [
        'POST',
        `${wallet}/subaccount-transfer`,
        { ...way, fromUserId: person, toUserId: me },
        'subAccountUnknown',
      ],
    ] as const) {
      expect([path, await asked(method, path, body, true)]).toEqual([path, reason]);
    }
  });
});
