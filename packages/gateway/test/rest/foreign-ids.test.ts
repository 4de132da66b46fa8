/**
 * S8: whoever names what belongs to another person is answered as if it did not exist, and changes
 * nothing. Made from what the routes of the trading API declare: every field of a private route that
 * has the form of an id is asked for what the owner has and for what nobody has. A field for which
 * there is nothing in `NAMES` fails, and so does one that its owner, too, is answered nothing for.
 */
import { OWN_CHAIN, parseWireId, wireUserId } from '@halcyon/domain';
import { ROUTES, type RouteSpec } from '@halcyon/protocol';
import type { TObject } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Estate, type Fields, type Holder, type Reply } from '../estate.ts';
import { MIX, PAIR, thingsOf } from '../things.ts';
import { sampleRequest } from './harness.ts';

const { addressOf } = OWN_CHAIN;

const OUTSIDE = 900;
const USDT = 1;
const HOUR_MS = 3_600_000;

let estate: Estate;
let things: ReturnType<typeof thingsOf>;

beforeAll(async () => {
  estate = await Estate.open();
  things = thingsOf(estate);
});

afterAll(() => estate.close());

/** What a field names: by `name of the route, its field`. The first that fits counts. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^spot\.trade\.(historyOrders|fills) /, 'spot fill'],
  [/^spot\.trade\.planSubOrder /, 'spot plan that became an order'],
  [/^spot\.trade\.\w*PlanOrder /, 'spot plan'],
  [/^spot\.trade\.resumeParentOrder /, 'paused spot parent order'],
  [/^spot\.trade\.\w*ParentOrder /, 'spot parent order'],
  [/^spot\.trade\./, 'spot order'],
  [/^spot\.account\.transferRecords /, 'transfer'],
  [/^spot\.account\.subMainTransRecord /, 'transfer to a sub-account'],
  [/^spot\.wallet\.depositRecords /, 'deposit'],
  [/^spot\.wallet\.subAccountDepositRecords orderId/, 'deposit of a sub-account'],
  [/^spot\.wallet\.withdrawal address/, 'address'],
  [/^spot\.wallet\.(withdrawalRecords|cancelWithdrawal) /, 'withdrawal'],
  [/ subAccountApiKey$/, 'key of a sub-account'],
  [/ (subAccountUid|subUid|fromUserId|toUserId)$/, 'sub-account'],
  [/^convert\.trade /, 'quote'],
  ...(['crossed', 'isolated'] as const).flatMap((kind) => {
    const rule = (routes: string, what: string) =>
      [new RegExp(`^margin\\.${kind}\\.(${routes}) `), `${kind} ${what}`] as const;
    return [
      rule('flashRepayStatus', 'flash repayment'),
      rule('borrowHistory', 'loan'),
      rule('repayHistory', 'repayment'),
      rule('historyOrders|fills', 'fill'),
      rule('cancelOrder|batchCancelOrder|openOrders', 'order'),
    ];
  }),
  [/^mix\.plan\.planSubOrder /, 'contract plan that became an order'],
  [/^mix\.plan\.plansHistory /, 'contract plan that ended'],
  [/^mix\.plan\.modifyTpslOrder /, 'take profit'],
  [/^mix\.plan\.(cancel|modify)PlanOrder |^mix\.plan\.plansPending /, 'contract plan'],
  [/^mix\.trade\.(fills|fillHistory|ordersHistory) /, 'contract fill'],
  [/^mix\.trade\./, 'contract order'],
  [/^copy\.trader\.removeFollower traderId$/, 'trader with a follower'],
  [/^copy\.trader\.\w+ followerUid$/, 'follower of a trader'],
  [/^copy\.follower\.(closePositions|settingTpsl) traderId$/, 'trader of a position that follows'],
  [/^copy\.trader\.endPortfolio traderId$/, 'new portfolio of a trader'],
  [/^copy\.follower\.\w+ trackingNo$/, 'position that follows'],
  [/^copy\.trader\.\w+ traderId$/, 'portfolio of a trader'],
  [/^copy\.trader\.\w+ trackingNo$/, 'position of a trader'],
  [/^copy\.follower\.\w+ traderId$/, 'trader who is followed'],
];

/** Names that a request gives to what it makes: to each person their own (own-ids.test.ts). */
const NAMING = /\.(?:batchC|c)ancel|\.(?:batchM|m)odify|\.pause|\.resume/;
const GIVEN = /^(?:orderList\[\]\.)?(?:new|stop\w*)ClientOid$/;

function gives({ method, name }: RouteSpec, field: string): boolean {
  if (GIVEN.test(field)) return true;
  return method === 'POST' && field.endsWith('clientOid') && !NAMING.test(name);
}

/** Fields that name nothing: there is no platform coin, so nothing ever became it. */
const NOTHING = ['convert.bgbRecords orderId'];
/** Fields that name what everybody may see: anybody may follow a trader. */
const PUBLIC = ['copy.follower.follow traderId'];
const NAMELESS = [...NOTHING, ...PUBLIC];

/** Ids that look like others, as fields without the form of one do. */
const TEXTS = /^(?:address|subAccountApiKey)$/;

/** A field of a route that is asked for. */
interface Cell {
  readonly route: RouteSpec;
  /** `orderId`, `idList[]`, `orderList[].orderId`. */
  readonly field: string;
}

/** The fields of a request that have the form of an id. */
function idsIn(request: TObject, at = ''): string[] {
  return Object.entries(request.properties).flatMap(([name, schema]) => {
    const { 'x-form': form, items } = schema as { 'x-form'?: string; items?: TObject };
    if (items !== undefined) {
      if ('properties' in items) return idsIn(items, `${at}${name}[].`);
      return (items as { 'x-form'?: string })['x-form'] === 'id' ? [`${at}${name}[]`] : [];
    }
    const named = form === 'id' || form === 'clientOid' || TEXTS.test(name);
    return named && !/id(?:Less|Greater)Than$/.test(name) ? [at + name] : [];
  });
}

const CELLS = ROUTES.filter(({ access }) => access.auth === 'signed').flatMap((route) =>
  idsIn(route.request)
    .filter((field) => !gives(route, field) && !NAMELESS.includes(`${route.name} ${field}`))
    .map((field): Cell => ({ route, field })),
);

const lastHour = (): Fields => ({
  startTime: String(Date.now() - HOUR_MS),
  endTime: String(Date.now() + HOUR_MS),
});

/** Fields that a request needs beyond those that it must have. */
const MORE: Readonly<Record<string, (asker: Holder) => Fields>> = {
  'spot.trade.modifyOrder': () => ({ ...PAIR, newPrice: '58000', newSize: '0.02' }),
  'spot.trade.batchModifyOrder': () => ({ ...PAIR, newPrice: '58000', newSize: '0.02' }),
  'spot.trade.cancelOrder': () => PAIR,
  'spot.trade.batchCancelOrder': () => PAIR,
  'spot.trade.modifyPlanOrder': () => ({ triggerPrice: '64000', executePrice: '58000' }),
  'spot.trade.modifyParentOrder': () => ({ price: '58000' }),
  'spot.trade.cancelReplaceOrder': () => ({ price: '58000' }),
  'spot.trade.batchCancelReplaceOrder': () => ({ ...PAIR, price: '58000', size: '0.02' }),
  'spot.wallet.depositRecords': lastHour,
  'spot.wallet.withdrawalRecords': lastHour,
  'spot.wallet.withdrawal': () => ({ chain: 'HALCYON', size: '50' }),
  'mix.trade.modifyOrder': () => ({ ...MIX, newPrice: '58000', newSize: '0.02' }),
  'mix.trade.batchCancelOrders': () => MIX,
  'mix.plan.modifyPlanOrder': () => ({ newTriggerPrice: '58600' }),
  'mix.plan.modifyTpslOrder': () => ({ triggerPrice: '61500' }),
  'mix.plan.plansHistory': () => ({ planType: 'normal_plan' }),
  'mix.plan.plansPending': () => ({ planType: 'normal_plan' }),
  'mix.plan.planSubOrder': () => ({ planType: 'normal_plan' }),
  'user.modifyVirtualSubAccountApiKey': ({ sub, subKey }) => ({
    subAccountUid: wireUserId(sub),
    subAccountApiKey: subKey.apiKey,
    passphrase: 'passphrase1',
  }),
  'spot.wallet.subAccountTransfer': ({ uid }) => ({
    ...{ fromUserId: wireUserId(uid), toUserId: wireUserId(uid) },
    toType: 'p2p',
  }),
  'spot.wallet.subAccountDepositRecords': ({ sub }) => ({ subUid: wireUserId(sub) }),
  'copy.trader.modifyTpsl': () => ({ stopLossPrice: '50000' }),
  'copy.follower.settingTpsl': () => ({ stopLossPrice: '50000' }),
};

/** A request in which a field names something, and no other field does unless it must. */
function requestOf({ route, field }: Cell, value: string, asker: Holder, more: Fields): Fields {
  const [head = '', tail] = field.split(/\[\]\.?/);
  const sample = { ...sampleRequest(route), ...MORE[route.name]?.(asker), ...more };
  const wanted = (schema: TObject): Fields =>
    Object.fromEntries(
      Object.entries(sample).filter(([name]) => {
        if (name in more || MORE[route.name]?.(asker)[name] !== undefined) return true;
        return (schema.required as string[] | undefined)?.includes(name);
      }),
    );
  const base = wanted(route.request);
  if (tail === undefined) return { ...base, [head]: value };
  if (tail === '') return { ...base, [head]: [value] };
  const { items } = route.request.properties[head] as unknown as { readonly items: TObject };
  return { ...base, [head]: [{ ...wanted(items), [tail]: value }] };
}

/** What nobody has, in the form of what the owner has. */
function absentOf(field: string, value: string): string {
  if (field.endsWith('clientOid')) return 'nobodys-own';
  if (field === 'address') return addressOf(OUTSIDE + 1, USDT);
  if (field === 'subAccountApiKey') return value.replace(/.{8}$/, '00000000');
  if (/(?:Uid|UserId)$/.test(field)) return wireUserId(999_999);
  const digits = value.slice(0, -6);
  return parseWireId(value) === null ? `${digits}999999` : `${digits}899999`;
}

async function ask(cell: Cell, value: string, asker: Holder, more: Fields): Promise<Reply> {
  const { method, path } = cell.route;
  estate.prices();
  const fields = requestOf(cell, value, asker, more);
  const { status, text } = await estate.wire(asker.key, method, path, fields);
  return { status, text: text.replaceAll(value, '#') };
}

describe('S8 an id of another person', () => {
  it('is looked for in every field that has the form of one', () => {
    expect(CELLS.length).toBeGreaterThan(70);
    const unknown = CELLS.map(({ route, field }) => `${route.name} ${field}`).filter(
      (cell) => !NAMES.some(([form]) => form.test(cell)),
    );
    expect(unknown).toEqual([]);
  });

  const each = CELLS.map((cell) => [`${cell.route.path} ${cell.field}`, cell] as const);
  it.each(each)('%s is as good as none', async (_name, cell) => {
    const { owner, other } = estate;
    const told = `${cell.route.name} ${cell.field}`;
    const [, thing = ''] = NAMES.find(([form]) => form.test(told)) ?? [];
    estate.prices();
    const { id, clientOid = '', more = {} } = await things[thing]!();
    const value = cell.field.endsWith('clientOid') ? clientOid : id;
    const absent = absentOf(cell.field, value);
    const before = await estate.belongings(owner);

    const foreign = await ask(cell, value, other, more);
    expect(foreign).toEqual(await ask(cell, absent, other, more));
    expect(await estate.belongings(owner)).toBe(before);

    // Its owner is told of it: the request was one that could have.
    const own = await ask(cell, value, owner, more);
    expect(own).not.toEqual(await ask(cell, absent, owner, more));
    expect(JSON.parse(own.text)).toMatchObject({ code: '00000' });
  });
});
