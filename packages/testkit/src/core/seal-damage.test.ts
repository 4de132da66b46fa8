/**
 * What a disk does to the files of seals: the links that others may have stay what they are, snapshots go
 * on, and what the journal still has is made again byte by byte.
 */
import { type RepairedSeals, Seals } from '@halcyon/engine';
import { describe, expect, test } from 'vitest';
import { SealReader, writeTree } from '../../../engine/src/seals/seal-file.ts';
import {
  nameOf,
  SEAL_FORM,
  type SealPlace,
  sealPlaces,
  writeLink,
} from '../../../engine/src/seals/seal-record.ts';
import { SimRandom } from '../storage/sim-random.ts';
import { SimPowerCut, type SimStorage } from '../storage/sim-storage.ts';
import { auditOf, DiskVenue, FOLDER, sealOn } from './sealing-venue.ts';

const HEAD_BYTES = 24;

type Files = readonly ('tree' | 'link')[];
type Spoil = (disk: SimStorage, path: string) => void;

/** Turns a bit in each of several parts of a file. */
function turned(name: string, at: (size: number) => number): readonly [string, Spoil] {
  const spoil: Spoil = (disk, path) => {
    const bytes = disk.peek(path);
    const place = at(bytes.length);
    bytes[place] = bytes[place]! ^ 1;
    disk.poke(path, bytes);
  };
  return [name, spoil];
}

const MISSING = ['missing', (disk, path) => disk.remove(path)] as const satisfies [string, Spoil];
const TORN = [
  'torn',
  (disk, path) => disk.poke(path, disk.peek(path).slice(0, HEAD_BYTES + 9)),
] as const satisfies [string, Spoil];
const EMPTY = ['empty', (disk, path) => disk.poke(path, new Uint8Array())] as const satisfies [
  string,
  Spoil,
];
/** In the head of either file: the mark, the format, a length, the checksum, what is unused, the text. */
const HEADS = [0, 8, 12, 16, 20, HEAD_BYTES + 5].map((at) => turned(`byte ${at}`, () => at));
/** In a tree: its text's end, the sequences, the leaves, the levels above and the root. */
const TREES = [0.2, 0.35, 0.6, 0.9].map((part) =>
  turned(`${part} of it`, (size) => Math.floor(size * part)),
);
const ROOT = turned('its last byte', (size) => size - 1);

/** A disk with two seals, and the third stretch of commands that is yet to be sealed. */
function threeStretches() {
  const venue = new DiskVenue();
  venue.trade();
  sealOn(venue.storage, venue);
  venue.trade();
  sealOn(venue.storage, venue);
  venue.trade();
  const places = sealPlaces(venue.storage, FOLDER) as [SealPlace, SealPlace];
  return { venue, places, links: new Seals(venue.storage, FOLDER).list() };
}

const given = threeStretches();
const [OLD, NEWEST] = given.places;

interface Case {
  readonly name: string;
  readonly files: Files;
  readonly spoil: Spoil;
}

const cases = (files: Files, spoils: readonly (readonly [string, Spoil])[]): Case[] =>
  spoils.map(([what, spoil]) => ({ name: `${files.join(' and ')}: ${what}`, files, spoil }));

/** A copy of the disk with one seal spoilt. */
function spoilt(place: SealPlace, { files, spoil }: Case): SimStorage {
  const disk = given.venue.storage.clone(new SimRandom(1));
  for (const file of files) spoil(disk, place[file]);
  return disk;
}

/** The next snapshot, and that all links are as before. */
function goesOn(disk: SimStorage): RepairedSeals {
  const { seals, sealed } = sealOn(disk, given.venue);
  const list = new Seals(disk, FOLDER).list();
  expect(list.slice(0, 2)).toEqual(given.links);
  expect(list[2]).toMatchObject({ previous: given.links[1]!.link, link: sealed!.link });
  return seals;
}

describe('the newest seal', () => {
  const ALL = [
    ...cases(['tree'], [...HEADS, ...TREES, ROOT, MISSING, TORN, EMPTY]),
    ...cases(['link'], [...HEADS, MISSING, TORN, EMPTY]),
    ...cases(['tree', 'link'], [HEADS[5]!, MISSING, EMPTY]),
  ];

  test.each(ALL)('$name: it is as it was after the next snapshot', (one) => {
    const { storage } = given.venue;
    const disk = spoilt(NEWEST, one);
    const isNoFault = one.files.length === 1 && one.files[0] === 'link' && one.spoil === MISSING[1];
    if (!isNoFault) expect(() => auditOf(disk)).toThrow(/seal-/);
    const { mended, lost } = goesOn(disk);
    // A link alone that is missing is what a folder of before looks like.
    const expected = isNoFault ? [] : one.files.map((file) => nameOf(NEWEST.to, file));
    expect([...mended].sort(), 'told by name').toEqual([...expected].sort());
    expect(lost).toEqual([]);
    for (const path of [NEWEST.tree, NEWEST.link])
      expect(disk.peek(path)).toEqual(storage.peek(path));
    expect(auditOf(disk)).toMatchObject({ seals: 3 });
  });

  test('is made again whatever a power cut leaves of the mending', () => {
    const { venue } = given;
    const both = cases(['tree', 'link'], [MISSING])[0]!;
    const calm = spoilt(NEWEST, both);
    const before = calm.calls;
    goesOn(calm);
    const calls = calm.calls - before;
    for (let at = 1; at <= calls; at++) {
      const disk = spoilt(NEWEST, both);
      disk.setFault({ at, code: 'power-cut' });
      expect(() => sealOn(disk, venue)).toThrow(SimPowerCut);
      const image = disk.crashImage(new SimRandom(at));
      const left = new Seals(image, FOLDER).list();
      sealOn(image, venue);
      const list = new Seals(image, FOLDER).list();
      expect(list.slice(0, 2)).toEqual(given.links);
      // What others may have seen meanwhile stays too.
      expect(list).toEqual(expect.arrayContaining(left));
      expect(auditOf(image)).toMatchObject({ seals: 3 });
    }
  });

  test('both files of one that no snapshot knows yet: refused by their names', () => {
    const { venue } = given;
    const disk = venue.storage.clone(new SimRandom(1));
    sealOn(disk, venue);
    // As a power cut between seal and snapshot leaves it.
    const [, , last] = sealPlaces(disk, FOLDER);
    disk.remove(`${FOLDER}/snapshot-${String(last!.to).padStart(16, '0')}.state`);
    for (const path of [last!.tree, last!.link]) EMPTY[1](disk, path);
    const names = new RegExp(`${nameOf(last!.to, 'tree')}.*${nameOf(last!.to, 'link')}`, 's');
    expect(() => sealOn(disk, venue)).toThrow(names);
    expect(new Seals(disk, FOLDER).list()).toEqual(given.links);
  });

  test('two files of two seals: nobody chooses between them', () => {
    const { venue } = given;
    const disk = venue.storage.clone(new SimRandom(1));
    const other = new DiskVenue();
    other.trade();
    other.trade();
    sealOn(other.storage, other);
    const [place] = sealPlaces(other.storage, FOLDER);
    disk.poke(NEWEST.link, other.storage.peek(place!.link));
    const seals = new Seals(disk, FOLDER);
    expect(seals.list()).toEqual(given.links.slice(0, 1));
    expect(seals.faults()).toEqual([`${nameOf(NEWEST.to, 'tree')} and its link are of two seals`]);
    expect(() => auditOf(disk)).toThrow(nameOf(NEWEST.to, 'link'));
    expect(() => sealOn(disk, venue)).toThrow(nameOf(NEWEST.to, 'tree'));
  });
});

describe('an older seal', () => {
  const ALL = cases(['tree'], [HEADS[5]!, ...TREES, ROOT, TORN, EMPTY]);

  test.each(ALL)('$name: snapshots go on, links stay, verify and health name it', (one) => {
    const disk = spoilt(OLD, one);
    expect(goesOn(disk)).toEqual({ mended: [], lost: [] });
    expect(() => auditOf(disk)).toThrow(nameOf(OLD.to, 'tree'));
    const seals = new Seals(disk, FOLDER);
    const asked = { version: 1, seq: OLD.to, venue: 'live', exchange: 'one' } as never;
    expect(seals.proof(asked)).toBe('damaged');
    expect(seals.faults()).toEqual([`${nameOf(OLD.to, 'tree')} is damaged`]);
    disk.poke(OLD.tree, given.venue.storage.peek(OLD.tree));
    seals.lookAgain();
    expect(seals.faults()).toEqual([]);
    expect(seals.proof(asked)).toBeNull();
    expect(auditOf(disk)).toMatchObject({ seals: 3 });
  });

  test('a missing tree is made again as long as the journal has its commands', () => {
    const disk = spoilt(OLD, cases(['tree'], [MISSING])[0]!);
    expect(goesOn(disk).mended).toEqual([nameOf(OLD.to, 'tree')]);
    expect(disk.peek(OLD.tree)).toEqual(given.venue.storage.peek(OLD.tree));
  });

  test('both files missing: what is before and behind stays, and the gap is told', () => {
    const disk = spoilt(OLD, cases(['tree', 'link'], [MISSING])[0]!);
    const seals = new Seals(disk, FOLDER);
    expect(seals.list()).toEqual(given.links.slice(1));
    expect(seals.faults()).toEqual([`a seal before ${nameOf(NEWEST.to, 'tree')} is missing`]);
    expect(seals.proof({ seq: OLD.to } as never)).toBe('damaged');
    expect(sealOn(disk, given.venue).sealed).not.toBeNull();
  });
});

test('a tree of another form is not made again, and goes by its name', () => {
  const { venue } = given;
  const disk = venue.storage.clone(new SimRandom(1));
  const reader = new SealReader(disk, NEWEST.tree);
  const tree = reader.tree();
  reader.close();
  const record = { ...reader.record, form: SEAL_FORM + 1 };
  for (const path of [NEWEST.tree, NEWEST.link]) disk.remove(path);
  writeTree(disk, FOLDER, record, tree);
  writeLink(disk, FOLDER, record);
  expect(new Seals(disk, FOLDER).proof({ seq: NEWEST.to } as never)).toBe('older');
  disk.remove(NEWEST.tree);
  expect(goesOn(disk)).toEqual({ mended: [], lost: [nameOf(NEWEST.to, 'tree')] });
});
