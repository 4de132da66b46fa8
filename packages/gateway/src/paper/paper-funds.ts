/** Paper money: what everybody starts with, adds and gives back. It is the faucet account's. */
import { randomUUID } from 'node:crypto';
import {
  type AccountId,
  AccountKind,
  type Asset,
  accountOf,
  type CommandInput,
  CommandKind,
  type CommandPort,
  EVERY_INSTRUMENT,
  formatDecimal,
  type Instrument,
  ownerOf,
  parseDecimal,
  SystemAccount,
  UNITS_MAX,
  type UserId,
  upperAscii,
} from '@halcyon/domain';
import type { PaperFundsChange, PaperFundsRow } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import type { PositionView, Views } from '@halcyon/views';
import type { ContractInstrument } from '../http/context.ts';
import { refusedField } from '../http/web-error.ts';
import { rejectError } from '../refusals/rejects.ts';
import { closeAll } from '../translate/contract-orders.ts';
import { bigUnitsOf } from '../translate/scaled.ts';
import { atOnce, unitsWorth } from '../translate/value.ts';
import { unitsElsewhere } from './paper-holdings.ts';
import { debtPayments, marginEndings, marginResetCost, marginTransfers } from './paper-margin.ts';

/** What a paper account starts with, by coin; those that are not listed are left out. */
const STARTING_FUNDS: Readonly<Record<string, string>> = {
  USDT: '100000',
  BTC: '1',
  ETH: '10',
};
/** Up to about this much of a coin an account can be filled, 10^-8 USDT: 1,000,000 USDT. */
const MOST_VALUE = 1_000_000_00000000n;
/** Tries of a reset that trades between its steps disturb. */
const RESET_TRIES = 5;

/** What paper money moves in. */
export interface FundsParts {
  readonly commands: CommandPort;
  readonly views: Views;
}

/**
 * Credits the starting funds, once: repeating it changes nothing.
 * @throws WireError
 */
export async function giveStartingFunds(parts: FundsParts, user: UserId): Promise<void> {
  const account = accountOf(user, AccountKind.spot);
  if (parts.views.balances(account).length > 0) return;
  await carryOut(parts, startingDeposits(parts.views, account, 'starting funds', 'start', startOf));
}

/** A row for every coin that can be had. @param account null = one that is not there yet */
export function fundsRows(
  { views }: Pick<FundsParts, 'views'>,
  account: AccountId | null,
): PaperFundsRow[] {
  const elsewhere = account === null ? undefined : unitsElsewhere(views, account);
  return views.assets().map((asset) => {
    const start = startOf(asset);
    const none = { available: start, held: 0n };
    const { available, held } = account === null ? none : views.balance(account, asset.id);
    const most = unitsWorth(views, asset, MOST_VALUE);
    const room = most - available - held - (elsewhere?.get(asset.id) ?? 0n);
    const text = (units: bigint): string => formatDecimal(units, asset.scale);
    return {
      coin: asset.code,
      available: text(available),
      start: text(start),
      addMax: text(room > 0n ? atOnce(room) : 0n),
      reduceMax: text(account === null ? 0n : atOnce(available)),
    };
  });
}

/**
 * Adds or takes away, all or nothing.
 * @throws WireError naming the field and its limit
 */
export async function changeFunds(
  parts: FundsParts,
  account: AccountId,
  { direction, coin, amount }: PaperFundsChange,
): Promise<void> {
  const asset = parts.views.assetByCode(upperAscii(coin));
  if (asset === undefined) throw refusedField('coin', `there is no coin ${coin.slice(0, 20)}`);
  const units = bigUnitsOf('amount', amount, asset);
  const row = fundsRows(parts, account).find((one) => one.coin === asset.code);
  const limit = (direction === 'add' ? row?.addMax : row?.reduceMax) ?? '0';
  if (units > (parseDecimal(limit, asset.scale) ?? 0n)) {
    const most = `${limit} ${asset.code}`;
    throw new WireError('fieldTooLarge', { field: 'amount', value: amount, limit: most });
  }
  const reference = `funds ${randomUUID()}`;
  const command =
    direction === 'add'
      ? deposit(account, asset, units, 'paper funds added', reference)
      : withdraw(account, asset, units, 'paper funds reduced');
  await carryOut(parts, [command]);
}

/** About how many commands a reset gives: positions close, every coin goes back and some come again. */
export function resetCost(views: Views, account: AccountId): number {
  const positions = views.contracts.positions(futuresOf(account));
  const ofCoins = 3 * views.assets().length;
  return positions.length + ofCoins + marginResetCost(views, account);
}

/**
 * Ends orders and plans, closes positions, takes every balance back and gives the starting funds again, of
 * what sub-accounts keep no more than up to the limit.
 * @throws WireError naming the contracts that still have a position
 */
export async function resetFunds(parts: FundsParts, account: AccountId): Promise<void> {
  await emptyAccount(parts, account);
  await giveBack(parts, account, 'paper reset');
  const reference = `reset ${randomUUID()}`;
  const elsewhere = unitsElsewhere(parts.views, account);
  const rows = new Map(fundsRows(parts, account).map((row) => [row.coin, row.addMax]));
  const given = (asset: Asset): bigint => {
    const [start, room] = [startOf(asset), parseDecimal(rows.get(asset.code) ?? '0', asset.scale)];
    // Who has nothing elsewhere gets all of it, whatever the coin is worth.
    return elsewhere.has(asset.id) && room !== null && room < start ? room : start;
  };
  await carryOut(parts, startingDeposits(parts.views, account, 'paper reset', reference, given));
}

/**
 * Ends every order and plan of an owner, closes the positions, pays what margin accounts owe and takes what
 * is left of all of them into the spot account.
 * @param account for spot @throws WireError naming the contracts that still have a position
 */
export async function emptyAccount(parts: FundsParts, account: AccountId): Promise<void> {
  const { commands, views } = parts;
  const futures = futuresOf(account);
  await carryOut(parts, [
    ...endings(account),
    ...endings(futures),
    ...marginEndings(views, account),
  ]);
  // As the owner could: in the book, at the market.
  await commands.submitAll(
    views.contracts.positions(futures).flatMap((position) => {
      const contract = views.instrument(position.instrument);
      return isContract(contract) ? closeAll(views, futures, contract, position).command : [];
    }),
  );
  const left = views.contracts.positions(futures);
  if (left.length > 0) throw positionsStay(views, left);
  await carryOut(
    parts,
    [futures, accountOf(ownerOf(account), AccountKind.funding)].flatMap((from) =>
      views.balances(from).flatMap(({ asset, available: amount }): CommandInput[] => {
        if (amount <= 0n) return [];
        return [{ kind: CommandKind.transfer, from, to: account, asset, amount, clientId: '' }];
      }),
    ),
  );
  await emptyMargin(parts, account);
}

/**
 * Pays what is owed and takes what is left of margin accounts into the spot account. An hour's interest may
 * come in between, and then a rest is owed, which is paid in turn.
 */
async function emptyMargin(parts: FundsParts, account: AccountId): Promise<void> {
  const { views } = parts;
  const payments = () =>
    debtPayments(views, account, (id, units) => {
      const asset = views.asset(id)!;
      return deposit(account, asset, units, 'paper debts paid', `debt ${randomUUID()}`);
    });
  let due = payments();
  for (let tries = 1; due.length > 0 && tries <= RESET_TRIES; tries++) {
    await carryOut(parts, due);
    due = payments();
  }
  await carryOut(parts, marginTransfers(views, account));
}

function isContract(instrument: Instrument | undefined): instrument is ContractInstrument {
  return instrument !== undefined && instrument.contract !== null;
}

function endings(account: AccountId): CommandInput[] {
  return [
    { kind: CommandKind.countdown, account, timeoutMs: 0 },
    { kind: CommandKind.cancelAll, account, instrument: EVERY_INSTRUMENT },
    { kind: CommandKind.cancelAllPlans, account, instrument: EVERY_INSTRUMENT },
  ];
}

function positionsStay(views: Views, left: readonly PositionView[]): WireError {
  const symbols = left.map(({ instrument }) => views.instrument(instrument)?.symbol).join(', ');
  const why = 'the book does not take all of it now; close it, or try again later';
  return new WireError('positionsOpen', { sentence: `a position in ${symbols} is open: ${why}` });
}

/** The futures account of the owner of a spot account. */
function futuresOf(account: AccountId): AccountId {
  return accountOf(ownerOf(account), AccountKind.usdtFutures);
}

/**
 * Takes every balance of an account without orders back.
 * @throws WireError when orders of its owner keep changing what is there
 */
export async function giveBack(
  parts: FundsParts,
  account: AccountId,
  reason: string,
): Promise<void> {
  const { views, commands } = parts;
  for (let tries = 1; ; tries++) {
    const commandsOfTry = views.balances(account).flatMap(({ asset: id, available }) => {
      const asset = views.asset(id);
      return asset === undefined ? [] : withdrawals(account, asset, available, reason);
    });
    const outcomes = await commands.submitAll(commandsOfTry);
    const at = outcomes.findIndex(({ code }) => code !== 0);
    if (at === -1) return;
    if (tries === RESET_TRIES) throw rejectError(outcomes[at]!, {}, commandsOfTry[at], views);
    await emptyAccount(parts, account);
  }
}

async function carryOut({ commands, views }: FundsParts, inputs: CommandInput[]): Promise<void> {
  const outcomes = await commands.submitAll(inputs);
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.code !== 0) throw rejectError(outcome, {}, inputs[i], views);
  }
}

function startOf(asset: Asset): bigint {
  const amount = Object.hasOwn(STARTING_FUNDS, asset.code) ? STARTING_FUNDS[asset.code] : '0';
  return parseDecimal(amount ?? '0', asset.scale) ?? 0n;
}

/** @param reference names them: the same one credits once @param given units of a coin */
function startingDeposits(
  views: Views,
  account: AccountId,
  reason: string,
  reference: string,
  given: (asset: Asset) => bigint,
): CommandInput[] {
  return views.assets().flatMap((asset) => {
    const amount = given(asset);
    return amount === 0n
      ? []
      : deposit(account, asset, amount, reason, `${reference} ${asset.code}`);
  });
}

function deposit(
  account: AccountId,
  asset: Asset,
  amount: bigint,
  reason: string,
  reference: string,
): CommandInput {
  return {
    kind: CommandKind.deposit,
    account,
    from: SystemAccount.faucet,
    asset: asset.id,
    amount,
    actor: 'paper venue',
    reason,
    reference,
  };
}

/** A withdrawal has its reason where others have an address. */
function withdraw(account: AccountId, asset: Asset, amount: bigint, reason: string): CommandInput {
  return {
    kind: CommandKind.withdraw,
    account,
    to: SystemAccount.faucet,
    asset: asset.id,
    amount,
    fee: 0n,
    address: reason,
    clientId: '',
  };
}

function withdrawals(
  account: AccountId,
  asset: Asset,
  amount: bigint,
  reason: string,
): CommandInput[] {
  const most = BigInt(UNITS_MAX);
  const commands: CommandInput[] = [];
  for (let left = amount; left > 0n; left -= most) {
    commands.push(withdraw(account, asset, left < most ? left : most, reason));
  }
  return commands;
}
