/** What of a portfolio own exits look at: positions of contracts, or coins of spot, by their mark prices. */
import type { FollowerPortfolio } from '@halcyon/domain';
import type { State } from '../state/state.ts';
import { isSpot } from './spot-wallet.ts';
import type { CopyWallets } from './wallets.ts';

/** A position, or a coin. */
export interface ExitPart {
  /** A record of positions, or with spot an instrument. */
  readonly key: number;
  readonly instrument: number;
  /** Ticks. */
  readonly mark: number;
  /** Signed; of less than a lot of a coin, or of less than may be sold, 0. */
  readonly lots: number;
  /** Tick-lots that the lots have cost, at least one. */
  readonly cost: number;
  /** Units, by the mark price, up. */
  readonly value: bigint;
}

export class ExitParts {
  declare private readonly state: State;
  declare private readonly wallets: CopyWallets;

  constructor(state: State, wallets: CopyWallets) {
    this.state = state;
    this.wallets = wallets;
  }

  of(portfolio: FollowerPortfolio): ExitPart[] {
    if (isSpot(portfolio)) return this.coinsOf(portfolio.user);
    return this.wallets.open(portfolio).map((position) => this.position(position));
  }

  /** Units by which rounding may make a portfolio worth less than its parts. */
  slack(portfolio: FollowerPortfolio, parts: readonly ExitPart[]): bigint {
    return isSpot(portfolio) ? BigInt(parts.length) : 0n;
  }

  private position(key: number): ExitPart {
    const { positions, markets } = this.state;
    const { instrument, contract } = markets[positions.instrument(key)]!;
    const [lots, cost, { mark }] = [positions.lots(key), positions.cost(key), contract!];
    const value = BigInt(Math.abs(lots)) * BigInt(mark) * BigInt(instrument.quoteFactor);
    return { key, instrument: instrument.id, mark, lots, cost, value };
  }

  private coinsOf(user: number): ExitPart[] {
    const { copies, markets } = this.state;
    const { spot } = this.wallets;
    const sellable = new Set(spot.sellable(user).map(({ instrument }) => instrument));
    const costs = new Map(copies.holdings.of(user));
    return spot.holdings(user).map(({ instrument, units }): ExitPart => {
      const market = markets[instrument]!;
      const { lotUnits, quoteFactor } = market.instrument;
      const mark = market.markPrice();
      const perLot = BigInt(lotUnits);
      const lots = sellable.has(instrument) ? units / perLot : 0n;
      const cost = ((costs.get(instrument) ?? 0n) * lots * perLot) / (units * BigInt(quoteFactor));
      const value = (units * BigInt(mark) * BigInt(quoteFactor) + perLot - 1n) / perLot;
      const counted = { lots: Number(lots), cost: Number(cost > 0n ? cost : 1n) };
      return { key: instrument, instrument, mark, ...counted, value };
    });
  }
}
