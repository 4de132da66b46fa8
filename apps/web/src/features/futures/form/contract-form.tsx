/** The order form of a contract. */

/** The form. */
export function ContractForm() {
  return null;
}
