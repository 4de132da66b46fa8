/**
 * 10,000 forged proofs of reserves, none of which proves anything: by the code that the page shares, and by
 * the verifier that is downloaded.
 */
import {
  checkReserves,
  hashText,
  type ReservesProof,
  readReservesProof,
  SUM_MAX,
  sha256,
} from '@halcyon/domain';
import { Roots } from '@halcyon/engine';
import { expect, test } from 'vitest';
import { verifyReserves } from '../../../../apps/web/src/stand-alone/verify-reserves.ts';
import { hashText as nodeHash } from '../../../engine/src/reserves/root-file.ts';
import { SimRandom } from '../storage/sim-random.ts';
import { DiskVenue, FOLDER, sealOn } from './sealing-venue.ts';
import { seedOf } from './test-seed.ts';

const FORGERIES = 10_000;

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };
/** A place in a document: what holds it, and its name there. */
type Place = readonly [holder: Json[] | Record<string, Json>, name: string];

function* placesOf(value: Json): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) {
    yield [value as Record<string, Json>, name];
    yield* placesOf((value as Record<string, Json>)[name]!);
  }
}

function draw<T>(random: SimRandom, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

/** Another value in the stead of one. */
function forgedValue(random: SimRandom, value: Json, others: readonly Json[]): Json {
  const text = typeof value === 'string' ? value : `${JSON.stringify(value)}`;
  const digit = random.below(text.length);
  const changes: (() => Json)[] = [
    () => structuredClone(draw(random, others)),
    () => `${text.slice(0, digit)}${random.below(10)}${text.slice(digit + 1)}`,
    () => text.slice(1),
    () => text.slice(0, 16),
    () => `${text}0`,
    () => `0${text}`,
    () => `-${text}`,
    () => text.toUpperCase(),
    () => `${text}\n`,
    () => Number(text),
    () => `${SUM_MAX}`,
    () => `${SUM_MAX + 1n}`,
    () => `${2n ** 64n + BigInt(random.below(1_000))}`,
    () => '0',
    () => null,
    () => [value],
    () => random.below(2 ** 16),
    () => random.below(13),
  ];
  return draw(random, changes)();
}

/** A document with one to three faults. */
function forge(random: SimRandom, sound: string, others: readonly Json[]): Json {
  const document = JSON.parse(sound) as Json;
  for (let faults = 1 + random.below(3); faults > 0; faults--) {
    const [holder, name] = draw(random, [...placesOf(document)]);
    const at = holder as Record<string, Json>;
    const way = random.below(12);
    if (way === 0 && Array.isArray(holder)) holder.splice(Number(name), 1);
    else if (way === 0) delete at[name];
    else if (way === 1 && Array.isArray(holder)) holder.push(structuredClone(at[name]!));
    else if (way === 2 && Array.isArray(holder)) holder.reverse();
    else at[name] = forgedValue(random, at[name]!, others);
  }
  return document;
}

/** What a document claims: the owner's figures, and the root. */
function claimOf({ root, proofs }: ReservesProof): string {
  const figures = Object.entries(proofs).map(([asset, { owner, owed, owing }]) => [
    ...[asset, owner, owed, owing],
  ]);
  return JSON.stringify([root.link, root.time, root.seq, root.assets, figures.sort()]);
}

/** Whether what a document claims is a part of what the sound one does. */
function claimsNoMore(forged: ReservesProof, sound: ReservesProof): boolean {
  const known = Object.keys(forged.proofs).every((asset) => sound.proofs[asset] !== undefined);
  if (!known) return false;
  const part = Object.fromEntries(
    Object.keys(forged.proofs).map((asset) => [asset, sound.proofs[asset]!]),
  );
  return claimOf(forged) === claimOf({ ...sound, proofs: part });
}

test('no forged proof is accepted, whatever was changed in it', () => {
  const venue = new DiskVenue();
  const proofs: ReservesProof[] = [];
  for (let n = 0; n < 2; n++) {
    venue.trade();
    sealOn(venue.storage, venue);
    const roots = new Roots(venue.storage, FOLDER);
    for (const owner of ['1000000016', '1000000017', '1000000018']) {
      const proof = roots.proof(owner);
      if (typeof proof === 'object' && proof !== null) proofs.push(proof);
    }
  }
  expect(proofs.length).toBeGreaterThan(3);
  // Leaves, nodes and roots of other owners, assets and times are what a forger has at hand.
  const others = proofs.flatMap((proof) =>
    [...placesOf(proof as unknown as Json)].map(
      ([holder, name]) => (holder as Record<string, Json>)[name]!,
    ),
  );
  const random = new SimRandom(seedOf());
  let [refused, harmless] = [0, 0];
  for (let n = 0; n < FORGERIES; n++) {
    const sound = draw(random, proofs);
    const text = JSON.stringify(forge(random, JSON.stringify(sound), others));
    const read = readReservesProof(text);
    const verdict = 'name' in read ? read : checkReserves(nodeHash, read);
    expect(verifyReserves(text).isProved).toBe(verdict.name === 'proved');
    if (verdict.name !== 'proved') {
      refused += 1;
      continue;
    }
    // What may be left out, or has another order, claims nothing else.
    expect(claimsNoMore(read as ReservesProof, sound), text).toBe(true);
    harmless += 1;
  }
  expect(refused + harmless).toBe(FORGERIES);
  expect(harmless).toBeLessThan(FORGERIES / 10);
  for (const proof of proofs) {
    expect(checkReserves(hashText(sha256), proof).name).toBe('proved');
    expect(verifyReserves(JSON.stringify(proof)).isProved).toBe(true);
  }
});
