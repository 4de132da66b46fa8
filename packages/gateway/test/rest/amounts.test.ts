/**
 * Every number of every route of the trading API: what is too large, negative, too fine or no number is
 * refused by the name of its field, at once, and changes nothing. Made from what the routes declare.
 */
import { wireUserId } from '@halcyon/domain';
import { ROUTES, type RouteSpec } from '@halcyon/protocol';
import type { TObject } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Estate, type Fields } from '../estate.ts';
import { MIX, thingsOf } from '../things.ts';
import { sampleRequest } from './harness.ts';

let estate: Estate;
beforeAll(async () => {
  estate = await Estate.open();
});
afterAll(() => estate.close());

interface Cell {
  readonly route: RouteSpec;
  /** `size`, `orderList[].size`. */
  readonly field: string;
  readonly form: string;
}

/** The numbers of a request. */
function numbersIn(request: TObject, at = ''): { field: string; form: string }[] {
  return Object.entries(request.properties).flatMap(([name, schema]) => {
    const { 'x-form': form = '', items } = schema as { 'x-form'?: string; items?: TObject };
    if (items !== undefined && 'properties' in items) return numbersIn(items, `${at}${name}[].`);
    const number = form === 'decimal' || form === 'signed' || form === 'whole';
    return number ? [{ field: at + name, form }] : [];
  });
}

const CELLS: readonly Cell[] = ROUTES.flatMap((route) =>
  numbersIn(route.request).map((number) => ({ route, ...number })),
);

/** 10^30, the longest that is read, below zero, finer than anything, longer than anything, and no plain decimals. */
const HOSTILE = [
  `1${'0'.repeat(30)}`,
  '9'.repeat(39),
  '-1',
  `0.${'1'.repeat(38)}`,
  `1${'0'.repeat(60_000)}`,
  '1e30',
  'NaN',
];

/** What a request names that must be there. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/^spot\.trade\.(modifyOrder|batchModifyOrder|\w*[cC]ancelReplaceOrder) /, 'spot order'],
  [/^spot\.trade\.modifyPlanOrder /, 'spot plan'],
  [/^spot\.trade\.modifyParentOrder /, 'spot parent order'],
  [/^mix\.trade\.modifyOrder /, 'contract order'],
  [/^mix\.plan\.modifyPlanOrder /, 'contract plan'],
  [/^mix\.plan\.modifyTpslOrder /, 'take profit'],
  [/^mix\.trade\.reverse |^mix\.plan\.placePositionTpsl /, 'contract fill'],
  [/^mix\.account\.setMargin |^mix\.plan\.placeTpslOrder /, 'contract fill'],
  [/^spot\.wallet\.withdrawal /, 'address'],
  [/^convert\.trade /, 'quote'],
  [/^copy\.trader\.(modifyTpsl|settingSymbols) /, 'position of a trader'],
  [/^copy\.follower\.settingTpsl /, 'position that follows'],
  [/^copy\.follower\.settings /, 'trader who is followed'],
];
const OPENING = { openAmount: '1000', openPrice: '60000', leverage: '10', posSide: 'long' };
const PROFIT = { stopSurplusTriggerPrice: '65000' };
const LOSS = { stopLossTriggerPrice: '50000' };
/** Fields that a request needs, or with which the number counts. The first that fits counts. */
const MORE: readonly (readonly [RegExp, Fields])[] = [
  [/^spot\.wallet\.withdrawal /, { chain: 'HALCYON' }],
  [/^spot\.trade\.(placeOrder|batchOrders) .*triggerPrice/, { tpslType: 'tpsl' }],
  [/^spot\.trade\.\w* .*executeTakeProfitPrice/, { presetTakeProfitPrice: '65000' }],
  [/^spot\.trade\.\w* .*executeStopLossPrice/, { presetStopLossPrice: '50000' }],
  [/^spot\.trade\.placePlanOrder callbackRatio/, { planType: 'track_plan' }],
  [/^spot\.trade\.modifyPlanOrder /, { orderType: 'limit' }],
  [/^margin\.\w+\.\w* .*quoteSize/, { orderType: 'market' }],
  [/^convert\.quotedPrice /, { fromCoin: 'USDT', toCoin: 'BTC' }],
  [/^mix\.market\.\w*[cC]andles /, { granularity: '1m' }],
  [/^mix\.account\.(openCount|maxOpen|liqPrice) /, { ...MIX, ...OPENING }],
  [/^mix\.account\./, { marginCoin: 'USDT', holdSide: 'long' }],
  [/^mix\.trade\.placeOrder \w*SurplusExecute/, { presetStopSurplusPrice: '65000' }],
  [/^mix\.trade\.placeOrder \w*LossExecute/, { presetStopLossPrice: '50000' }],
  [/^mix\.trade\.batchPlaceOrder .*SurplusExecute/, { presetStopSurplusPrice: '65000' }],
  [/^mix\.trade\.batchPlaceOrder .*LossExecute/, { presetStopLossPrice: '50000' }],
  [/^mix\.plan\.placePlanOrder callback/, { planType: 'track_plan' }],
  [/^mix\.plan\.placePlanOrder price/, { planType: 'normal_plan', executePrice: undefined }],
  [/^mix\.plan\.placePlanOrder stopSurplusExec/, { stopSurplusTriggerPrice: '65000' }],
  [/^mix\.plan\.placePlanOrder stopLossExec/, { stopLossTriggerPrice: '50000' }],
  [/^mix\.plan\.placeTpslOrder rangeRate/, { ...MIX, holdSide: 'long', planType: 'moving_plan' }],
  [/^mix\.plan\.placeTpslOrder /, { ...MIX, holdSide: 'long', planType: 'profit_plan' }],
  [/^mix\.plan\.placePositionTpsl \w+TriggerPrice/, { ...MIX, holdSide: 'long' }],
  [/^mix\.plan\.placePositionTpsl stopSurplus/, { ...MIX, holdSide: 'long', ...PROFIT }],
  [/^mix\.plan\.placePositionTpsl stopLoss/, { ...MIX, holdSide: 'long', ...LOSS }],
  [/^copy\.follower\.follow equity/, { equityGuardian: 'on' }],
];

/** Numbers that a request may name and that say nothing in it: why. */
const UNREAD: readonly (readonly [RegExp, string])[] = [
  [/^spot\.trade\.(placeOrder|batchOrders) .*triggerPrice/, 'orders with a trigger are plans'],
  [/^mix\.account\.unionConvert /, 'there are no accounts with union margin'],
];

/** Numbers that are none of these after all. */
const taken: readonly (readonly [RegExp, string])[] = [
  // What is taken out of a position.
  [/^mix\.account\.setMargin amount/, '-1'],
];

let named: Awaited<ReturnType<ReturnType<typeof thingsOf>[string]>> | null;

/** A request of a route in which one number is `value` and everything else is right. */
function requestOf({ route, field }: Cell, value: string): Fields {
  const { owner } = estate;
  const told = `${route.name} ${field}`;
  const users = { fromUserId: wireUserId(owner.uid), toUserId: wireUserId(owner.sub) };
  const [, more = {}] = MORE.find(([form]) => form.test(told)) ?? [];
  const { id, more: besides = {} } = named ?? { id: '' };
  const things = {
    ...{ orderId: id, planOrderId: id, traceId: id, address: id },
    ...{ trackingNo: id, traderId: id },
  };
  const right = (sample: Fields, properties: object): Fields => {
    const known = Object.entries({ ...users, ...(named !== null && things) });
    const fits = known.filter(([name]) => Object.hasOwn(properties, name));
    return { ...sample, ...Object.fromEntries(fits), ...more };
  };
  const { properties } = route.request;
  const base = { ...right(sampleRequest(route), properties), ...besides };
  const [head = '', tail] = field.split('[].');
  if (tail === undefined) return { ...base, [head]: value };
  const { items } = properties[head] as unknown as { readonly items: TObject };
  const [item = {}] = (base as Record<string, Fields[]>)[head] ?? [];
  return { ...base, [head]: [{ ...right(item, items.properties), [tail]: value }] };
}

describe('a number that is too large, negative, too fine or none', () => {
  it('is looked for in every route', () => {
    expect(CELLS.length).toBeGreaterThan(250);
  });

  const each = CELLS.map((cell) => [`${cell.route.name} ${cell.field}`, cell] as const);
  it.each(each)('%s is refused by name', async (told, cell) => {
    const { method, path } = cell.route;
    const { engine } = estate.server;
    const [, thing] = NAMED.find(([form]) => form.test(told)) ?? [];
    estate.prices();
    named = thing === undefined ? null : await thingsOf(estate)[thing]!();
    const unread = UNREAD.some(([form]) => form.test(told));
    const leaf = cell.field.replace(/^.*\./, '');
    for (const value of HOSTILE) {
      estate.prices();
      const before = await estate.belongings(estate.owner);
      const commands = engine.submitted.length;
      const { text } = await estate.wire(estate.owner.key, method, path, requestOf(cell, value));
      if (unread || taken.some(([form, fine]) => form.test(told) && fine === value)) continue;
      const messages = [...text.matchAll(/"(?:msg|errorMsg)":"((?:[^"\\]|\\.)*)"/g)];
      const said = messages.map(([, message = '']) => message).join('\n');
      expect([value.slice(0, 40), said]).toEqual([
        value.slice(0, 40),
        expect.stringMatching(new RegExp(`\\b${leaf}\\b`)),
      ]);
      expect(said.length).toBeLessThan(300);
      expect(engine.submitted.length).toBe(commands);
      expect(await estate.belongings(estate.owner)).toBe(before);
    }
  });
});

describe('the same on a page', () => {
  const asked = { coin: 'USDT', clientOid: 'page', address: 'hal1x', size: '50' };
  it.each(['size', 'fee'])('of %s of a withdrawal', async (field) => {
    const { owner, server } = estate;
    for (const value of HOSTILE) {
      const commands = server.engine.submitted.length;
      const body = { ...asked, [field]: value };
      const { status, text } = await estate.web(owner, 'POST', '/withdrawals', body);
      const told = JSON.parse(text) as { field?: string; msg: string };
      // A fee that is not the one of now is refused for that, after what else is wrong.
      if (field === 'size' || value.length > 40) expect(told.msg).toContain(field);
      expect([status, told.msg.length < 300]).toEqual([400, true]);
      expect(server.engine.submitted.length).toBe(commands);
    }
  });
});
