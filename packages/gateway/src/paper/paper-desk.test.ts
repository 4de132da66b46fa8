import { AccountKind, accountOf, CommandKind } from '@halcyon/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START } from '../../test/rest/harness.ts';
import { TestPaperRooms } from '../../test/rest/paper-rooms.ts';
import { PaperDesk } from './paper-desk.ts';
import { PaperDoor } from './paper-door.ts';

const [PERSON, GUEST] = [20, 21];
const USDT = 1;

let now: number;
let rooms: TestPaperRooms;
let door: PaperDoor;
let desk: PaperDesk;

beforeEach(() => {
  now = START;
  rooms = new TestPaperRooms(() => now);
  const live = { clock: () => now, users: {}, wallet: {} };
  door = new PaperDoor(rooms, live as unknown as ConstructorParameters<typeof PaperDoor>[1]);
  const identity = { idleGuests: async () => [], dropGuest: async () => true };
  desk = new PaperDesk({ door, identity, live: rooms.views });
});

afterEach(() => door.close());

/** Leaves nothing of this moment's; every ms brings one command more. */
async function spendBudget(): Promise<void> {
  const { commands } = door.context();
  const tick = { kind: CommandKind.tick } as const;
  for (let taken = true; taken; ) {
    taken = await commands.submit(tick).then(
      () => true,
      () => false,
    );
  }
}

function usdt(person: number): bigint {
  const user = rooms.people.userOf(person);
  if (user === undefined) throw new Error(`${person} never came`);
  return rooms.views.balance(accountOf(user, AccountKind.spot), USDT).available;
}

describe('a reset', () => {
  it('that the budget refuses has changed nothing, however little of it is left', async () => {
    const done: boolean[] = [];
    for (let left = 0; left < 12; left++) {
      now += 10_000;
      await desk.reset(PERSON);
      await desk.change(PERSON, { direction: 'add', coin: 'USDT', amount: '5' });
      await spendBudget();
      now += left;
      const reset = await desk.reset(PERSON).then(
        () => true,
        () => false,
      );
      expect(usdt(PERSON)).toBe(reset ? 100_000_00000000n : 100_005_00000000n);
      done.push(reset);
    }
    expect(done[0]).toBe(false);
    expect(done.at(-1)).toBe(true);
  });
});

describe('what a guest had', () => {
  it('stays the guest’s when the person came in the same moment', async () => {
    await desk.change(GUEST, { direction: 'add', coin: 'USDT', amount: '5' });
    rooms.delayMs = () => 5;
    const [came, inherited] = await Promise.all([door.open(PERSON), desk.inherit(PERSON, GUEST)]);
    expect(inherited).toBe(false);
    expect(rooms.people.userOf(PERSON)).toBe(came);
    expect(usdt(GUEST)).toBe(100_005_00000000n);
  });

  it('goes to one of two persons who sign in at once', async () => {
    await desk.change(GUEST, { direction: 'add', coin: 'USDT', amount: '5' });
    rooms.delayMs = () => 5;
    const persons = [PERSON, PERSON + 10];
    const inherited = await Promise.all(persons.map((person) => desk.inherit(person, GUEST)));
    expect(inherited).toEqual([true, false]);
    rooms.delayMs = () => 0;
    await Promise.all(persons.map((person) => door.open(person)));
    expect(persons.map(usdt)).toEqual([100_005_00000000n, 100_000_00000000n]);
  });
});
