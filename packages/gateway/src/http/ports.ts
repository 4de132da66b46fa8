/** What the REST side needs of the records room, narrowed to what handlers call. */
import type { UserId } from '@halcyon/domain';

/** History queries. `minSeq`: the answer includes everything up to that sequence. */
export interface HistoryReads {
  readonly placeholder?: never;
}

/** What account/info shows of a user. */
export interface UserReads {
  /** Unix ms of registration and the referral code; null when the user is not known. */
  profile(user: UserId): Promise<{ registeredAt: number; channelCode: string } | null>;
}
