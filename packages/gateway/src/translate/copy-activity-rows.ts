/** Exits that were reached and orders that waited, as rows of the web app. */
import { type Asset, wireId } from '@halcyon/domain';
import { COPY_EXIT_WORDS, type CopyExitRow, type CopyGatheredRow } from '@halcyon/domain/web';
import type { CopyExitRecord, CopyGatheredRecord } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import { legWord } from './copy-rows.ts';
import { rowInstrument } from './order-rows.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import { sideWord } from './words.ts';

/** @param coin of the portfolio */
export function exitRow(views: Views, coin: Asset, exit: CopyExitRecord): CopyExitRow {
  const { equity, base, peak, reason, left, time, seq } = exit;
  return {
    exit: COPY_EXIT_WORDS[reason],
    ...{ equity: amountText(coin, equity), base: amountText(coin, base) },
    ...{ peak: amountText(coin, peak), time, command: String(seq) },
    ...(exit.instrument < 0
      ? { symbol: '', side: '', size: '', entry: '', mark: '', left: String(left) }
      : positionRow(views, exit)),
  };
}

function positionRow(views: Views, { instrument, lots, cost, mark, left }: CopyExitRecord) {
  const contract = rowInstrument(views, instrument);
  const size = Math.abs(lots);
  const units = BigInt(cost) * BigInt(contract.quoteFactor);
  return {
    symbol: contract.symbol,
    side: lots < 0 ? 'short' : 'long',
    size: sizeText(contract, size),
    entry: averagePriceText(contract, size, units),
    mark: priceText(contract, mark),
    left: sizeText(contract, left),
  } as const;
}

export function gatheredRow(views: Views, order: CopyGatheredRecord): CopyGatheredRow {
  const { batch, instrument, leg, side, lots, followers, ended, time } = order;
  const contract = rowInstrument(views, instrument);
  return {
    ...{ id: wireId(batch), symbol: contract.symbol, side: sideWord(side), leg: legWord(leg) },
    ...{ size: sizeText(contract, lots), followers, ended, time },
  };
}
