/** Coins over the chain for a live trader of a started exchange: what its page of deposits does. */
import { WebSession } from './web-session.ts';

/** Asks the faucet for coins over the chain. They are pending when this is done. */
export async function depositOverChain(
  { baseUrl }: { readonly baseUrl: string },
  name: string,
  coin: string,
  amount: string,
): Promise<void> {
  const session = await WebSession.open(baseUrl, name);
  await session.post('/faucet', { coin, amount, overChain: true });
}
