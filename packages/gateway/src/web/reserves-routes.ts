/** The proof of reserves; shapes: domain/web/reserves.ts. */
import { wireUserId } from '@halcyon/domain';
import { ROOTS_PAGE } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { type WebRoute, webRoute } from './route.ts';

const reserves = webRoute('GET /reserves', async ({ reserves: port, live, stated }) => ({
  root: port?.newest() ?? null,
  isDamaged: port?.isDamaged() ?? false,
  isHalted: live.chain?.halted() ?? false,
  stated: await stated.current(),
}));

const chain = webRoute('GET /reserves/roots', ({ reserves: port }, request) => {
  const { after = 0 } = request.fields;
  const all = port?.list() ?? [];
  return { roots: all.filter(({ seq }) => seq > after).slice(0, ROOTS_PAGE) };
});

const root = webRoute('GET /reserves/roots/:seq', ({ reserves: port }, request) => {
  const found = port?.root(request.fields.seq) ?? null;
  if (found !== null) return found;
  const sentence = 'There is no root of reserves at this place, or its file is damaged.';
  throw new WireError('notFound', { field: 'seq', sentence });
});

/** Of the whole family: sub-accounts count with their root. */
const proof = webRoute('GET /reserves/proof', ({ reserves: port, live }, { session }) => {
  const owner = wireUserId(live.views.rootOf(session.uid));
  return { proof: port?.proof(owner) ?? 'waiting' };
});

const wanted = webRoute('POST /reserves/root', ({ reserves: port }) => {
  port?.want();
  return null;
});

/** The routes of this file. */
export const RESERVES_ROUTES: readonly WebRoute[] = [reserves, chain, root, proof, wanted];
