/** Orders that are refused when they are placed: an event each, of people alone. */
import { Core, NEWEST_RULES, restoreCore, snapshotCore } from '@halcyon/core';
import {
  type AccountId,
  AccountKind,
  accountOf,
  type CommandInput,
  CommandKind,
  EventKind,
  FIRST_USER_ID,
  type OrderRefusedEvent,
  OrderType,
  PlanType,
  RefusedForm,
  Reject,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
  TriggerBy,
} from '@halcyon/domain';
import { beforeEach, expect, test } from 'vitest';

const PERSON = accountOf(FIRST_USER_ID, AccountKind.spot);
const BOT = accountOf(FIRST_USER_ID + 1, AccountKind.spot);
const NOBODY = accountOf(FIRST_USER_ID + 2, AccountKind.spot);

let core: Core;

beforeEach(() => {
  core = new Core();
  send({ kind: CommandKind.setRules, version: NEWEST_RULES });
  for (const code of ['USDT', 'BTC']) {
    send({ kind: CommandKind.listAsset, code, name: code, scale: 8 });
  }
  send({
    ...{ kind: CommandKind.listInstrument, symbol: 'BTCUSDT', base: 1, quote: 0 },
    ...{ priceScale: 2, quantityScale: 4, priceStep: 1, quantityStep: 1, state: 0 },
    ...{ quantityMin: 1, quantityMax: 1_000_000, notionalMin: 1, bandPpm: 100_000 },
    openOrdersMax: 100,
  });
  send({ kind: CommandKind.seedLastPrice, instrument: 0, price: 10_000 });
  send({ kind: CommandKind.openUser, simulated: false });
  send({ kind: CommandKind.openUser, simulated: true });
});

function send(input: CommandInput): void {
  const { seq, time } = core.state;
  core.apply({ ...input, seq: seq + 1, time: time + 1 } as Parameters<Core['apply']>[0]);
}

/** What is told of a command that is refused. */
function told(input: CommandInput): readonly OrderRefusedEvent[] {
  core.state.log.reset();
  send(input);
  expect(core.outcome.code).not.toBe(0);
  return core.state.log.decode().filter((event) => event.kind === EventKind.orderRefused);
}

function place(account: AccountId, more: object = {}): CommandInput {
  return {
    ...{ kind: CommandKind.place, account, instrument: 0, side: Side.buy },
    ...{ type: OrderType.limit, timeInForce: TimeInForce.gtc, selfTrade: SelfTrade.none },
    ...{ price: 10_000, quantity: 50, quoteAmount: 0, clientId: 'mine' },
    ...{ takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 },
    ...more,
  } as CommandInput;
}

const PLAN = {
  ...{ side: Side.sell, planType: PlanType.trigger, triggerBy: TriggerBy.last },
  ...{ selfTrade: SelfTrade.none, triggerPrice: 9_900, price: 0, quantity: 50 },
  ...{ quoteAmount: 0, callbackPpm: 0, clientId: '' },
};

test('an order: what was asked for, why it was refused, and the numbers of the answer', () => {
  const [event, ...more] = told(place(PERSON));
  const { seq, time } = core.state;
  const value = 10_000 * 50 * core.state.markets[0]!.instrument.quoteFactor;
  expect(event).toEqual({
    ...{ kind: EventKind.orderRefused, seq, time, account: PERSON, instrument: 0 },
    ...{ form: RefusedForm.order, side: Side.buy, type: OrderType.limit, trigger: 0 },
    ...{ price: 10_000, quantity: 50, quoteAmount: 0, clientId: 'mine' },
    ...{ code: Reject.insufficientBalance, limit: 0, value },
  });
  expect(more).toEqual([]);
});

test('plans and both halves of an OCO', () => {
  const at = { account: PERSON, instrument: 0 };
  const plan = { kind: CommandKind.placePlan, ...at, ...PLAN };
  expect(told({ ...plan, quantity: 0 } as CommandInput)).toMatchObject([
    { form: RefusedForm.plan, side: Side.sell, type: OrderType.market, trigger: 9_900 },
  ]);
  const plans = [PLAN, { ...PLAN, price: -1 }] as const;
  expect(told({ kind: CommandKind.placePlanPair, ...at, plans })).toMatchObject([
    { form: RefusedForm.plan, price: -1 },
  ]);
  const oco = {
    ...{ kind: CommandKind.placeOco, ...at, side: Side.sell, selfTrade: SelfTrade.none },
    ...{ price: 9_000, quantity: 50, stopTrigger: 9_500, stopPrice: 0 },
    ...{ clientId: '', stopClientId: '' },
  };
  expect(told(oco as CommandInput)).toMatchObject([
    { form: RefusedForm.oco, price: 9_000, trigger: 9_500, code: Reject.ocoPrices },
  ]);
});

test('nothing of simulated traders, of nobody, of an unknown instrument or of no number', () => {
  expect(told(place(BOT))).toEqual([]);
  expect(told(place(NOBODY))).toEqual([]);
  expect(told(place(SystemAccount.faucet))).toEqual([]);
  expect(told(place(PERSON, { instrument: 7 }))).toEqual([]);
  expect(told(place(PERSON, { quantity: 1.5 }))).toEqual([]);
  expect(told({ kind: CommandKind.cancel, account: PERSON, order: 9, clientId: '' })).toEqual([]);
});

test('it changes nothing, and a restored exchange tells the same', () => {
  const restored = restoreCore(snapshotCore(core));
  const [event] = told(place(PERSON));
  core = restored;
  expect(told(place(PERSON))).toEqual([event]);
});
