/** How a receipt proves itself to others. */
import type { Receipt } from '@halcyon/domain';
import type { ReceiptAnswer } from '@halcyon/domain/web';
import type { RestContext } from '../http/context.ts';

/** Orders and positions are sums over many commands; each of these is sealed by itself. */
export function proofOf({ seals }: RestContext, receipt: Receipt): ReceiptAnswer['proof'] {
  if (receipt.kind === 'order' || receipt.kind === 'position') return 'parts';
  return seals?.proof(receipt) ?? 'none';
}
