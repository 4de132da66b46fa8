/** A power cut at every call of a snapshot that seals: the next one goes on, and nothing is sealed twice. */
import { Core, RULES_VERSION } from '@halcyon/core';
import { type Command, CommandDecoder, encodeCommand, FIRST_LINK } from '@halcyon/domain';
import { Seals, type SnapshotJob, takeSnapshot, verifyJournal } from '@halcyon/engine';
import { type JournalWriter, openJournal } from '@halcyon/journal';
import { expect, test } from 'vitest';
import {
  SEAL_FORM,
  SealReader,
  sealFiles,
  writeSeal,
} from '../../../engine/src/seals/seal-file.ts';
import { SimRandom } from '../storage/sim-random.ts';
import { SimPowerCut, SimStorage } from '../storage/sim-storage.ts';
import { CommandGenerator } from './generator.ts';

const FOLDER = '/venue';
const VENUE = 'live';
const NOW = 1_790_000_000_000;
const COMMANDS = 300;

/** A venue that trades on a disk. */
class Trading {
  readonly core = new Core();
  readonly storage = new SimStorage(new SimRandom(1));
  readonly #generator = new CommandGenerator(8);
  readonly #writer: JournalWriter;
  readonly #bytes = new Uint8Array(1 << 15);
  readonly #decoder = new CommandDecoder();

  constructor() {
    const settings = { venue: VENUE, rulesVersion: RULES_VERSION, nowMs: () => NOW };
    const sizes = { segmentBytes: 1 << 20, batchBytes: 1 << 18 };
    const options = { ...settings, ...sizes, onRecord: () => {} };
    this.#writer = openJournal(this.storage, FOLDER, options).writer;
    for (const command of this.#generator.opening()) this.#apply(command);
  }

  trade(): void {
    for (let n = 0; n < COMMANDS; n++) this.#apply(this.#generator.next());
    this.#writer.commit();
  }

  /** @param exchange absent: as a version before seals took snapshots */
  job(exchange?: string): SnapshotJob {
    const { seq: toSeq, log } = this.core.state;
    const job = { directory: FOLDER, venue: VENUE, toSeq, chain: log.chain };
    return exchange === undefined ? job : { ...job, exchange };
  }

  #apply(command: Command): void {
    const length = encodeCommand(command, this.#bytes, 0);
    this.#writer.append(command.seq, this.#bytes, 0, length);
    this.core.apply(this.#decoder.decode(this.#bytes, 0, length), this.#decoder.kind);
    this.#generator.learn(this.core.state.log.decode());
    this.core.state.log.reset();
  }
}

const audit = (storage: SimStorage) => verifyJournal(storage, FOLDER, VENUE, [], null).seals;

test('whatever a power cut leaves, the next snapshot seals what was not sealed', () => {
  const venue = new Trading();
  venue.trade();
  takeSnapshot(venue.storage, venue.job('one'), []);
  const first = new Seals(venue.storage, FOLDER).list();
  venue.trade();
  const calm = venue.storage.clone();
  const before = calm.calls;
  takeSnapshot(calm, venue.job('one'), []);
  const calls = calm.calls - before;
  expect(calls).toBeGreaterThan(8);
  let sealedByCut = 0;
  for (let at = 1; at <= calls; at++) {
    for (let style = 0; style < 4; style++) {
      const disk = venue.storage.clone(new SimRandom(at));
      disk.setFault({ at, code: 'power-cut' });
      expect(() => takeSnapshot(disk, venue.job('one'), [])).toThrow(SimPowerCut);
      const image = disk.crashImage(new SimRandom(at * 4 + style));
      const left = new Seals(image, FOLDER).list();
      expect(left.slice(0, 1)).toEqual(first);
      sealedByCut += left.length - 1;
      const { sealed } = takeSnapshot(image, venue.job('one'), []);
      expect(sealed === null).toBe(left.length === 2);
      const all = new Seals(image, FOLDER).list();
      expect(all.slice(0, left.length)).toEqual(left);
      expect(all.map(({ from, to }) => [from, to])).toEqual([
        [1, first[0]!.to],
        [first[0]!.to + 1, venue.core.state.seq],
      ]);
      const { seals, receipts, link } = audit(image);
      expect([seals, link]).toEqual([2, all[1]!.link]);
      expect(receipts).toBeGreaterThan(0);
    }
  }
  expect(sealedByCut).toBeGreaterThan(0);
});

test('a folder of a version before seals begins to be sealed where its snapshot stands', () => {
  const venue = new Trading();
  venue.trade();
  const { seq } = venue.core.state;
  expect(takeSnapshot(venue.storage, venue.job(), []).sealed).toBeNull();
  venue.trade();
  takeSnapshot(venue.storage, venue.job('one'), []);
  const [seal, none] = new Seals(venue.storage, FOLDER).list();
  expect(seal).toMatchObject({ from: seq + 1, to: venue.core.state.seq, previous: FIRST_LINK });
  expect(none).toBeUndefined();
  expect(audit(venue.storage)).toMatchObject({ seals: 1, remade: seal!.receipts });
});

test('a snapshot where one was taken seals nothing, and one behind a seal is refused', () => {
  const venue = new Trading();
  venue.trade();
  const earlier = venue.job('one');
  venue.trade();
  takeSnapshot(venue.storage, venue.job('one'), []);
  expect(takeSnapshot(venue.storage, venue.job('one'), []).sealed).toBeNull();
  const disk = venue.storage.clone();
  for (const name of disk.list(FOLDER))
    if (name.endsWith('.state')) disk.remove(`${FOLDER}/${name}`);
  expect(() => takeSnapshot(disk, earlier, [])).toThrow(/receipts are sealed to/);
});

test('what a version with other receipts sealed is checked, but not made again', () => {
  const venue = new Trading();
  venue.trade();
  takeSnapshot(venue.storage, venue.job('one'), []);
  const [file] = sealFiles(venue.storage, FOLDER);
  const reader = new SealReader(venue.storage, file!.path);
  const tree = reader.tree();
  reader.close();
  venue.storage.remove(file!.path);
  writeSeal(venue.storage, FOLDER, { ...reader.record, form: SEAL_FORM + 1 }, tree);
  expect(audit(venue.storage)).toMatchObject({ seals: 1, remade: 0 });
});
