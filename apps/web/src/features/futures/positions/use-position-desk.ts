/** What a dialog reckons a position with: the account, the position in it, and who offers against it. */

import { type MarginPosition, PositionLeg } from '@halcyon/domain';
import { useEffect, useMemo, useState } from 'react';
import { LiveBook } from '../../../data/state/book-feed.ts';
import { type ContractAccount, useContractAccount } from '../../../data/state/contract-account.ts';
import { useContracts } from '../../../data/state/contracts.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { OrderBookSide } from '../../../data/state/order-book.ts';
import type { PositionInfo } from '../../../data/state/positions.ts';
import type { OfferedLots } from './position-after.ts';

const LEGS = { long: PositionLeg.long, short: PositionLeg.short } as const;

/** A position as the engine reckons with it. */
export interface HeldPosition {
  readonly account: ContractAccount;
  readonly own: MarginPosition;
}

/** The position in its account; null until that is known, and once it is closed. */
export function useHeldPosition({ symbol, side, hedge }: PositionInfo): HeldPosition | null {
  const { account } = useContractAccount(symbol);
  if (account === null) return null;
  const own = account.position(hedge ? LEGS[side] : PositionLeg.net);
  return own.lots === 0 ? null : { account, own };
}

/** As the book's painter looks: no oftener than figures are read. */
const LOOK_MS = 250;

/** Those who offer against an order, best first. @param buying of the order */
export type Offers = (buying: boolean) => Iterable<OfferedLots>;

function* offersOf(side: OrderBookSide): Iterable<OfferedLots> {
  for (let at = 0; at < side.size; at += 1) {
    const { tick, units } = side.at(at)!;
    yield { tick, lots: Number(units) };
  }
}

/** The book of a contract, drawn anew as it changes; null until it has come. @param contract undefined until it is known */
export function useOffers(contract: InstrumentInfo | undefined): Offers | null {
  const feed = useMemo(() => contract && new LiveBook(contract), [contract]);
  const [, setSeen] = useState(0);
  useEffect(() => {
    if (feed === undefined) return;
    const stop = feed.start();
    const timer = setInterval(() => setSeen(feed.book.version), LOOK_MS);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [feed]);
  if (feed === undefined || feed.state.getState() === 'loading') return null;
  return (buying) => offersOf(buying ? feed.book.asks : feed.book.bids);
}

/** What the figures of an order for a position are made of. */
export interface PositionDesk extends HeldPosition {
  readonly contract: InstrumentInfo;
  readonly offers: Offers;
}

/** The position with its book; null as above, and until the book has come. */
export function usePositionDesk(position: PositionInfo): PositionDesk | null {
  const contract = useContracts().data?.get(position.symbol);
  const held = useHeldPosition(position);
  const offers = useOffers(contract);
  if (held === null || contract === undefined || offers === null) return null;
  return { ...held, contract, offers };
}
