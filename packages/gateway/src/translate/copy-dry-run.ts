/** A dry run of copying: what it is asked with, and its result as the web app shows it. */
import {
  type AccountId,
  type Asset,
  type CopyLeftOut,
  type DryContract,
  type DryRow,
  growthIndex,
  type InstrumentId,
  Product,
  riskTerms,
  wireId,
} from '@halcyon/domain';
import type { CopyDryRow, CopyDryRun } from '@halcyon/domain/web';
import { COPY_REASONS, COPY_ROWS_MAX } from '@halcyon/domain/web/copying';
import type { CopyDryRunRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { legWord, resultOf } from './copy-rows.ts';
import { rowInstrument } from './order-rows.ts';
import { amountText, averagePriceText, sizeText } from './text.ts';
import { sideWord } from './words.ts';

/** The contracts of a coin with the fees of an account. */
export function dryContracts(
  views: Views,
  account: AccountId,
  coin: Asset,
): ReadonlyMap<InstrumentId, DryContract> {
  const contracts = views.instruments(Product.usdtFutures).filter(({ quote }) => quote === coin.id);
  return new Map(
    contracts.flatMap((instrument) => {
      const { contract, quoteFactor, quantityMin, quantityMax, quantityStep } = instrument;
      if (contract === null) return [];
      const { makerPpm, takerPpm } = views.contracts.feeRates(account, instrument.id);
      const dry: DryContract = {
        ...{ quoteFactor, quantityMin, quantityMax, quantityStep },
        ...{ notionalMin: instrument.notionalMin, takerPpm: contract.takerPpm },
        ...{ leverageMax: contract.tiers[0]!.leverageMax, ownTakerPpm: takerPpm },
        ...{ ownMakerPpm: makerPpm, risk: riskTerms(quoteFactor, contract, coin.scale) },
      };
      return [[instrument.id, dry] as const];
    }),
  );
}

/** @param amount units that were put in */
export function dryRunResult(
  views: Views,
  coin: Asset,
  record: CopyDryRunRecord,
  asked: { readonly amount: bigint; readonly to: number },
): CopyDryRun {
  const { points, rows, trades, equity, fees, funding, shares, due } = record;
  const { from, exits, liquidations, endedAt } = record;
  const text = (units: bigint): string => amountText(coin, units);
  const index = growthIndex(points);
  return {
    ...{ coin: coin.code, from, to: asked.to, amount: text(asked.amount), equity: text(equity) },
    ...{ profit: text(equity - asked.amount), fees: text(fees), funding: text(funding) },
    ...{ shares: text(shares), due: text(due), result: resultOf({ points, trades }) },
    curve: points.map(({ time }, i) => ({ time, value: index[i]! })),
    ...{ orders: rows.length, copied: rows.filter(({ lots }) => lots > 0).length },
    ...{ beyond: rows.filter(({ beyond }) => beyond).length, leftOut: reasonsOf(rows) },
    ...{ exits, liquidations, endedAt },
    rows: rows
      .slice(-COPY_ROWS_MAX)
      .reverse()
      .map((row) => dryRow(views, row)),
  };
}

/** How often it was left out for what, the most frequent first. */
function reasonsOf(rows: readonly DryRow[]): CopyDryRun['leftOut'] {
  const counts = new Map<CopyLeftOut, number>();
  for (const { leftOut } of rows) {
    if (leftOut !== 0) counts.set(leftOut, (counts.get(leftOut) ?? 0) + 1);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason: COPY_REASONS[reason], count }))
    .sort((one, other) => other.count - one.count);
}

function dryRow(views: Views, row: DryRow): CopyDryRow {
  const { batch, instrument, leg, side, leftOut, lots, filled, cost, fee, time, beyond } = row;
  const contract = rowInstrument(views, instrument);
  return {
    ...{ batch: wireId(batch), symbol: contract.symbol, beyond },
    ...{ side: sideWord(side), leg: legWord(leg) },
    ...{ size: sizeText(contract, lots), filled: sizeText(contract, filled) },
    price: filled === 0 ? '' : averagePriceText(contract, filled, BigInt(cost)),
    fee: amountText(views.asset(contract.quote), fee),
    ...{ reason: COPY_REASONS[leftOut], time },
  };
}
