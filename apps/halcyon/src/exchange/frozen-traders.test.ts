/** Traders who were frozen while the core was not told: their followers leave with the next start. */
import { Core, NEWEST_RULES } from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  COPY_DEFAULTS,
  type Command,
  type CommandInput,
  CommandKind,
  PositionMode,
  SystemAccount,
} from '@halcyon/domain';
import { expect, test } from 'vitest';
import { endFrozenTraders } from './frozen-traders.ts';

const [ANN, BOB, CAT] = [16, 17, 18];
const COIN = 10_000;
const LIMITS = { priceStep: 1, quantityStep: 1, quantityMin: 1, quantityMax: 1_000 };
const CONTRACT = {
  tiers: [{ upTo: 1_000, leverageMax: 20, maintenancePpm: 20_000 }],
  ...{ makerPpm: 0, takerPpm: 0, liquidationPpm: 10_000, liquidationBandPpm: 100_000 },
  ...{ openInterestMax: 1_000, fundingIntervalMs: 3_600_000, interestRate: 10_000 },
  ...{ premiumClamp: 50_000, fundingCap: 2_000_000 },
};
const SCALES = { priceScale: 0, quantityScale: 0, notionalMin: 0, bandPpm: 500_000 };

test('only who is frozen ends, once', async () => {
  const core = new Core();
  const sent: number[] = [];
  const apply = (input: CommandInput) => {
    sent.push(input.kind);
    const { code, limit, value, id } = core.apply({
      ...{ ...input, seq: core.state.seq + 1, time: 1_000 },
    } as Command);
    core.state.log.reset();
    return { code, limit, value, id, seq: core.state.seq, time: 1_000 };
  };
  apply({ kind: CommandKind.setRules, version: NEWEST_RULES });
  apply({ kind: CommandKind.listAsset, code: 'BTC', name: 'Bitcoin', scale: 3 });
  apply({ kind: CommandKind.listAsset, code: 'USD', name: 'Dollar', scale: 4 });
  apply({
    ...{ kind: CommandKind.listContract, symbol: 'BTCUSD', base: 0, quote: 1, state: 0 },
    ...{ ...LIMITS, ...SCALES, openOrdersMax: 100, contract: CONTRACT },
  });
  const by = { from: SystemAccount.faucet, actor: 'test', reason: 'test', reference: '' };
  for (const user of [ANN, BOB, CAT]) {
    apply({ kind: CommandKind.openUser, simulated: false });
    const account = accountOf(user, AccountKind.spot);
    const amount = BigInt(10_000 * COIN);
    apply({ kind: CommandKind.deposit, account, asset: 1, amount, ...by });
  }
  const terms = { sharePpm: 0, followersMax: 10, amountMin: 100 * COIN, code: '' };
  const opened = [ANN, CAT].map((user) => {
    const about = { user, asset: 1, amount: BigInt(1_000 * COIN) };
    const offered = { ...terms, amountMax: 10_000 * COIN };
    const kind = CommandKind.openCopyPortfolio;
    return apply({ kind, ...about, terms: offered, positionMode: PositionMode.oneWay }).id;
  });
  for (const trader of opened) {
    const follow = { user: BOB, trader, amount: BigInt(500 * COIN), code: '' };
    const { code } = apply({
      ...{ kind: CommandKind.followTrader, ...follow, settings: COPY_DEFAULTS },
    });
    expect(code).toBe(0);
  }
  const engine = { submit: async (input: CommandInput) => apply(input), status: 'running' };
  const frozen = [{ uid: ANN }] as const;
  const identity = { listUsers: async () => frozen };
  const starts = () => endFrozenTraders({ core, engine } as never, { identity } as never);
  await starts();
  const { copies } = core.state;
  expect(opened.map((one) => copies.trader(one)?.closing)).toEqual([true, false]);
  const before = sent.length;
  await starts();
  expect(sent.length).toBe(before);
  while (core.deadline === 0) apply({ kind: CommandKind.tick });
  expect(opened.map((one) => copies.trader(one) === null)).toEqual([true, false]);
});
