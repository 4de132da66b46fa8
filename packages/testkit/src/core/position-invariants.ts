/** Invariants of contracts, recomputed from the positions, orders and balances alone. */
import {
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
  PositionLane,
  PositionWord,
  type State,
} from '@halcyon/core';
import {
  AccountKind,
  accountOf,
  balanceAccount,
  costOf,
  excessOf,
  gapAt,
  kindOf,
  PositionLeg,
  Side,
  SystemAccount,
  walletMargin,
} from '@halcyon/domain';

/** A broken invariant, by id. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** @throws BrokenInvariant when it does not hold */
export function check(holds: boolean, id: string, what: string): void {
  if (!holds) throw new BrokenInvariant(`${id}: ${what}`);
}

/** Everything about positions. @param held gets the margins of isolated positions, by balance */
export function checkPositions(state: State, held: Map<number, bigint>): void {
  if (state.contracts === 0) return;
  const { positions } = state;
  checkContracts(state);
  checkOrderSums(state);
  for (let slot = 0; slot < positions.count; slot++) {
    const margin = positions.margin(slot);
    check(margin >= 0, 'INV-11', `position ${slot} has a margin below zero`);
    check(positions.lots(slot) !== 0 || margin === 0, 'INV-11', 'a closed position has margin');
    check(positions.lots(slot) !== 0 || positions.cost(slot) === 0, 'INV-09', 'nothing has a cost');
    const side = { [PositionLeg.long]: 1, [PositionLeg.short]: -1, [PositionLeg.net]: 0 };
    const own = side[positions.leg(slot)] * positions.lots(slot) >= 0;
    check(own, 'INV-11', 'a leg is on the side of the other');
    const wallet = walletOf(state, positions.account(slot));
    held.set(wallet, (held.get(wallet) ?? 0n) + BigInt(margin));
    const reduce = positions.lane(slot, PositionLane.reduceLots);
    check(
      reduce <= Math.abs(positions.lots(slot)),
      'INV-06',
      'reduce-only orders exceed a position',
    );
  }
  const { ledger } = state;
  for (const { contract, instrument } of state.markets) {
    if (contract === null) continue;
    const fund = ledger.slot(SystemAccount.insurance, instrument.quote);
    check(ledger.available(fund) >= 0n, 'INV-12', 'the protection fund is below zero');
  }
}

/**
 * INV-11: who is not liquidated has enough. To be asked when nothing is left to be done.
 * @param waiting keys of what could not be closed
 */
export function checkMargins(state: State, waiting: ReadonlySet<number>): void {
  const { positions, riskAccounts } = state;
  const open = openByAccount(state);
  for (let risk = 0; risk < riskAccounts.count; risk++) {
    const account = riskAccounts.account(risk);
    if (account === SystemAccount.ghosts || account === SystemAccount.copying) continue;
    const mine = open.get(account) ?? [];
    for (const slot of mine.filter((each) => positions.isolated(each))) {
      const waits = waiting.has(keyOf(state, slot));
      checkKept(state, [slot], BigInt(positions.margin(slot)), waits);
      if (!waits) checkTrigger(state, slot);
    }
    const cross = mine.filter((each) => !positions.isolated(each));
    const wallet = state.ledger.available(riskAccounts.wallet(risk));
    checkKept(state, cross, wallet, waiting.has(account * 32_768));
  }
}

function openByAccount({ positions }: State): Map<number, number[]> {
  const open = new Map<number, number[]>();
  for (let slot = 0; slot < positions.count; slot++) {
    if (positions.lots(slot) === 0) continue;
    const account = positions.account(slot);
    const mine = open.get(account);
    if (mine === undefined) open.set(account, [slot]);
    else mine.push(slot);
  }
  return open;
}

function checkKept(state: State, slots: number[], wallet: bigint, waits: boolean): void {
  const { positions, markets } = state;
  const exposures = slots.map((slot) => {
    const { risk: terms, mark } = markets[positions.instrument(slot)]!.contract!;
    return { terms, lots: positions.lots(slot), cost: positions.cost(slot), mark };
  });
  const { marginUnits } = markets.find(({ contract }) => contract !== null)!.contract!.risk;
  const excess = excessOf(wallet, marginUnits, exposures);
  check(excess >= 0 || waits, 'INV-11', `an account with excess ${excess} is not liquidated`);
}

function keyOf({ positions }: State, slot: number): number {
  const place = positions.instrument(slot) * 4 + positions.leg(slot);
  return positions.account(slot) * 32_768 + 1 + place;
}

function walletOf(state: State, account: number): number {
  return state.riskAccounts.wallet(state.users.futuresAccount(account >>> 3));
}

/** INV-04, INV-09: what some have won others have lost; the clearing account stands between them. */
function checkContracts(state: State): void {
  const { positions, ledger } = state;
  const clearing = new Map<number, bigint>();
  for (const { instrument, contract } of state.markets) {
    if (contract === null) continue;
    let lots = 0;
    let longs = 0;
    let cost = 0;
    for (let slot = 0; slot < positions.count; slot++) {
      if (positions.instrument(slot) !== instrument.id) continue;
      lots += positions.lots(slot);
      longs += Math.max(0, positions.lots(slot));
      cost += Math.sign(positions.lots(slot)) * positions.cost(slot);
    }
    check(lots === 0, 'INV-04', `the positions of ${instrument.symbol} sum to ${lots}`);
    check(longs === contract.openInterest, 'INV-04', `open interest of ${instrument.symbol}`);
    check(cost === contract.costSum, 'INV-09', `the costs of ${instrument.symbol} sum to ${cost}`);
    const units = BigInt(contract.fundingLeft) - BigInt(cost) * BigInt(instrument.quoteFactor);
    clearing.set(instrument.quote, (clearing.get(instrument.quote) ?? 0n) + units);
  }
  for (const [asset, units] of clearing) {
    const has = ledger.available(ledger.slot(SystemAccount.clearing, asset));
    check(has === units, 'INV-09', `clearing holds ${has}, the costs say ${units}`);
  }
}

/** INV-36, INV-37: a copied order rests with the lots that its owners have left in it, and each needs margin for its own. */
function addCopiedParts(state: State, sums: Map<number, [number, number, number]>): void {
  const { copies, orders } = state;
  for (const gathered of copies.gathered) {
    for (const { user, lots } of [gathered.own, ...gathered.owners]) {
      if (gathered.held === 0 || lots === 0) continue;
      const position = positionOf(state, user, gathered);
      const sum = sums.get(position) ?? [0, 0, 0];
      if (gathered.reduceOnly) sum[2] += lots;
      else sum[gathered.side] += gathered.held * lots;
      sums.set(position, sum);
    }
  }
  for (const batch of copies.allBatches()) {
    let parts = -batch.filled;
    for (const owner of batch.owners) {
      const open = owner.base + owner.open - owner.filled;
      check(open >= 0, 'INV-28', `owner ${owner.user} has got more of a batch than its own`);
      check(open + owner.filled === owner.lots, 'INV-28', `owner ${owner.user} has other lots`);
      if (!owner.out) parts += owner.lots;
      const settled = owner.at === batch.version;
      const over = batch.ended && settled;
      const extra = owner.extra === 0 || batch.amending || !settled;
      check(extra && owner.extra >= 0, 'INV-37', `owner ${owner.user} holds more than its part`);
      // What parts of spot hold is asked of balances: see checkCopiedSpot.
      if (state.markets[batch.instrument]!.contract === null) continue;
      if (batch.held === 0 || (open === 0 && owner.extra === 0)) continue;
      const position = positionOf(state, owner.user, batch);
      const sum = sums.get(position) ?? [0, 0, 0];
      const left = over ? 0 : open;
      if (batch.reduceOnly) sum[2] += left + owner.extra;
      else sum[batch.side] += batch.held * left + owner.extra;
      sums.set(position, sum);
    }
    const slot = orders.find(batch.id);
    check((slot === -1) === batch.ended, 'INV-36', `batch ${batch.id} rests and has ended`);
    if (batch.ended) continue;
    const rests = orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
    check(rests === parts, 'INV-36', `batch ${batch.id} rests with ${rests} lots`);
  }
}

/** The position that an owner's part is for. */
function positionOf(
  { seats, positions }: State,
  user: number,
  { instrument, leg }: { readonly instrument: number; readonly leg: PositionLeg },
): number {
  const seat = seats.find(accountOf(user, AccountKind.usdtFutures), instrument);
  const legs = [...positions.legs(seats.position(seat))];
  return legs.find((slot) => positions.leg(slot) === leg)!;
}

/** What a position knows of its resting orders is what they are. */
function checkOrderSums(state: State): void {
  const { positions, orders } = state;
  const sums = new Map<number, [number, number, number]>();
  for (const { book, contract } of state.markets) {
    if (contract === null) continue;
    for (const side of [Side.buy, Side.sell]) {
      for (const slot of book.queue(side)) {
        const position = orders.i32[slot * ORDER_WORDS + OrderWord.balance]!;
        const flags = orders.i32[slot * ORDER_WORDS + OrderWord.flags]!;
        const price = orders.f64[slot * ORDER_LANES + OrderLane.price]!;
        const remaining = orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
        const sum = sums.get(position) ?? [0, 0, 0];
        if ((flags & OrderFlag.reduceOnly) !== 0) sum[2] += remaining;
        else sum[side] += price * remaining;
        sums.set(position, sum);
        const account = orders.i32[slot * ORDER_WORDS + OrderWord.account]!;
        check(
          positions.account(position) === balanceAccount(account),
          'INV-03',
          'an order is for the position of another',
        );
      }
    }
  }
  addCopiedParts(state, sums);
  for (let slot = 0; slot < positions.count; slot++) {
    const [buys, sells, reduces] = sums.get(slot) ?? [0, 0, 0];
    check(positions.lane(slot, PositionLane.buyValue) === buys, 'INV-03', 'value of buys');
    check(positions.lane(slot, PositionLane.sellValue) === sells, 'INV-03', 'value of sells');
    check(positions.lane(slot, PositionLane.reduceLots) === reduces, 'INV-03', 'reduce-only lots');
    check(
      kindOf(positions.account(slot)) === AccountKind.usdtFutures || positions.unlimited(slot),
      'INV-04',
      'no futures account',
    );
  }
}

/** Z: while the mark has not crossed its triggers an account is kept, whatever they are. */
function checkTrigger(state: State, slot: number): void {
  const { positions, markets } = state;
  const placed = positions.word(slot, PositionWord.place) !== -1;
  const lots = positions.lots(slot);
  check(!placed || lots !== 0, 'INV-11', 'a closed position stands under a trigger');
  if (!placed || !positions.isolated(slot)) return;
  const { risk, mark } = markets[positions.instrument(slot)]!.contract!;
  const trigger = positions.lane(slot, PositionLane.trigger);
  const crossed = lots > 0 ? mark < trigger : mark > trigger;
  if (crossed) return;
  const margin = walletMargin(BigInt(positions.margin(slot)), risk.marginUnits);
  const z = margin + gapAt(risk, lots, trigger) - costOf(risk, lots, positions.cost(slot));
  check(z >= 0, 'INV-11', `the trigger of position ${slot} comes too late: ${z}`);
}
