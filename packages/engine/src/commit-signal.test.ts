import { expect, test, vi } from 'vitest';
import { CommitSignal } from './commit-signal.ts';

test('a run beside the engine stops while a commit is under way, and at no other time', () => {
  const wait = vi.spyOn(Atomics, 'wait');
  const signal = new CommitSignal();
  const pause = signal.yielder();
  const steps = () => {
    for (let n = 0; n < 160; n++) pause();
  };
  steps();
  expect(wait).not.toHaveBeenCalled();
  signal.during(steps);
  expect(wait).toHaveBeenCalled();
  wait.mockClear();
  steps();
  expect(wait).not.toHaveBeenCalled();
  wait.mockRestore();
});

test('commits without a pause do not stop a run for good, and one that fails ends', () => {
  const signal = new CommitSignal();
  const pause = signal.yielder();
  const stuck = () => {
    const began = performance.now();
    for (let n = 0; n < 1_600; n++) pause();
    // A wait ends by itself: nobody else ends this commit.
    expect(performance.now() - began).toBeGreaterThanOrEqual(1);
    throw new Error('the disk is full');
  };
  expect(() => signal.during(stuck)).toThrow('the disk is full');
  expect(new Int32Array(signal.shared)[0]).toBe(0);
});
