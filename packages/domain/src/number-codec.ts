/**
 * Commands that are lists of whole numbers as bytes, all in groups of seven bits (a small number takes
 * one byte). Ghosts: sequence and time of the followed market, the count of numbers, the numbers.
 * Prices: the count, the numbers.
 */
import { assert } from './assert.ts';
import { CommandKind } from './command-kinds.ts';
import type { GhostCommand, PricesCommand } from './commands.ts';

const TWO_31 = 0x80000000;

/** Writes the body at `offset`; returns where it ends. */
export function encodeGhost(command: GhostCommand, bytes: Uint8Array, offset: number): number {
  const { steps } = command;
  const at = write(bytes, offset, command.liveSeq);
  return writeList(bytes, write(bytes, at, command.liveTime), steps);
}

/** Writes the body of a prices command at `offset`; returns where it ends. */
export function encodePrices(command: PricesCommand, bytes: Uint8Array, offset: number): number {
  return writeList(bytes, offset, command.entries);
}

function writeList(bytes: Uint8Array, offset: number, numbers: readonly number[]): number {
  let at = write(bytes, offset, numbers.length);
  for (let i = 0; i < numbers.length; i++) at = write(bytes, at, numbers[i]!);
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
  return { kind: CommandKind.ghost, seq, time, liveSeq, liveTime, steps: readList(from) };
}

/** Reads the body of a prices command. @throws InvariantError when it does not fill its place */
export function decodePrices(
  bytes: Uint8Array,
  offset: number,
  end: number,
  seq: number,
  time: number,
): PricesCommand {
  const entries = readList({ bytes, at: offset, end });
  return { kind: CommandKind.prices, seq, time, entries };
}

/** The list that fills the rest. */
function readList(from: Source): number[] {
  const count = read(from);
  const numbers: number[] = [];
  for (let i = 0; i < count; i++) numbers.push(read(from));
  assert(from.at === from.end, 'a command of numbers has a wrong length');
  return numbers;
}

interface Source {
  readonly bytes: Uint8Array;
  at: number;
  readonly end: number;
}

function write(bytes: Uint8Array, offset: number, value: number): number {
  assert(Number.isSafeInteger(value) && value >= 0, 'a number of a command is not whole');
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

function read(from: Source): number {
  let value = 0;
  let scale = 1;
  for (;;) {
    assert(from.at < from.end, 'a command of numbers ends too early');
    const byte = from.bytes[from.at]!;
    from.at += 1;
    value += (byte & 127) * scale;
    if (byte < 128) return value;
    scale *= 128;
  }
}
