/** Tells everybody at once that a session, a key or everything of a user is no longer valid. */
import type { UserId } from '@halcyon/domain';
import type { Revocation, Revocations } from '../ws/ports.ts';

/** Where revocations are announced and heard. */
export class RevocationHub implements Revocations {
  readonly #listeners = new Set<(revocation: Revocation) => void>();

  onRevoked(listener: (revocation: Revocation) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A session ended. */
  session(id: string): void {
    this.#tell({ kind: 'session', id });
  }

  /** An API key was changed or deleted. */
  key(id: string): void {
    this.#tell({ kind: 'key', id });
  }

  /** All sessions and keys of a user: password change, freeze. */
  user(user: UserId): void {
    this.#tell({ kind: 'user', user });
  }

  #tell(revocation: Revocation): void {
    for (const listener of this.#listeners) listener(revocation);
  }
}
