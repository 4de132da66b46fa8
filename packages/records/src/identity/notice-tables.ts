/** The tables of what somebody has read of notices; see notices.ts. */
import type { TableSpec } from '../sql/migrate.ts';

/** Marks, as they first were. */
export const NOTICE_MARKS = {
  name: 'notice_marks',
  /** Up to which notice, and which entry of the audit log, a user has read in a venue. */
  columns: {
    uid: 'int',
    venue: 'text',
    notice_id: 'int',
    audit_seq: 'int',
    updated_at: 'int',
  },
  key: ['uid', 'venue'],
} as const satisfies TableSpec;

/** What was read above them. */
export const NOTICES_READ = {
  name: 'notices_read',
  /** Notices above the mark that were read one by one. */
  columns: {
    uid: 'int',
    venue: 'text',
    /** A ReadSource. */
    source: 'text',
    /** Id of the notice, or of the entry of the audit log. */
    id: 'int',
  },
  key: ['uid', 'venue', 'source', 'id'],
} as const satisfies TableSpec;
