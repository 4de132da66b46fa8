/** `whole × i / n`, rounded down, exactly. */
export function share(whole: number, i: number, n: number): number {
  return Math.floor(whole / n) * i + Math.floor(((whole % n) * i) / n);
}
