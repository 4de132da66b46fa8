/** What `halcyon prices` asks the running exchange for. */
import type { FeedAnswer, FeedFault, IndexPort, SignedPrices } from '@halcyon/domain/web';
import type { OperationArgs } from '../exchange/operation-args.ts';
import { isFault } from './signed-feed.ts';

/** Carries out an operation about prices; null = it is another one. @throws Error in words */
export function priceOperation(
  indexPrices: IndexPort | null,
  operation: string,
  args: OperationArgs,
): object | null {
  if (operation === 'prices-list') return indexPrices?.rows() ?? [];
  if (operation !== 'prices-push') return null;
  const message = Object.fromEntries(
    ['source', 'timestamp', 'signature', 'body'].map((name) => [name, String(args[name] ?? '')]),
  );
  return takenOf(indexPrices?.take(message as unknown as SignedPrices) ?? 'unknown');
}

/** @throws Error where nothing was taken */
function takenOf(answer: FeedAnswer | FeedFault): FeedAnswer {
  if (isFault(answer)) throw new Error(`the prices were refused: ${answer}`);
  return answer;
}
