/**
 * Random steps of withdrawals of eight users, deposits that are told more than once, and coins that are
 * sent over the chain, from a seed.
 */
import { NEWEST_RULES } from '@halcyon/core';
import {
  accountOf,
  type ChainGift,
  type CommandInput,
  CommandKind,
  SystemAccount,
  type Withdrawal,
  WithdrawalStatus,
} from '@halcyon/domain';
import { addOperators } from '@halcyon/testkit';

const USERS = 8;
const FIRST = 16;
/** Names that requests and deposits have: all of them are said again, by later processes too. */
const NAMES = 40;
/** Far more than are sent before a run ends: most are sent once. */
const GIFT_NAMES = 2_000;
const OPERATORS = ['ada', 'bob', 'eve'];

/** A whole number from 0 to below `n`. */
export type Below = (n: number) => number;

/** What has to come before: a coin, and users. */
export function withdrawalMarket(): CommandInput[] {
  return [
    { kind: CommandKind.setRules, version: NEWEST_RULES },
    { kind: CommandKind.listAsset, code: 'USDT', name: 'Tether', scale: 8 },
    ...addOperators(OPERATORS),
    ...Array.from({ length: USERS }, () => {
      return { kind: CommandKind.openUser, simulated: false } as const;
    }),
  ];
}

const accountBy = (below: Below): number => accountOf(FIRST + below(USERS), 0);

/** The same reference is always the same deposit. */
function deposit(below: Below): CommandInput {
  const name = below(NAMES);
  return {
    ...{ kind: CommandKind.deposit, from: SystemAccount.external, account: accountBy(below) },
    ...{ asset: 0, amount: BigInt(1_000 * (name + 1)), reference: `d${name}` },
    ...{ actor: 'chain', reason: 'deposit' },
  };
}

/** All that is ever sent over the chain, by name: the same one is sent again, by later processes too. */
export const GIFTS: readonly ChainGift[] = Array.from({ length: GIFT_NAMES }, (_, name) => ({
  ...{ account: accountOf(FIRST + (name % USERS), 0), from: SystemAccount.faucet, asset: 0 },
  ...{ amount: BigInt(7 * (name + 1)), reference: `gift ${name}` },
}));

function request(below: Below): CommandInput {
  return {
    ...{ kind: CommandKind.requestWithdrawal, account: accountBy(below), asset: 0 },
    to: below(3) === 0 ? accountBy(below) : SystemAccount.external,
    ...{ amount: BigInt(1 + below(20_000)), fee: BigInt(below(3) * 10), address: 'hal1' },
    clientId: below(2) === 0 ? `w${below(NAMES)}` : '',
    ...{ approvals: below(3), notBefore: 0, dayMax: 0n },
  };
}

/** What the chain does with a withdrawal: every process gets the same answer about the same one. */
export function fateOf(id: number) {
  const { confirmed, failed } = WithdrawalStatus;
  return { ends: id % 3 === 0 ? failed : confirmed, times: id % 3 === 1 ? 2 : 1 };
}

/** A step of one that is on its way, or of none. */
function decide(below: Below, open: readonly Withdrawal[]): CommandInput {
  const found = open[below(open.length + 1)];
  const withdrawal = found?.id ?? 999_999_999;
  const by = { actor: OPERATORS[below(3)]!, reason: 'looked at' };
  const kind = below(8);
  if (kind === 0) return { kind: CommandKind.refuseWithdrawal, withdrawal, ...by };
  if (kind > 1) return { kind: CommandKind.approveWithdrawal, withdrawal, ...by };
  const account = found?.account ?? accountBy(below);
  return { kind: CommandKind.cancelWithdrawal, account, withdrawal };
}

/** 1 to 8 commands. @param open those on their way */
export function randomSteps(below: Below, open: readonly Withdrawal[]): CommandInput[] {
  return Array.from({ length: 1 + below(8) }, () => {
    const what = below(10);
    if (what < 3) return deposit(below);
    return what < 6 ? request(below) : decide(below, open);
  });
}
