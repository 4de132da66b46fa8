/** Orders, fills, ledger, transfers, debts, interest and liquidations of the margin accounts. */

import { useMarginKinds } from './margin-kinds.tsx';
import { RecordsFrame } from './records-frame.tsx';

/** The page at `/record/margin`. */
export function MarginRecordsPage() {
  return <RecordsFrame product="spot" title="nav.marginRecords" kinds={useMarginKinds()} />;
}
