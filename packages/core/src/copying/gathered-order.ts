/**
 * A trader's order before it trades: which followers have been asked, what each would have in it, and who is yet to be asked.
 * Those who were asked hold the margin for their parts, so what they have free cannot be used twice meanwhile.
 */
import type {
  CopiedOrder,
  DoneReason,
  InstrumentId,
  PlaceCopyOrderCommand,
  PositionLeg,
  Side,
} from '@halcyon/domain';
import type { OrderRequest } from '../spot/order-request.ts';
import { type BatchOwner, ownerAt } from './copy-batch.ts';

/** What an order of a batch is. */
export interface BatchOrder
  extends Pick<
    PlaceCopyOrderCommand,
    'instrument' | 'side' | 'type' | 'timeInForce' | 'price' | 'quantity'
  > {
  /** Bits of OrderOption. */
  readonly options: number;
}

export interface GatheredOrder {
  /** The batch that it will be. */
  readonly id: number;
  /** The trader's portfolio. */
  readonly trader: number;
  readonly instrument: InstrumentId;
  /** Of which position of each owner it is. */
  readonly leg: PositionLeg;
  readonly side: Side;
  /** What was ordered, and what its checks made of it. */
  readonly asked: BatchOrder;
  readonly planned: boolean;
  readonly request: OrderRequest;
  /** As followers see it, from when it was ordered. */
  readonly order: CopiedOrder;
  readonly reduceOnly: boolean;
  /** Ticks at which margin is held for the parts, 0 = none is. */
  readonly held: number;
  readonly own: BatchOwner;
  /** Those who were asked, in the order of users. */
  readonly owners: BatchOwner[];
  /** Of each what it had when it was asked, units, and its limit of slippage. */
  readonly free: bigint[];
  readonly backing: bigint[];
  readonly slippagePpm: number[];
  /** Followers to be asked, in the order of users, and the next of them. */
  readonly followers: readonly number[];
  next: number;
}

/** Why an order that was waiting for its followers ends without a trade. */
export interface EndReason {
  readonly reason: DoneReason;
  /** What refused it in the end, 0 = nothing. */
  readonly code: number;
  readonly limit: number;
  readonly value: number;
}

export function endedBy(reason: DoneReason): EndReason {
  return { reason, code: 0, limit: 0, value: 0 };
}

/** The part of a portfolio in an order; null = it has none. */
export function askedPart(gathered: GatheredOrder, user: number): BatchOwner | null {
  if (user === gathered.trader) return gathered.own;
  const at = ownerAt(gathered, user);
  return at === -1 ? null : gathered.owners[at]!;
}

/** As a snapshot has it. */
export type GatheredImage = Omit<GatheredOrder, 'order' | 'free' | 'backing'> & {
  readonly order: Omit<CopiedOrder, 'equity'> & { readonly equity: string };
  readonly free: readonly string[];
  readonly backing: readonly string[];
};

export function imageOfGathered(gathered: GatheredOrder): GatheredImage {
  const { order, free, backing } = gathered;
  return {
    ...ownCopy(gathered),
    order: { ...order, equity: `${order.equity}` },
    free: free.map(String),
    backing: backing.map(String),
  };
}

export function gatheredOf(image: GatheredImage): GatheredOrder {
  const { order, free, backing } = image;
  return {
    ...ownCopy(image),
    order: { ...order, equity: BigInt(order.equity) },
    free: free.map(BigInt),
    backing: backing.map(BigInt),
  };
}

/** A copy that shares nothing that changes. */
function ownCopy<Of extends GatheredOrder | GatheredImage>(gathered: Of): Of {
  const { own, owners, slippagePpm } = gathered;
  const copies = owners.map((owner) => ({ ...owner }));
  return { ...gathered, own: { ...own }, owners: copies, slippagePpm: [...slippagePpm] };
}
