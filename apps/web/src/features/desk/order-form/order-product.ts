/**
 * What a product is to the order form. The form has one draft, one check, one way to send and one set of
 * fields; all that differs between the orders of a spot account, a margin account and contracts is here.
 */

import type { ReactNode } from 'react';
import type { OrderAck } from '../../../data/rest/types.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import type { FieldIssue } from '../../../platform/locale/field-issue.ts';
import type { MessageId, Translate } from '../../../platform/locale/intl.tsx';
import type { BestPrices, Crossing } from '../../terminal/crossing.ts';
import type { DraftField, OrderDraft, OrderKind, SideName, SizeUnit } from './draft.ts';

/** What every form knows of its market; a product adds what its account has. */
export interface FormMarket {
  readonly instrument: InstrumentInfo;
  /** '' while it is not known. */
  readonly last: string;
}

/** What the size field counts. */
export interface SizeIn {
  readonly label: MessageId;
  readonly coin: string;
  /** Decimals that it may have. */
  readonly scale: number;
}

/** What a draft would be, as far as the form and its check need it; a product adds its figures. */
export interface OrderSums {
  /** The size, and the largest one that would be accepted, null while it is not known. */
  readonly units: bigint;
  readonly max: bigint | null;
  /** Decimals of both, and what both count. */
  readonly scale: number;
  readonly counts: SizeUnit;
  /** Base coins, wide; null where the engine finds out. */
  readonly coins: bigint | null;
  /** Value in quote coins, wide; null where it is not known or has no lower limit. */
  readonly value: bigint | null;
  /** The price that exits stand above and below, wide; 0 while it is not known. */
  readonly entry: bigint;
}

/** What the orders of one account may be, and how they are sent. A draft has the side that is meant. */
export interface OrderRules<M extends FormMarket, S extends OrderSums> {
  readonly kinds: readonly OrderKind[];
  /** Prices that a trigger may watch; a form asks where there are several. */
  readonly watched: readonly OrderDraft['triggerBy'][];
  /** An untouched form. */
  readonly empty: OrderDraft;
  /**
   * Whether both sides are placed from one draft, each by its button. Nothing is said of a side before
   * it is tried.
   */
  readonly bothSides: boolean;
  /** False where the largest order is never known, and so there are no shares of it. */
  readonly shares?: false;
  /** What is said of a limit price beyond the instrument's band. */
  readonly band: { readonly high: MessageId; readonly low: MessageId };
  /** The price that the band is around; '' while it is not known. */
  bandMiddle(market: M): string;
  sizeIn(draft: OrderDraft, instrument: InstrumentInfo): SizeIn;
  /** What the size may be counted in; a form asks where that is a choice. */
  unitsOf(draft: OrderDraft): readonly SizeUnit[];
  /** Whether take profit and stop loss may come with the order. */
  attaches(draft: OrderDraft, market: M): boolean;
  sumsOf(draft: OrderDraft, market: M): S;
  /** What is said of a size above `max`. */
  tooLarge(draft: OrderDraft, market: M, max: bigint): FieldIssue;
  /** Sends a checked draft; null = the product says itself that it was taken. Rejects with an `ApiError` that says why not. */
  send(draft: OrderDraft, market: M): Promise<OrderAck | null>;
}

/** Who the form is for: nobody; a visitor whose first order opens a guest account; or somebody. */
export type FormUser = 'nobody' | 'guest' | 'account';

/** What the form's parts work with. */
export interface OrderFormModel<
  M extends FormMarket = FormMarket,
  S extends OrderSums = OrderSums,
> {
  readonly product: OrderProduct<M, S>;
  readonly draft: OrderDraft;
  /** The draft with canonical numbers: what the figures are computed from. */
  readonly clean: OrderDraft;
  readonly market: M;
  /** The sides that can be sent now. */
  readonly sides: readonly SideName[];
  readonly sizeIn: SizeIn;
  readonly trader: FormUser;
  /** The side that is on its way. */
  readonly busy: SideName | null;
  /** The server's last refusal, where no field shows it; empty when there is none. */
  readonly refusal: string;
  readonly best: BestPrices;
  /** The side that waits for a second yes. */
  readonly asking: SideName | null;
  sumsOf(side: SideName): S;
  /** How a limit order at the typed price would stand to the book. */
  crossingOf(side: SideName): Crossing;
  set(patch: Partial<OrderDraft>): void;
  /** The price's field was entered: no price comes under a cursor. */
  enterPrice(): void;
  errorOf(field: DraftField): string | undefined;
  /** Sends a side that is right. @param ask for a second yes, whatever the preferences say */
  submit(side: SideName, ask?: boolean): Promise<void>;
  /** The second yes; ends with the exchange's answer. @param never not to be asked again of orders like this */
  confirm(never: boolean): Promise<void>;
  /** No after all. */
  back(): void;
}

/** What a part of the form is given. */
export interface PartOf<M extends FormMarket = FormMarket, S extends OrderSums = OrderSums> {
  readonly model: OrderFormModel<M, S>;
}

/** A line of figures: what it is called, and its value. */
export type LabelledValue = readonly [label: string, value: string];

/** The value of a switch that is on. */
export const CHOSEN = '✓';

/** The orders of one account, and what the form shows of that account. */
export interface OrderProduct<M extends FormMarket = FormMarket, S extends OrderSums = OrderSums>
  extends OrderRules<M, S> {
  /** Keeps what was typed apart: stands before the symbol. */
  readonly draftsOf: string;
  /** A hook. @param guest whether the person has no account yet */
  useMarket(instrument: InstrumentInfo, guest: boolean): M;
  submitLabel(t: Translate, model: OrderFormModel<M, S>, side: SideName): string;
  /** What is said of an order beside its own fields before the second yes. */
  confirmLines?(
    t: Translate,
    model: OrderFormModel<M, S>,
    side: SideName,
  ): readonly LabelledValue[];
  /** Whether there are parent orders too, which have a form of their own. */
  readonly algo?: true;
  /** Above all else: what holds for all orders. */
  Head?(props: PartOf<M, S>): ReactNode;
  /** What one may have to know of the market before typing. */
  Notes(props: PartOf<M, S>): ReactNode;
  /** What the account has, above the fields. */
  Available(props: PartOf<M, S>): ReactNode;
  /** What a unit of the size is called. */
  unitName(t: Translate, unit: SizeUnit, instrument: InstrumentInfo): string;
  /** What an order may say beside its price and size. */
  Terms(props: PartOf<M, S>): ReactNode;
  /** What the order of a side would need and do. */
  Figures(props: PartOf<M, S> & { readonly side: SideName }): ReactNode;
}
