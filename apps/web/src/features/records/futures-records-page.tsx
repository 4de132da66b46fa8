/** Orders, fills, positions, fundings, liquidations, ledger and transfers of the futures account. */

import { useFuturesKinds } from './futures-kinds.tsx';
import { RecordsFrame } from './records-frame.tsx';

/** The page at `/record/mcp`. */
export function FuturesRecordsPage() {
  return <RecordsFrame product="futures" title="nav.futuresRecords" kinds={useFuturesKinds()} />;
}
