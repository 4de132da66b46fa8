import type { CommandPort, UserId } from '@halcyon/domain';
import type { HistoryApi } from '@halcyon/records';
import type { Views } from '@halcyon/views';
import type { PaperProgress } from '../ops/health.ts';

/** The rooms of the paper venue, which opens some time after the live one. */
export interface PaperRooms extends CommandPort {
  /** Whether it has opened; its views are empty before. */
  readonly ready: boolean;
  readonly views: Views;
  readonly history: HistoryApi;
  readonly people: { userOf(person: UserId): UserId | undefined };
  readonly progress: PaperProgress | null;
}
