/** What the futures account has and how near it is to liquidation. */

/** The box. */
export function AccountBox() {
  return null;
}
