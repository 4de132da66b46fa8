/** Order history, fills, ledger, deposits and transfers of the spot account. */

import { useRecordKinds } from './record-kinds.tsx';
import { RecordsFrame } from './records-frame.tsx';

/** The page at `/record/exchange`. */
export function RecordsPage() {
  return <RecordsFrame product="spot" title="records.title" kinds={useRecordKinds()} />;
}
