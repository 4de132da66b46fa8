/** The file of fee levels: what is taken, and which field a fault is in. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIRST_FEES } from '@halcyon/domain';
import { expect, test } from 'vitest';
import {
  checkFeeLevels,
  checkRequestFactors,
  FEE_LEVELS_FILE,
  feeLevelsCommand,
  ownFeeLevels,
  readFeeLevels,
  readRequestFactors,
} from './fee-levels-file.ts';

const RATES = { maker: '0.001', taker: '0.0015' };
const LOW = { maker: '0.0005', taker: '0.001' };
const level = (more: object = {}) => ({ spot: RATES, margin: RATES, futures: RATES, ...more });
const lower = (more: object = {}) => {
  return { spotVolume: 1_000, spot: LOW, margin: LOW, futures: LOW, ...more };
};

test('rates and aims become those of a schedule', () => {
  const levels = [level({ withdrawalDay: 9 }), lower({ assets: 70, withdrawalDay: 9 })];
  const file = { levels, discounts: [10, 50] };
  expect(checkFeeLevels(file)).toEqual({
    discounts: [10, 50],
    tiers: [
      {
        ...{ makerPpm: 1_000, takerPpm: 1_500, marginMakerPpm: 1_000, marginTakerPpm: 1_500 },
        ...{ contractMakerPpm: 1_000, contractTakerPpm: 1_500 },
        ...{ volumeFrom: 0, contractVolumeFrom: 0, assetsFrom: 0, withdrawalDay: 9 },
      },
      {
        ...{ makerPpm: 500, takerPpm: 1_000, marginMakerPpm: 500, marginTakerPpm: 1_000 },
        ...{ contractMakerPpm: 500, contractTakerPpm: 1_000, volumeFrom: 1_000, assetsFrom: 70 },
        withdrawalDay: 9,
      },
    ],
  });
  expect(ownFeeLevels().tiers.length).toBeGreaterThan(3);
});

test.each([
  [[], /the file must be an object/],
  [{}, /levels must be a list of 1 to 15/],
  [{ levels: [] }, /levels must be a list/],
  [{ levels: [level({ spot: 1 })] }, /levels\[0\]\.spot must be an object/],
  [{ levels: [level({ margin: { maker: 0.1, taker: '0' } })] }, /levels\[0\]\.margin\.maker must/],
  [{ levels: [level({ futures: { maker: '0', taker: '0.5' } })] }, /futures\.taker must be a rate/],
  [{ levels: [level({ spot: { maker: '-0.1', taker: '0' } })] }, /levels\[0\]\.spot\.maker/],
  [{ levels: [level({ spotVolume: 5 })] }, /levels\[0\]\.spotVolume must be 0/],
  [
    { levels: [level(), lower({ spotVolume: undefined })] },
    /levels\[1\]\.spotVolume must be a whole/,
  ],
  [{ levels: [level(), lower({ assets: 1.5 })] }, /levels\[1\]\.assets must be a whole number/],
  [
    { levels: [level(), lower(), lower()] },
    /levels\[2\]\.spotVolume must be above .* level 1, 1000/,
  ],
  [
    { levels: [level(), lower({ margin: { maker: '0.002', taker: '0' } })] },
    /\[1\]\.margin\.maker/,
  ],
  [{ levels: [level({ withdrawalDay: 0 })] }, /levels\[0\]\.withdrawalDay must be a whole number/],
  [
    { levels: [level({ withdrawalDay: 9 }), lower()] },
    /levels\[1\]\.withdrawalDay must be there in all levels or in none/,
  ],
  [
    { levels: [level({ withdrawalDay: 9 }), lower({ withdrawalDay: 8 })] },
    /levels\[1\]\.withdrawalDay must not be below that of level 0, 9/,
  ],
  [{ levels: [level()], discounts: 5 }, /discounts must be a list/],
  [{ levels: [level()], discounts: [5, 5] }, /discounts must be a list .* each once/],
  [{ levels: [level()], discounts: [5, 0] }, /discounts\[1\] must be a whole number/],
])('%j is refused by its field', (file, message) => {
  expect(() => checkFeeLevels(file)).toThrow(message);
});

test('levels say how many times as many requests they allow, 1 where they do not', () => {
  const file = { levels: [level(), lower({ requests: 2 })] };
  expect(checkRequestFactors(file)).toEqual([1, 2]);
  expect(() => checkRequestFactors({ levels: [level({ requests: 2 }), lower()] })).toThrow(
    /levels\[1\]\.requests must not be below that of level 0/,
  );
  for (const requests of [0, 1.5, 11, '2', null]) {
    expect(() => checkRequestFactors({ levels: [level({ requests })] })).toThrow(
      /levels\[0\]\.requests must be a whole number from 1 to 10/,
    );
  }
  expect(readRequestFactors('/nowhere')).toEqual([1, 1, 2, 2, 3, 4]);
});

test('the file in the data folder takes the place of the own one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fee-levels-'));
  try {
    expect(readFeeLevels(folder)).toEqual(ownFeeLevels());
    const path = join(folder, FEE_LEVELS_FILE);
    writeFileSync(path, JSON.stringify({ levels: [level()] }));
    expect(readFeeLevels(folder).tiers).toHaveLength(1);
    writeFileSync(path, '{"levels": [{}]}');
    expect(() => readFeeLevels(folder)).toThrow(
      /fee-levels\.json cannot be used: levels\[0\]\.spot/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a schedule is brought up to the file once; what users may have stays', () => {
  const [one, two] = [{ levels: [level()] }, { levels: [level(), lower()], discounts: [10] }];
  const file = checkFeeLevels(two);
  const first = feeLevelsCommand(FIRST_FEES, file);
  expect(first).toMatchObject({ tiers: file.tiers, discounts: [10] });
  const free = { makerPpm: 0, takerPpm: 0 };
  const now = { tiers: [...file.tiers, free], discounts: [10] };
  expect(feeLevelsCommand(now, file)).toBeNull();
  const cheaper = checkFeeLevels({ levels: [level(), lower({ assets: 9 })], discounts: [10, 20] });
  expect(feeLevelsCommand(now, cheaper)).toMatchObject({
    tiers: [...cheaper.tiers, free],
    discounts: [10, 20],
  });
  expect(() => feeLevelsCommand(now, checkFeeLevels(one))).toThrow(/levels must be at least 2/);
  const more = { levels: [level(), lower(), lower({ spotVolume: 2_000 })] };
  expect(() => feeLevelsCommand(now, checkFeeLevels(more))).toThrow(/levels must be 2/);
  const other = checkFeeLevels({ ...two, discounts: [20] });
  expect(() => feeLevelsCommand(now, other)).toThrow(/discounts must begin with 10/);
});
