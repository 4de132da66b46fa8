/**
 * What the exchange owes its owners of each asset and what they owe it, what is its own, and what came in
 * from outside, where the core stands now. Read off beside trading: nothing here changes anything.
 *
 * Each part of what an owner has is added in `addAccount`, and there alone.
 */
import {
  type AccountId,
  AccountKind,
  type AssetId,
  assetOf,
  FIRST_USER_ID,
  kindOf,
  ownerOf,
  SystemAccount,
  type UserId,
} from '@halcyon/domain';
import { PositionLane } from '../futures/positions.ts';
import { isPersons } from '../state/persons.ts';
import type { State } from '../state/state.ts';

const NIL = -1;

/** Units of an asset, neither below zero. */
export interface OwnerUnits {
  /** Balances of spot, funding and margin, what a futures account is worth at the mark. */
  owed: bigint;
  /** Loans with their interest, and what a futures account is worth below zero. */
  owing: bigint;
}

/** What is the exchange's, units; a contract's settlement may have advanced something, below zero. */
export interface OwnUnits {
  readonly fees: bigint;
  readonly rounding: bigint;
  /** The protection fund. */
  readonly fund: bigint;
  /** What of the loan pool is not lent. */
  readonly pool: bigint;
  /** Fundings that were paid and are not handed out yet. */
  readonly settlement: bigint;
  /** What simulated traders have. */
  readonly traders: bigint;
}

/** All of an asset. */
export interface AssetLiabilities {
  readonly asset: AssetId;
  /** By number, sub-accounts within their root; without those who neither have nor owe anything. */
  readonly owners: readonly (readonly [owner: UserId, units: Readonly<OwnerUnits>])[];
  readonly own: OwnUnits;
  /** Of `owing`, loans: what was lent came out of the pool. */
  readonly lent: bigint;
  /** What came in from outside and has not left, test money included. */
  readonly reserves: bigint;
}

/** Of every asset, by its number. */
export function liabilitiesOf(state: State): AssetLiabilities[] {
  const sums = state.assets.map(() => new AssetSums());
  const { ledger, loans } = state;
  for (let slot = 0; slot < ledger.index.count; slot++) addAccount(state, sums, slot);
  for (let record = 0; record < loans.records.count; record++) {
    const account = loans.records.account(record);
    if (isPersons(state, account)) addLoan(state, sums, record);
  }
  return sums.map((sum, asset) => sum.made(state, asset));
}

/** Adds what stands in a balance of the ledger: what it is worth to whom. */
function addAccount(state: State, sums: readonly AssetSums[], slot: number): void {
  const { ledger, users } = state;
  const account = ledger.index.accounts[slot]!;
  if (ownerOf(account) < FIRST_USER_ID) return;
  const sum = sums[assetOf(ledger.index.numbers[slot]!)]!;
  const owner = isPersons(state, account) ? users.rootOf(ownerOf(account)) : null;
  for (const units of worthOf(state, account, slot, sum)) sum.add(owner, units);
}

/** Units that a balance is worth, in parts that fall below zero each for itself. */
function worthOf(state: State, account: AccountId, slot: number, sum: AssetSums): bigint[] {
  const { ledger, users, riskAccounts } = state;
  const units = ledger.available(slot) + ledger.held(slot);
  if (kindOf(account) !== AccountKind.usdtFutures) return [units];
  const risk = users.futuresAccount(ownerOf(account));
  if (risk === NIL || riskAccounts.wallet(risk) !== slot) return [units];
  return contractWorth(state, risk, units, sum);
}

/** What backs all cross positions of a futures account, and each isolated position. */
function contractWorth(state: State, risk: number, wallet: bigint, sum: AssetSums): bigint[] {
  const { positions, riskAccounts } = state;
  const isolated: bigint[] = [];
  let cross = wallet;
  for (let at = riskAccounts.first(risk); at !== NIL; at = positions.after(at)) {
    const profit = profitOf(state, at);
    sum.profits += profit;
    if (positions.isolated(at)) {
      const margin = BigInt(positions.margin(at));
      // Its margin is held in the wallet.
      cross -= margin;
      isolated.push(margin + profit);
    } else {
      cross += profit;
    }
  }
  return [cross, ...isolated];
}

/** Unrealised profit of a position at its mark, settle units, exactly. */
function profitOf({ positions, markets }: State, position: number): bigint {
  const lots = positions.lane(position, PositionLane.lots);
  if (lots === 0) return 0n;
  const { contract, instrument } = markets[positions.instrument(position)]!;
  const cost = BigInt(Math.sign(lots)) * BigInt(positions.cost(position));
  return (BigInt(lots) * BigInt(contract!.mark) - cost) * BigInt(instrument.quoteFactor);
}

function addLoan({ loans, users }: State, sums: readonly AssetSums[], record: number): void {
  const { records } = loans;
  const debt = BigInt(records.principal(record)) + BigInt(records.interest(record));
  const sum = sums[assetOf(records.number(record))]!;
  sum.add(users.rootOf(ownerOf(records.account(record))), -debt);
  sum.lent += debt;
}

/** What comes together of an asset. */
class AssetSums {
  lent = 0n;
  /** Unrealised, of everybody. */
  profits = 0n;
  #traders = 0n;
  readonly #owners = new Map<UserId, OwnerUnits>();

  /** Adds what an owner is owed, or owes where it is below zero. @param owner null = a simulated trader */
  add(owner: UserId | null, units: bigint): void {
    if (owner === null) this.#traders += units;
    if (owner === null || units === 0n) return;
    const known = this.#owners.get(owner) ?? { owed: 0n, owing: 0n };
    if (units > 0n) known.owed += units;
    else known.owing -= units;
    this.#owners.set(owner, known);
  }

  made({ ledger }: State, asset: AssetId): AssetLiabilities {
    const of = (account: AccountId): bigint => {
      const slot = ledger.index.find(account, asset);
      return slot === NIL ? 0n : ledger.available(slot) + ledger.held(slot);
    };
    const { external, faucet, simulator, ghosts } = SystemAccount;
    const outside = [external, faucet, simulator, ghosts].map(of);
    const own: OwnUnits = {
      fees: of(SystemAccount.fees),
      rounding: of(SystemAccount.rounding),
      fund: of(SystemAccount.insurance),
      pool: of(SystemAccount.loans),
      // What some are ahead and others have not lost yet was advanced; it counts with the owners.
      settlement: of(SystemAccount.clearing) + of(SystemAccount.copying) - this.profits,
      traders: this.#traders,
    };
    const owners = [...this.#owners].sort(([a], [b]) => a - b);
    const reserves = outside.reduce((sum, units) => sum - units, 0n);
    return { asset, owners, own, lent: this.lent, reserves };
  }
}
