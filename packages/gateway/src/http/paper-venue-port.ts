import type { CommandPort, SealPort, UserId } from '@halcyon/domain';
import type { PaperFollowed } from '@halcyon/domain/web';
import type { HistoryApi } from '@halcyon/records';
import type { Views } from '@halcyon/views';

/**
 * The paper venue, which opens some time after the live one, and which a fault can close
 * while live goes on.
 */
export interface PaperVenuePort extends CommandPort {
  /** While it is not open its views are empty or stand still, and nothing may be read from them. */
  readonly condition: PaperCondition;
  readonly views: Views;
  readonly history: HistoryApi;
  readonly people: { userOf(person: UserId): UserId | undefined };
  readonly progress: PaperProgress | null;
  readonly seals?: SealPort;
  /** Called when a fault has closed it. Returns the way to unsubscribe. */
  onClosed(listener: () => void): () => void;
}

/** `starting` = it has not opened yet; `fault` = a fault has closed it, for now or until a restart. */
export type PaperCondition = 'starting' | 'open' | 'fault';

/** How the paper venue stands. */
export interface PaperProgress {
  readonly seq: number;
  /** Sequence of the live venue that it has followed. */
  readonly liveSeq: number;
  readonly recordsSeq: number;
  readonly recordsLagMs: number;
  readonly recordsSetAside: number;
  /** How often the end of a footprint changed a ghost, since its thread started. */
  readonly footprints: number;
  /** Duration of the last commit, ms. */
  readonly commitMs: number;
  readonly followed: PaperFollowed;
}
