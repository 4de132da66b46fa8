/** Which user of a paper venue belongs to whom outside: one a person, and each to one person. */
import type { UserId } from '@halcyon/domain';

export class UserOwners {
  private readonly users = new Map<number, UserId>();
  private readonly owners = new Map<UserId, number>();

  get count(): number {
    return this.users.size;
  }

  /** The user of an owner; undefined before it is opened. */
  userOf(owner: number): UserId | undefined {
    return this.users.get(owner);
  }

  /** The owner of a user; undefined for those that nobody owns. */
  ownerOf(user: UserId): number | undefined {
    return this.owners.get(user);
  }

  /** Gives a user to an owner; whoever had it has none any more. */
  set(owner: number, user: UserId): void {
    const before = this.owners.get(user);
    if (before !== undefined) this.users.delete(before);
    this.users.set(owner, user);
    this.owners.set(user, owner);
  }

  /** Owners with their users. */
  owned(): Iterable<readonly [owner: number, user: UserId]> {
    return this.users;
  }

  /** By owner, in the order of their coming. */
  image(): [owner: number, user: UserId][] {
    return [...this.users];
  }
}
