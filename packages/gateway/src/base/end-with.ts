/** The last answer of a connection. */
import type { Duplex } from 'node:stream';

/** Who reads nothing gets no more time than this, ms. */
const LAST_ANSWER_MS = 2_000;

/**
 * Writes a last answer and destroys the stream once it has gone out, or after a while: who sends slowly
 * closes slowly, or never, and a connection that waits for that is one less for others.
 */
export function endWith(stream: Duplex, text: string): void {
  const destroy = (): void => void stream.destroy();
  const timer = setTimeout(destroy, LAST_ANSWER_MS);
  stream.once('error', destroy);
  stream.once('close', () => clearTimeout(timer));
  stream.end(text, destroy);
}
