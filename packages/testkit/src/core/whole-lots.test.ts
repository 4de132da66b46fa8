/** What gives an amount to spend has no part of a lot beside it: records keep whole lots. */
import { Core, NEWEST_RULES } from '@halcyon/core';
import { accountOf, type Command, type CommandInput, CommandKind, Reject } from '@halcyon/domain';
import { expect, test } from 'vitest';

const NO_EXITS = { takeProfitTrigger: 0, takeProfitPrice: 0, stopLossTrigger: 0, stopLossPrice: 0 };
const [ANN, BOB] = [accountOf(16, 0), accountOf(17, 0)];

function exchange(rules: number): (input: CommandInput) => number {
  const core = new Core();
  const submit = (input: CommandInput): number =>
    core.apply({ ...input, seq: core.state.seq + 1, time: 1_000 } as Command).code;
  submit({ kind: CommandKind.setRules, version: rules });
  submit({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 2 });
  submit({ kind: CommandKind.listAsset, code: 'BTC', name: 'Coin', scale: 4 });
  const limits = { state: 0, quantityMin: 1, quantityMax: 1_000, notionalMin: 1, bandPpm: 500_000 };
  const steps = { priceStep: 1, quantityStep: 1, priceScale: 0, quantityScale: 2 };
  submit({
    ...{ kind: CommandKind.listInstrument, symbol: 'BTCUSD', base: 1, quote: 0 },
    ...{ ...limits, ...steps, openOrdersMax: 10 },
  } as CommandInput);
  for (const account of [ANN, BOB]) {
    submit({ kind: CommandKind.openUser, simulated: false });
    for (const asset of [0, 1]) {
      const money = { kind: CommandKind.deposit, account, from: 0, asset, amount: 1_000_000n };
      submit({ ...money, actor: 't', reason: 't', reference: '' } as CommandInput);
    }
  }
  const plain = { kind: CommandKind.place, instrument: 0, selfTrade: 0, clientId: '', ...NO_EXITS };
  const rest = { type: 0, timeInForce: 0, price: 100, quantity: 10, quoteAmount: 0, side: 1 };
  expect(submit({ ...plain, ...rest, account: BOB } as CommandInput)).toBe(0);
  return submit;
}

const buy = (quantity: number) =>
  ({
    ...{ kind: CommandKind.place, account: ANN, instrument: 0, side: 0, type: 1, timeInForce: 1 },
    ...{ selfTrade: 0, price: 0, quantity, quoteAmount: 1_000, clientId: '' },
    ...NO_EXITS,
  }) as CommandInput;

test.each([1.5, -1, 2 ** 53])('a buy by amount with %d lots beside it is refused', (quantity) => {
  expect(exchange(NEWEST_RULES)(buy(quantity))).toBe(Reject.quantityTooSmall);
  expect(exchange(12)(buy(quantity))).toBe(0);
});

test('one with none is taken', () => {
  expect(exchange(NEWEST_RULES)(buy(0))).toBe(0);
});
