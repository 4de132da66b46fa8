/**
 * Invitation codes of traders that somebody tries: who gave so many wrong ones is asked for patience, whatever the next
 * one is. Right ones are as many as one likes: a page gives its code with each request.
 */
import { HourLimiter } from './hour-limiter.ts';

/** Of an address, and of a user who follows. */
export const WRONG_CODES_PER_HOUR = 60;

export class CodeGuesses {
  readonly #wrong = new HourLimiter(WRONG_CODES_PER_HOUR, 'everybody');

  /**
   * Counts a code as wrong until it is known to be right; '' is none.
   * @returns to be called when it was right @throws WireError rateLimit
   */
  take(who: string, code: string, now: number): () => void {
    if (code === '') return () => {};
    this.#wrong.take(who, now, 'invitation codes');
    return () => this.#wrong.giveBack(who);
  }
}
