/**
 * Whether two texts are equal, in a time that depends on their lengths alone: every character is
 * looked at, whatever the ones before it were. `timingSafeEqual` needs two buffers made for it, which
 * costs more than the comparison of a signature.
 */
export function sameText(known: string, given: string): boolean {
  const { length } = known;
  if (given.length !== length) return false;
  let difference = 0;
  for (let i = 0; i < length; i++) difference |= known.charCodeAt(i) ^ given.charCodeAt(i);
  return difference === 0;
}
