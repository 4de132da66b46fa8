/** Followers who close together: asked in portions between the commands of others, then one batch at one price. */
import { FIRST_USER_ID } from '@halcyon/domain';
import type { BatchOwner } from './copy-batch.ts';

export interface Closers {
  /** Who is to be asked next: followers go in the order of users. */
  nextUser: number;
  /** Those who were asked and close, and of each what backs its position, units. */
  readonly owners: BatchOwner[];
  readonly backing: bigint[];
}

export function newClosers(): Closers {
  return { nextUser: FIRST_USER_ID, owners: [], backing: [] };
}

/** As a snapshot has them. */
export type ClosersImage = Omit<Closers, 'backing'> & { readonly backing: readonly string[] };

/** What followers close together of, with those who were asked: null = nobody was. */
export interface Asking {
  asked: Closers | null;
}

export type ImageOf<Of extends Asking> = Omit<Of, 'asked'> & {
  readonly asked: ClosersImage | null;
};

export function imageOfAsking<Of extends Asking>(asking: Of): ImageOf<Of> {
  const { asked } = asking;
  if (asked === null) return { ...asking, asked };
  const owners = asked.owners.map((owner) => ({ ...owner }));
  return { ...asking, asked: { ...asked, owners, backing: asked.backing.map(String) } };
}

export function askingOf<Of extends Asking>(image: ImageOf<Of>): Of {
  const { asked } = image;
  if (asked === null) return { ...image, asked } as unknown as Of;
  const owners = asked.owners.map((owner) => ({ ...owner }));
  return {
    ...image,
    asked: { ...asked, owners, backing: asked.backing.map(BigInt) },
  } as unknown as Of;
}
