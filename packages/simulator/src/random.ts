/**
 * Seeded deterministic random numbers for the simulated market. One seed string and a stream name
 * give one sequence on every machine, and streams do not disturb one another: adding a draw to the
 * takers never moves the reference price. Not for cryptography, and never for money: results are
 * decisions (floats) that callers round to ticks and lots.
 */

/** Serialisable generator state: four 32-bit words and the spare normal of the polar method. */
export interface RandomState {
  readonly words: readonly [number, number, number, number];
  readonly spare: number | null;
}

/** FNV-1a over UTF-16 code units with a final avalanche; spreads seed and stream names. */
function hashText(text: string, salt: number): number {
  let hash = (0x811c9dc5 ^ salt) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b) >>> 0;
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Small fast counter generator (sfc32) with the distributions that the market needs. */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;
  #spare: number | null = null;

  /** @param seed any text; @param stream names an independent sequence of the same seed. */
  constructor(seed: string, stream: string) {
    this.#a = hashText(`${seed}\u0000${stream}`, 0x9e3779b9);
    this.#b = hashText(`${stream}\u0000${seed}`, 0x243f6a88);
    this.#c = hashText(`${seed}\u0001${stream}`, 0xb7e15162);
    for (let round = 0; round < 16; round += 1) this.nextUint32();
  }

  /** Restores a generator exactly where `state()` left it. */
  static fromState(state: RandomState): Random {
    const random = new Random('', '');
    const [a, b, c, counter] = state.words;
    random.#a = a;
    random.#b = b;
    random.#c = c;
    random.#counter = counter;
    random.#spare = state.spare;
    return random;
  }

  /** The state as plain data; `fromState` continues the same sequence. */
  state(): RandomState {
    return { words: [this.#a, this.#b, this.#c, this.#counter], spare: this.#spare };
  }

  /** Uniform integer in [0, 2^32). */
  nextUint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }

  /** Uniform in the open interval (0, 1): never 0, so logarithms are safe. */
  uniform(): number {
    return (this.nextUint32() + 0.5) / 4294967296;
  }

  /** Uniform integer in [0, bound); `bound` in 1..2^32. */
  below(bound: number): number {
    return Math.floor(this.uniform() * bound);
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** Standard normal (Marsaglia's polar method). */
  normal(): number {
    const spare = this.#spare;
    if (spare !== null) {
      this.#spare = null;
      return spare;
    }
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      this.#spare = y * factor;
      return x * factor;
    }
  }

  /** Student-t with `degrees` > 2 degrees of freedom, scaled to unit variance (Bailey 1994). */
  studentT(degrees: number): number {
    const radius = Math.sqrt(degrees * (this.uniform() ** (-2 / degrees) - 1));
    const value = radius * Math.cos(2 * Math.PI * this.uniform());
    return value * Math.sqrt((degrees - 2) / degrees);
  }

  /** Exponential with the given mean. */
  exponential(mean: number): number {
    return -mean * Math.log(this.uniform());
  }

  /** Poisson count; exact by inversion below mean 30, rounded normal above. */
  poisson(mean: number): number {
    if (mean <= 0) return 0;
    if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let product = this.uniform();
    let count = 0;
    while (product > limit) {
      product *= this.uniform();
      count += 1;
    }
    return count;
  }

  /** Pareto: at least `minimum`, P(X > x) = (minimum / x)^exponent. */
  pareto(minimum: number, exponent: number): number {
    return minimum * this.uniform() ** (-1 / exponent);
  }

  /** Log-normal with the given median and standard deviation of the logarithm. */
  logNormal(median: number, sigma: number): number {
    return median * Math.exp(sigma * this.normal());
  }
}
