import { FIRST_GUEST_ID } from '@halcyon/domain';
import { expect, it } from 'vitest';
import { endOver, type OpenSession } from './session-expiry.ts';

const SUB = 5_000;
const GUEST = FIRST_GUEST_ID + 1;

it('asks for all owners in portions, and ends what is over alone', async () => {
  const open: OpenSession[] = Array.from({ length: 1_200 }, (_, i) => {
    return { id: `s${i}`, person: 16 + i };
  });
  open.push({ id: 'sub', person: SUB }, { id: 'guest', person: GUEST });
  const asked: number[] = [];
  const ended: string[] = [];
  await endOver({
    open: () => open,
    views: { rootOf: (user) => (user === SUB ? 16 : user) },
    identity: {
      validSessions: async ({ uids }) => {
        expect(uids.length).toBeLessThanOrEqual(500);
        asked.push(...uids);
        // One that begins meanwhile was not asked about.
        open.push({ id: 'late', person: 17 });
        return uids
          .filter((uid) => uid !== 700)
          .map((uid) => (uid === 16 ? 'sub' : `s${uid - 16}`));
      },
    },
    revocations: { session: (id) => ended.push(id) },
    onFault: () => {},
  });
  expect(new Set(asked)).toEqual(new Set(Array.from({ length: 1_200 }, (_, i) => 16 + i)));
  expect(asked).toHaveLength(1_200);
  expect(ended.toSorted()).toEqual(['s0', 's684']);
});
