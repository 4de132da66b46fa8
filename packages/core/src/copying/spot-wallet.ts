/** What a spot portfolio has: money, and coins at what they cost and by the mark price of the pair. */
import { type CopyPortfolio, CopyProduct } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import { ownerAt } from './copy-batch.ts';
import { spotOf } from './spot-hold.ts';
import { surplusOf } from './spot-parts.ts';

/** Which product a portfolio has; absent = contracts. */
export interface OfProduct {
  readonly product?: CopyProduct | undefined;
}

type Named = Pick<CopyPortfolio, 'user' | 'asset'> & OfProduct;

/** A coin of a portfolio, of the pair in which it trades it. */
export interface Holding {
  readonly instrument: number;
  readonly asset: number;
  /** Units, those in orders included. */
  readonly units: bigint;
}

export function isSpot({ product }: OfProduct): boolean {
  return product === CopyProduct.spot;
}

export class SpotWallet {
  declare private readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /** Units of the quote coin, with what copied orders have yet to pay. */
  money({ user, asset }: Named): bigint {
    const { copies, markets } = this.state;
    let units = this.balance(user, asset);
    const trader = copies.portfolios.get(user)?.trader ?? user;
    for (const batch of copies.batchesOf(trader)) {
      const at = ownerAt(batch, user);
      const owner = at === -1 ? null : batch.owners[at]!;
      if (owner === null || owner.out || (batch.ended && owner.at === batch.version)) continue;
      units += BigInt(surplusOf(batch, markets[batch.instrument]!.instrument.quoteFactor, owner));
    }
    return units;
  }

  /** Money, and coins at what they cost. */
  owned(portfolio: Named): bigint {
    return this.money(portfolio) + this.state.copies.holdings.cost(portfolio.user);
  }

  /** Profit of all coins by the mark prices, against what they cost; below zero = a loss. */
  unrealised({ user }: Named): bigint {
    let units = -this.state.copies.holdings.cost(user);
    for (const holding of this.holdings(user)) units += this.worth(holding);
    return units;
  }

  /** Coins that it has. */
  holdings(user: number): Holding[] {
    const { copies, markets } = this.state;
    return copies.holdings.of(user).flatMap(([instrument]): Holding[] => {
      const { base: asset } = markets[instrument]!.instrument;
      const units = this.balance(user, asset);
      return units === 0n ? [] : [{ instrument, asset, units }];
    });
  }

  /** Coins of which an order could sell something: less than the smallest order is none. */
  sellable(user: number): Holding[] {
    const { markets } = this.state;
    return this.holdings(user).filter((holding) => {
      const { quantityMin, quantityStep, lotUnits, notionalMin } =
        markets[holding.instrument]!.instrument;
      const least = Math.max(quantityMin, quantityStep);
      return (
        holding.units >= BigInt(least) * BigInt(lotUnits) &&
        this.worth(holding) >= BigInt(notionalMin)
      );
    });
  }

  /** Whole lots of a pair that no order holds, or all. */
  lots(user: number, instrument: number, all: boolean): number {
    const { ledger, markets } = this.state;
    const { base, lotUnits } = markets[instrument]!.instrument;
    const slot = ledger.slot(spotOf(user), base);
    const units = all ? ledger.available(slot) + ledger.held(slot) : ledger.available(slot);
    return Number(units / BigInt(lotUnits));
  }

  /** By the mark price of its pair, rounded down. */
  private worth({ instrument, units }: Holding): bigint {
    const market = this.state.markets[instrument]!;
    const { quoteFactor, lotUnits } = market.instrument;
    return (units * BigInt(market.markPrice()) * BigInt(quoteFactor)) / BigInt(lotUnits);
  }

  private balance(user: number, asset: number): bigint {
    const { ledger } = this.state;
    const slot = ledger.slot(spotOf(user), asset);
    return ledger.available(slot) + ledger.held(slot);
  }
}
