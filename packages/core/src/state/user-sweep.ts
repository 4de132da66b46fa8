/** Going over all users in portions, in their order, so that a replay cuts where the live run did. */

/** Users that one command looks at at most: most have nothing that a sweep is about. */
const USERS_PER_COMMAND = 16_384;

/** Where a sweep stands: users below this one are done. */
export interface UserCursor {
  nextUser: number;
}

/**
 * Visits the next users. It is at its end when `nextUser` is `users`.
 * @param users how many there are @param most work that may be done
 * @param visit a user; returns the work that was done
 * @returns work that may still be done; 0 also where too many users were looked at
 */
export function sweepUsers(
  at: UserCursor,
  users: number,
  most: number,
  visit: (user: number) => number,
): number {
  const stop = Math.min(users, at.nextUser + USERS_PER_COMMAND);
  let left = most;
  while (at.nextUser < stop && left > 0) {
    const user = at.nextUser;
    at.nextUser += 1;
    left -= visit(user);
  }
  return at.nextUser === stop && stop < users ? 0 : Math.max(0, left);
}
