/**
 * An order that waits and is to have another price or size, while its many owners are asked whether they bear it. Until all
 * were asked it stays in the book as it is; who was asked holds what the new part needs beyond that of before.
 */
import type { CopyLeftOut } from '@halcyon/domain';

/** Price and size of a trader's order: all of its lots. */
export interface AmendedTerms {
  readonly price: number;
  readonly quantity: number;
}

/** What an owner may have left in the book at the new terms. */
export interface AskedPart {
  lots: number;
  readonly closes: number;
  readonly leftOut: CopyLeftOut;
  readonly leverage: number;
  readonly slippagePpm: number;
  /** What it had when it was asked, units. */
  free: bigint;
  backing: bigint;
}

export interface AmendedOrder {
  /** The batch. */
  readonly id: number;
  /** The trader's portfolio. */
  readonly trader: number;
  readonly terms: AmendedTerms;
  /** Ticks of the mark when it was ordered. */
  readonly mark: number;
  /** Of the owners that were asked, in their order. */
  readonly parts: AskedPart[];
}

/** As a snapshot has it. */
export type AmendedImage = Omit<AmendedOrder, 'parts'> & {
  readonly parts: readonly (Omit<AskedPart, 'free' | 'backing'> & {
    readonly free: string;
    readonly backing: string;
  })[];
};

export function imageOfAmended({ parts, ...rest }: AmendedOrder): AmendedImage {
  const images = parts.map((part) => {
    return { ...part, free: `${part.free}`, backing: `${part.backing}` };
  });
  return { ...rest, parts: images };
}

export function amendedOf({ parts, ...rest }: AmendedImage): AmendedOrder {
  const own = parts.map((part) => {
    return { ...part, free: BigInt(part.free), backing: BigInt(part.backing) };
  });
  return { ...rest, parts: own };
}
