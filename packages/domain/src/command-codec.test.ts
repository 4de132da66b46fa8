/** Commands of contracts as bytes: all of them come back as they were, damaged ones do not. */
import { describe, expect, test } from 'vitest';
import { COMMAND_BYTES_MAX, CommandDecoder, encodeCommand } from './command-codec.ts';
import { CommandKind } from './command-kinds.ts';
import type {
  AmendPlanCommand,
  Command,
  PlaceCommand,
  PlacePlanCommand,
  PlanTerms,
} from './commands.ts';
import { type ContractTerms, ORDER_OPTIONS } from './contracts.ts';
import { PlanType } from './order-kinds.ts';
import { TriggerBy } from './orders.ts';

const OPERATOR = { actor: 'ada', reason: 'prüfte sie' };
const AT = { seq: 7, time: 1_700_000_000_000 };
const ACCOUNT = { account: 132, instrument: 3 };
const TERMS: ContractTerms = {
  tiers: [
    { upTo: 1_000, leverageMax: 20, maintenancePpm: 20_000 },
    { upTo: 5_000, leverageMax: 10, maintenancePpm: 40_000 },
  ],
  makerPpm: 0,
  takerPpm: 600,
  liquidationPpm: 10_000,
  liquidationBandPpm: 100_000,
  openInterestMax: Number.MAX_SAFE_INTEGER,
  fundingIntervalMs: 3_600_000,
  interestRate: -10_000,
  premiumClamp: 50_000,
  fundingCap: 2_000_000,
};
const PLACE: PlaceCommand = {
  kind: CommandKind.place,
  ...AT,
  ...ACCOUNT,
  side: 1,
  type: 0,
  timeInForce: 0,
  selfTrade: 0,
  price: 100,
  quantity: 5,
  quoteAmount: 0,
  clientId: 'a-1',
  takeProfitTrigger: 90,
  takeProfitPrice: 0,
  stopLossTrigger: 110,
  stopLossPrice: 111,
};
const PLAN: PlacePlanCommand = {
  kind: CommandKind.placePlan,
  ...AT,
  ...ACCOUNT,
  side: 1,
  planType: PlanType.positionLoss,
  triggerBy: TriggerBy.index,
  selfTrade: 0,
  triggerPrice: 90,
  price: 0,
  quantity: 0,
  quoteAmount: 0,
  callbackPpm: 0,
  clientId: '',
};

const TAKES: PlanTerms = {
  side: 1,
  planType: 5,
  triggerBy: TriggerBy.mark,
  selfTrade: 0,
  triggerPrice: 110,
  price: 0,
  quantity: 0,
  quoteAmount: 0,
  callbackPpm: 0,
  clientId: 'take#1',
};

const ATTACHED = {
  takeProfitTrigger: 120,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};
const AMENDED: AmendPlanCommand = {
  kind: CommandKind.amendPlan,
  ...AT,
  account: 132,
  order: 7,
  clientId: '',
  triggerPrice: 95,
  price: -1,
  quantity: 0,
  quoteAmount: 0,
};

/** Fixed layouts: their length is known from their first bytes. */
const FIXED: readonly Command[] = [
  { kind: CommandKind.prices, ...AT, entries: [] },
  { kind: CommandKind.prices, ...AT, entries: [3, 100] },
  { kind: CommandKind.prices, ...AT, entries: [0, 1, 4_095, Number.MAX_SAFE_INTEGER, 9, 2 ** 31] },
  { kind: CommandKind.setLeverage, ...AT, ...ACCOUNT, leg: 2, leverage: 125 },
  { kind: CommandKind.setLeverage, ...AT, ...ACCOUNT, leg: 0, leverage: 5, shortLeverage: 7 },
  { kind: CommandKind.setMarginMode, ...AT, ...ACCOUNT, mode: 1 },
  { kind: CommandKind.setPositionMode, ...AT, account: 132, mode: 1 },
  { kind: CommandKind.changeMargin, ...AT, ...ACCOUNT, leg: 1, amount: -Number.MAX_SAFE_INTEGER },
  { kind: CommandKind.setAutoMargin, ...AT, ...ACCOUNT, leg: 0, on: 1 },
  PLAN,
  AMENDED,
  { ...AMENDED, callbackPpm: 20_000 },
  { ...AMENDED, triggerBy: TriggerBy.last, clientId: 'b' },
  { ...AMENDED, attached: ATTACHED },
  { ...PLAN, attached: ATTACHED },
  { ...PLAN, clientId: 'c', options: 1, attached: { ...ATTACHED, stopLossBy: TriggerBy.mark } },
  ...[1, 2, 12, ORDER_OPTIONS].flatMap((options) => [
    { ...PLACE, options },
    { ...PLAN, options },
  ]),
];

const RARE: readonly Command[] = [
  {
    kind: CommandKind.listContract,
    ...AT,
    symbol: 'BTCUSDT',
    base: 0,
    quote: 1,
    priceScale: 1,
    quantityScale: 3,
    state: 0,
    quantityMin: 1,
    quantityMax: 100,
    notionalMin: 0,
    bandPpm: 50_000,
    openOrdersMax: 50,
    contract: TERMS,
  },
  {
    kind: CommandKind.setContract,
    ...AT,
    instrument: 3,
    contract: TERMS,
    actor: 'operator',
    reason: 'Höhere Stufen für größere Positionen',
  },
  { kind: CommandKind.placePlanPair, ...AT, ...ACCOUNT, plans: [TAKES, { ...TAKES, options: 3 }] },
];

const OFFSET = 17;

function encoded(command: Command): { bytes: Uint8Array; length: number } {
  const bytes = new Uint8Array(COMMAND_BYTES_MAX + 64);
  return { bytes, length: encodeCommand(command, bytes, OFFSET) };
}

const named = (commands: readonly Command[]): [string, Command][] =>
  commands.map((command) => [JSON.stringify(command).slice(0, 60), command]);

test.each<Command>([
  { kind: CommandKind.setUserMode, ...AT, user: 16, mode: 2, keepsMoney: true, ...OPERATOR },
  { kind: CommandKind.setUserMode, ...AT, user: 16, mode: 0, ...OPERATOR },
  {
    ...{ kind: CommandKind.requestPayout, ...AT, account: 128, to: 136, asset: 3 },
    ...{ amount: 2n ** 53n - 1n, address: 'hal1', ...OPERATOR },
  },
])('closings and payouts come back as they were', (command) => {
  const { bytes, length } = encoded(command);
  expect(new CommandDecoder().decode(bytes, OFFSET, length)).toEqual(command);
  expect(() => new CommandDecoder().decode(bytes, OFFSET, length - 1)).toThrow();
});

describe('commands of contracts', () => {
  test.each(named([...FIXED, ...RARE]))('%s comes back as it was', (_name, command) => {
    const { bytes, length } = encoded(command);
    expect(length).toBeLessThanOrEqual(COMMAND_BYTES_MAX);
    const decoder = new CommandDecoder();
    expect(decoder.decode(bytes, OFFSET, length)).toEqual(command);
    expect(decoder.kind).toBe(command.kind);
  });

  test.each(named(FIXED))('%s of another length is refused', (_name, command) => {
    const { bytes, length } = encoded(command);
    const decoder = new CommandDecoder();
    const damaged = /wrong length|too early|shorter/;
    expect(() => decoder.decode(bytes, OFFSET, length + 1)).toThrow(damaged);
    for (let cut = 1; cut <= length - 1; cut++) {
      expect(() => decoder.decode(bytes, OFFSET, length - cut)).toThrow(damaged);
    }
  });

  test.each(named(RARE))('%s that is cut off is refused', (_name, command) => {
    const { bytes, length } = encoded(command);
    expect(() => new CommandDecoder().decode(bytes, OFFSET, length - 1)).toThrow();
  });

  test('options of one order are not those of the next', () => {
    const decoder = new CommandDecoder();
    const first = encoded({ ...PLACE, options: ORDER_OPTIONS });
    const second = encoded(PLACE);
    decoder.decode(first.bytes, OFFSET, first.length);
    expect(decoder.decode(second.bytes, OFFSET, second.length)).toHaveProperty('options', 0);
  });

  test('prices that are no whole numbers are not written', () => {
    for (const bad of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const command: Command = { kind: CommandKind.prices, ...AT, entries: [3, bad] };
      expect(() => encoded(command)).toThrow(/not whole/);
    }
  });

  test('more prices than a command has room for are not written', () => {
    const entries = Array.from({ length: 2_000 }, () => 1_000_000);
    expect(() => encoded({ kind: CommandKind.prices, ...AT, entries })).toThrow(/over 4096 bytes/);
  });

  test('the most tiers fit', () => {
    const tiers = Array.from({ length: 32 }, (_, i) => ({
      upTo: Number.MAX_SAFE_INTEGER - i,
      leverageMax: 200,
      maintenancePpm: 999_999,
    }));
    const command = { ...RARE[1]!, contract: { ...TERMS, tiers } } as Command;
    expect(encoded(command).length).toBeLessThanOrEqual(COMMAND_BYTES_MAX);
  });
});
