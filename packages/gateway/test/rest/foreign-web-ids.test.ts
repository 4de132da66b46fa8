/**
 * S8: the same of the web app's own routes, in every field that they declare to be an id of somebody's.
 * Texts that name nothing of anybody are in `PLAIN`: a field that is in neither fails until it is said
 * which of them it is.
 */
import { OWN_CHAIN, parseWireId, wireId, wireUserId } from '@halcyon/domain';
import type { ExportStarted } from '@halcyon/domain/web';
import { ownedFields, pathFields, WEB_ROUTES, type WebSpec } from '@halcyon/protocol/web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Estate, type Fields, type Holder, type Reply } from '../estate.ts';
import { type NamedThing, type ThingFactory, thingsOf } from '../things.ts';

const { addressOf } = OWN_CHAIN;

const WALLET = { coin: 'USDT', size: '50' };

let estate: Estate;
let things: ReturnType<typeof thingsOf>;
/** A key of the owner's sub-account that can be lost. */
let spareKey = '';

beforeAll(async () => {
  estate = await Estate.open();
  things = thingsOf(estate);
});

afterAll(() => estate.close());

/** A field of a route that is asked for: `:id`, `orderId`. */
interface Cell {
  readonly route: WebSpec;
  readonly field: string;
}

const CELLS = WEB_ROUTES.filter(({ need }) => need !== 'public').flatMap((route) => {
  const inPath = pathFields(route.path);
  return ownedFields(route).map((name): Cell => {
    return { route, field: inPath.includes(name) ? `:${name}` : name };
  });
});

/** How a thing is made, and what a request says beside its id. */
interface Case {
  readonly thing: ThingFactory;
  readonly more?: (asker: Holder) => Fields;
}

/** The one of the owner's that is not in another's list, and is the newest. */
async function newest(path: string): Promise<NamedThing> {
  await estate.secondBrowser();
  const { text } = await estate.web(estate.owner, 'GET', path);
  const { data } = JSON.parse(text) as { data: { id: string; current?: boolean }[] };
  return { id: data.find(({ current }) => current !== true)!.id };
}

/** The first row of a list of the trading API's. */
async function rowOf(path: string, fields: Fields, key: string): Promise<NamedThing> {
  const data = await estate.asked(path, fields, 'GET');
  return { id: String((data as unknown as Fields[])[0]![key]) };
}

/** A loan or a repayment, by the id that its row has on the page. */
async function debtOf(
  kind: 'crossed' | 'isolated',
  what: 'loan' | 'repayment',
): Promise<NamedThing> {
  await things[`${kind} ${what}`]!();
  const path = `/margin/log?list=${what}s&account=${kind}`;
  const { text } = await estate.web(estate.owner, 'GET', path);
  const { data } = JSON.parse(text) as { data: { rows: { id: string }[] } };
  return { id: data.rows[0]!.id };
}

const HIGHER = { condition: 'above', level: '9000000' };

async function newAlert(): Promise<NamedThing> {
  const alert = { product: 'spot', symbol: 'BTCUSDT', ...HIGHER };
  const { text } = await estate.web(estate.owner, 'POST', '/alerts', alert);
  return { id: (JSON.parse(text) as { data: { id: string } }).data.id };
}

const receipt = (of: string, thing: ThingFactory, account = 'spot'): Case => ({
  thing,
  more: () => ({ of, account }),
});

const ofSubAccount = (fields: Fields = {}): Case => ({
  thing: () => things['sub-account']!(),
  more: ({ subKey }) => ({ ':id': subKey.apiKey, ...fields }),
});

const subAccount = (fields: Fields = {}): Case => ({
  thing: () => things['sub-account']!(),
  more: () => fields,
});

const setting: Case = {
  thing: async () => {
    const { uid } = estate.owner;
    await estate.server.records.identity.putSetting({ uid, name: 'layout', value: '1' });
    return { id: 'layout' };
  },
  more: () => ({ value: 2 }),
};

const apiKey: Case = {
  thing: async () => ({ id: await estate.spareKey(estate.owner.uid) }),
  more: () => ({ label: 'mine' }),
};

const passkey: Case = { thing: () => ({ id: estate.passkey() }), more: () => ({ name: 'mine' }) };

/** What a portfolio is made with. @throws Error for a refusal */
async function madeBy(holder: Holder, path: string, fields: Fields): Promise<NamedThing> {
  const { text } = await estate.web(holder, 'POST', path, fields);
  const { data } = JSON.parse(text) as { data: NamedThing | null };
  if (data === null) throw new Error(`${path}: ${text}`);
  return data;
}

const newTrader = (holder: Holder) => madeBy(holder, '/copy/portfolios', { amount: '200' });
const traders = new Map<Holder, Promise<NamedThing>>();
/** The trader's portfolio of somebody. */
function traderOf(holder: Holder): Promise<NamedThing> {
  const made = traders.get(holder) ?? newTrader(holder);
  traders.set(holder, made);
  return made;
}

/** The numbers of traders' portfolios, once they are there. */
const TRADER_IDS = new Map<number, string>();

const ownTrader = (fields: Fields = {}): Case => ({
  thing: () => traderOf(estate.owner),
  more: () => fields,
});
/** The owner follows the other. */
const ownFollower = (fields: Fields = {}): Case => ({
  thing: async () => {
    const { id: trader } = await newTrader(estate.other);
    return madeBy(estate.owner, '/copy/follows', { trader, amount: '50' });
  },
  more: () => fields,
});

/** The trader whom the owner followed last. */
let followed = '';
const dryRunOfFollower: Case = {
  thing: async () => {
    followed = (await newTrader(estate.other)).id;
    return madeBy(estate.owner, '/copy/follows', { trader: followed, amount: '50' });
  },
  more: () => ({ trader: followed, amount: '50' }),
};

const COPY_ORDER = { symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', size: '0.01' };
/** An order of the owner's trader that is in the book; of the other one's there is a trader too. */
async function copyOrder(): Promise<NamedThing> {
  for (const holder of [estate.owner, estate.other]) {
    TRADER_IDS.set(holder.uid, (await traderOf(holder)).id);
  }
  const path = `/copy/portfolios/${TRADER_IDS.get(estate.owner.uid)}/orders`;
  return madeBy(estate.owner, path, { ...COPY_ORDER, price: '55000' });
}

let copied = '';
/** The route is asked for the portfolio: whoever asks names the owner's order. */
const orderOfPortfolio = (fields: Fields = {}): Case => ({
  thing: async () => {
    copied = (await copyOrder()).id;
    return traderOf(estate.owner);
  },
  more: () => ({ ':order': copied, ...fields }),
});
const orderOfOwn = (fields: Fields = {}): Case => ({
  thing: copyOrder,
  more: ({ uid }) => ({ ':id': TRADER_IDS.get(uid), ...fields }),
});

/** The cases of each field, by method, path and field. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  'PATCH /passkeys/:id :id': [passkey],
  'DELETE /passkeys/:id :id': [passkey],
  'DELETE /sessions/:id :id': [{ thing: () => newest('/sessions') }],
  'DELETE /browsers/:id :id': [{ thing: () => newest('/browsers') }],
  'GET /api-keys account': [ofSubAccount()],
  'POST /api-keys account': [ofSubAccount({ label: 'mine', permissions: ['read'] })],
  'PATCH /api-keys/:id :id': [apiKey],
  'PATCH /api-keys/:id account': [ofSubAccount({ label: 'mine' })],
  'DELETE /api-keys/:id :id': [apiKey],
  'DELETE /api-keys/:id account': [
    {
      thing: async () => {
        spareKey = await estate.spareKey(estate.owner.sub);
        return { id: wireUserId(estate.owner.sub) };
      },
      more: ({ uid, subKey }) => ({
        ':id': uid === estate.owner.uid ? spareKey : subKey.apiKey,
      }),
    },
  ],
  'GET /api-keys/:id/requests :id': [apiKey],
  'GET /api-keys/:id/requests account': [ofSubAccount()],
  'PATCH /sub-accounts/:id :id': [subAccount({ remark: 'mine' })],
  'POST /sub-accounts/:id/freeze :id': [subAccount()],
  'POST /sub-accounts/:id/cancellation :id': [subAccount()],
  'POST /convert/small traceIds': [{ thing: () => things['quote']!() }],
  'GET /orders/one order': [
    { thing: () => things['spot order']!() },
    { thing: () => things['spot fill']!() },
    { thing: () => things['crossed order']!() },
    { thing: () => things['isolated fill']!() },
    { thing: () => things['contract order']!() },
    { thing: () => things['contract fill']!() },
  ],
  'GET /orders/parent order': [{ thing: () => things['spot parent order']!() }],
  'GET /orders/children parent': [{ thing: () => things['spot parent order']!() }],
  'GET /futures/log order': [
    { thing: () => things['contract fill']!(), more: () => ({ list: 'fills' }) },
  ],
  'GET /margin/log order': [
    { thing: () => things['crossed fill']!(), more: () => ({ list: 'fills' }) },
    { thing: () => things['isolated fill']!(), more: () => ({ list: 'fills' }) },
  ],
  'GET /margin/log loan': [
    { thing: () => things['crossed loan']!(), more: () => ({ list: 'loans' }) },
    { thing: () => things['isolated repayment']!(), more: () => ({ list: 'repayments' }) },
  ],
  'GET /records/export/file id': [
    {
      thing: async () => {
        const asked = { list: 'orders', format: 'csv' };
        const { text } = await estate.web(estate.owner, 'POST', '/records/export', asked);
        return (JSON.parse(text) as { data: ExportStarted }).data;
      },
    },
  ],
  'GET /receipt id': [
    receipt('fill', async () => {
      const { id } = await things['spot fill']!();
      return rowOf('/spot/trade/fills', { orderId: id }, 'tradeId');
    }),
    receipt('entry', () => rowOf('/spot/account/bills', {}, 'billId')),
    receipt('movement', () => things['deposit']!()),
    receipt('movement', () => things['transfer']!()),
    receipt('debt', () => debtOf('crossed', 'loan'), 'crossed'),
    receipt('debt', () => debtOf('isolated', 'repayment'), 'isolated'),
  ],
  'POST /withdrawal-addresses/removal address': [
    { thing: () => things['address']!(), more: () => WALLET },
  ],
  'POST /withdrawals address': [
    { thing: () => things['address']!(), more: () => ({ ...WALLET, clientOid: estate.name() }) },
  ],
  'POST /withdrawals/cancellation orderId': [{ thing: () => things['withdrawal']!() }],
  'PATCH /alerts/:id :id': [{ thing: newAlert, more: () => HIGHER }],
  'DELETE /alerts/:id :id': [{ thing: newAlert }],
  'GET /settings/:name :name': [setting],
  'PUT /settings/:name :name': [setting],
  'DELETE /settings/:name :name': [setting],
  'GET /copy/portfolios/:id :id': [ownTrader(), ownFollower()],
  'GET /copy/portfolios/:id/outcomes :id': [ownTrader(), ownFollower()],
  'GET /copy/portfolios/:id/shares :id': [ownTrader(), ownFollower()],
  'GET /copy/portfolios/:id/exits :id': [ownTrader(), ownFollower()],
  'GET /copy/portfolios/:id/gathered :id': [ownTrader(), ownFollower()],
  'GET /copy/portfolios/:id/ledger :id': [ownTrader(), ownFollower()],
  'POST /copy/portfolios/:id/export :id': [ownFollower({ list: 'ledger', format: 'csv' })],
  'POST /copy/portfolios/:id/offer :id': [ownTrader({ share: '5' })],
  'POST /copy/dry-runs portfolio': [dryRunOfFollower],
  'POST /copy/portfolios/:id/choices :id': [ownFollower({ paused: true })],
  'POST /copy/portfolios/:id/money :id': [
    ownTrader({ direction: 'in', amount: '1' }),
    ownFollower({ direction: 'out', amount: '1' }),
  ],
  'POST /copy/portfolios/:id/end :id': [{ thing: () => newTrader(estate.owner) }, ownFollower()],
  'POST /copy/portfolios/:id/stop :id': [ownFollower({ exit: 'takeOver' })],
  'POST /copy/portfolios/:id/orders :id': [ownTrader({ ...COPY_ORDER, price: '54000' })],
  'POST /copy/portfolios/:id/leverage :id': [ownTrader({ symbol: 'BTCUSDT', leverage: 20 })],
  'POST /copy/portfolios/:id/margin-mode :id': [
    ownTrader({ symbol: 'BTCUSDT', margin: 'crossed' }),
  ],
  'DELETE /copy/portfolios/:id/orders/:order :id': [orderOfPortfolio()],
  'DELETE /copy/portfolios/:id/orders/:order :order': [orderOfOwn()],
  'PATCH /copy/portfolios/:id/orders/:order :id': [orderOfPortfolio({ price: '54500' })],
  'PATCH /copy/portfolios/:id/orders/:order :order': [orderOfOwn({ price: '54500' })],
};

const nameOf = ({ route, field }: Cell) => `${route.method} ${route.path} ${field}`;

/** What nobody has, in the form of what the owner has. */
function absentOf(field: string, value: string): string {
  if (field === 'account') return wireUserId(999_999);
  if (field === 'address') return addressOf(901, 1);
  if (field === ':name') return 'nothing';
  if (value.includes('-') || !/^\d+$/.test(value)) return value.replace(/.{6}$/, '000000');
  if (value.length < 19) return wireUserId(999_999);
  return parseWireId(value) === null ? `${value.slice(0, -6)}999999` : wireId(899_999);
}

/** Fields that stand in the query whatever the method. */
const IN_QUERY = ['account'];

async function ask(
  { route: { method, path }, field }: Cell,
  value: string,
  asker: Holder,
  more: Fields,
): Promise<Reply> {
  estate.prices();
  const named: Record<string, unknown> = {
    ...more,
    [field]: field.endsWith('Ids') ? [value] : value,
  };
  const filled = path.replace(/:\w+/g, (part) => String(named[part]));
  const fields = Object.entries(named).filter(([name]) => !name.startsWith(':'));
  const inQuery = fields.filter(([name]) => method === 'GET' || IN_QUERY.includes(name));
  const query = new URLSearchParams(inQuery as [string, string][]).toString();
  const body = Object.fromEntries(fields.filter((one) => !inQuery.includes(one)));
  const url = query === '' ? filled : `${filled}?${query}`;
  const { status, text } = await estate.web(
    asker,
    method,
    url,
    method === 'GET' ? undefined : body,
  );
  // The version of a setting is the time of its change.
  const ageless = text.replace(/"data":\d{13}\b/, '"data":"now"');
  return { status, text: ageless.replaceAll(value, '#') };
}

/** Fields of free text that name nothing of anybody. */
const PLAIN: ReadonlySet<string> = new Set(
  `address amount amountMax amountMin antiPhishing attribution batch before businessType clientOid code currentPassword email entry fee
  ipList label level name newPassword note passkey passphrase password publicKey remark size token upTo value cursor
  drawdown orderMax portfolioLoss portfolioProfit positionMax price search share sizingValue slippage stopLoss takeProfit trader`.split(
    /\s+/,
  ),
);
/** Forms that cannot hold an id. */
const OTHERS: readonly unknown[] = ['choice', 'integer', 'boolean', 'coin', 'symbol'];

/** Fields that could name something of somebody's and do not say that they do. */
function plainFields({ fields, query }: WebSpec): string[] {
  return Object.entries({ ...fields.properties, ...query.properties }).flatMap(([name, schema]) => {
    const { 'x-owned': owned, 'x-form': form, items } = schema as Readonly<Record<string, unknown>>;
    const { 'x-form': ofItems } = (items ?? {}) as Readonly<Record<string, unknown>>;
    return owned === true || OTHERS.includes(form ?? ofItems) ? [] : [name];
  });
}

describe('S8 an id of another person, in the web app’s own routes', () => {
  it('is declared wherever a text could be one', () => {
    const plain = new Set(WEB_ROUTES.flatMap(plainFields));
    expect([...plain].toSorted()).toEqual([...PLAIN].toSorted());
    expect(Object.keys(CASES).toSorted()).toEqual(CELLS.map(nameOf).toSorted());
  });

  const each = CELLS.flatMap((cell) =>
    CASES[nameOf(cell)]!.map((one, i) => [`${nameOf(cell)} (${i + 1})`, cell, one] as const),
  );
  it.each(each)('%s is as good as none', async (_name, cell, { thing, more }) => {
    const { owner, other } = estate;
    estate.prices();
    estate.calm();
    const { id: value } = await thing();
    const absent = absentOf(cell.field, value);
    const fieldsOf = (asker: Holder) => more?.(asker) ?? {};
    const before = await estate.belongings(owner);

    const foreign = await ask(cell, value, other, fieldsOf(other));
    expect(foreign).toEqual(await ask(cell, absent, other, fieldsOf(other)));
    expect(await estate.belongings(owner)).toBe(before);

    // Its owner is told of it, or changes it: the request was one that could have.
    const none = await ask(cell, absent, owner, fieldsOf(owner));
    const own = await ask(cell, value, owner, fieldsOf(owner));
    expect(own.status).toBe(200);
    const told = JSON.stringify(own) !== JSON.stringify(none);
    expect(told || (await estate.belongings(owner)) !== before).toBe(true);
  });
});
