/**
 * WebSocket frames as a server sends them: final, unmasked, uncompressed. A message is framed once and
 * the same bytes go to every subscriber.
 */

const FIN_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/** The complete frame of a text message. */
export function textFrame(message: string): Buffer {
  const length = Buffer.byteLength(message);
  const header = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FIN_TEXT;
  if (header === 2) {
    frame[1] = length;
  } else if (header === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  frame.write(message, header);
  return frame;
}

/** The answer to the text message `ping`. */
export const PONG_FRAME: Buffer = textFrame('pong');
