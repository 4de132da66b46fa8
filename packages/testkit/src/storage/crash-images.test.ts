import { describe, expect, test } from 'vitest';
import { seedOf } from '../core/test-seed.ts';
import { checkCrashImages } from './crash-images.ts';

describe('B1 crash images of the journal', () => {
  const count = Number(process.env['HALCYON_CRASH_IMAGES'] ?? 4_000);
  const seed = seedOf();

  test(`nothing acknowledged is lost, nothing else is there (seed ${seed})`, {
    timeout: 24 * 3600 * 1000,
  }, () => {
    const report = checkCrashImages(seed, count);
    console.log(`crash images: ${JSON.stringify(report)}`);
    expect(report.images).toBeGreaterThanOrEqual(count);
    // The workload must reach what it is for.
    expect(report.torn).toBeGreaterThan(0);
    expect(report.segmentsMax).toBeGreaterThan(2);
  });
});
