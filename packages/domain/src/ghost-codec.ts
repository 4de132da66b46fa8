/**
 * Ghost commands as bytes: sequence and time of the followed market and the count of numbers, then
 * the numbers, all in groups of seven bits (a small number takes one byte).
 */
import { assert } from './assert.ts';
import { CommandKind, type GhostCommand } from './commands.ts';

const TWO_31 = 0x80000000;

/** Writes the body at `offset`; returns where it ends. */
export function encodeGhost(command: GhostCommand, bytes: Uint8Array, offset: number): number {
  const { steps } = command;
  let at = write(bytes, offset, command.liveSeq);
  at = write(bytes, at, command.liveTime);
  at = write(bytes, at, steps.length);
  for (let i = 0; i < steps.length; i++) at = write(bytes, at, steps[i]!);
  return at;
}

/** Reads the body between `offset` and `end`. @throws InvariantError when it does not fill them */
export function decodeGhost(
  bytes: Uint8Array,
  offset: number,
  end: number,
  seq: number,
  time: number,
): GhostCommand {
  const from = { bytes, at: offset, end };
  const liveSeq = read(from);
  const liveTime = read(from);
  const count = read(from);
  const steps: number[] = [];
  for (let i = 0; i < count; i++) steps.push(read(from));
  assert(from.at === end, 'a ghost command has a wrong length');
  return { kind: CommandKind.ghost, seq, time, liveSeq, liveTime, steps };
}

function write(bytes: Uint8Array, offset: number, value: number): number {
  assert(Number.isSafeInteger(value) && value >= 0, 'a number of a ghost command is not whole');
  let at = offset;
  let rest = value;
  while (rest >= TWO_31) {
    bytes[at] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
    at += 1;
  }
  while (rest >= 128) {
    bytes[at] = (rest & 127) | 128;
    rest >>>= 7;
    at += 1;
  }
  bytes[at] = rest;
  return at + 1;
}

function read(from: { readonly bytes: Uint8Array; at: number; readonly end: number }): number {
  let value = 0;
  let scale = 1;
  for (;;) {
    assert(from.at < from.end, 'a ghost command ends too early');
    const byte = from.bytes[from.at]!;
    from.at += 1;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
    scale *= 128;
  }
}
