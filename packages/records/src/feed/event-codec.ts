/**
 * Events on their way to the worker. The frequent kinds are written as 64-bit words into one buffer
 * that is handed over, which costs the engine's thread a tenth of cloning the objects; the others
 * travel as objects. Nothing here is stored: both sides are always the same version.
 */
import { assert, type Event } from '@halcyon/domain';
import { EVENT_FORMS, EVENT_WORDS_MAX, type WordMemory } from './event-layout.ts';

/** A run of encoded events; `words` is transferred, not copied. */
export interface EncodedEvents {
  /** Events inside. */
  readonly count: number;
  readonly words: Float64Array<ArrayBuffer>;
  readonly texts: readonly string[];
  readonly objects: readonly Event[];
}

/** Word that stands for "the next one of `objects`". */
const OBJECT = 0;
const WORDS_START = 1024;

function memoryOf(words: Float64Array<ArrayBuffer>, texts: string[]): WordMemory {
  return { words, wide: new BigInt64Array(words.buffer, 0, words.length), texts };
}

/** Gathers events and gives them away as one block. */
export class EventEncoder {
  #memory = memoryOf(new Float64Array(WORDS_START), []);
  #length = 0;
  #count = 0;
  #objects: Event[] = [];

  /** Events gathered. */
  get count(): number {
    return this.#count;
  }

  /** Adds an event; it may be reused by the caller afterwards only if it is of a frequent kind. */
  add(event: Event): void {
    if (this.#length + EVENT_WORDS_MAX > this.#memory.words.length) this.#grow();
    this.#count += 1;
    const form = EVENT_FORMS[event.kind];
    if (form === undefined) {
      this.#memory.words[this.#length++] = OBJECT;
      this.#objects.push(event);
      return;
    }
    form.write(event, this.#memory, this.#length);
    this.#length += form.length;
  }

  /** Gives away what was gathered and starts anew. */
  take(): EncodedEvents {
    const { words, texts } = this.#memory;
    const taken = {
      count: this.#count,
      words: words.slice(0, this.#length),
      texts,
      objects: this.#objects,
    };
    this.#memory = { ...this.#memory, texts: [] };
    this.#length = 0;
    this.#count = 0;
    this.#objects = [];
    return taken;
  }

  #grow(): void {
    const words = new Float64Array(this.#memory.words.length * 2);
    words.set(this.#memory.words);
    this.#memory = memoryOf(words, this.#memory.texts);
  }
}

/** The events that were encoded, in order. */
export function decodeEvents({ count, words, texts, objects }: EncodedEvents): Event[] {
  const memory = memoryOf(words, [...texts]);
  const events = new Array<Event>(count);
  let at = 0;
  let object = 0;
  for (let i = 0; i < count; i++) {
    const kind = words[at] as number;
    const form = EVENT_FORMS[kind];
    if (form === undefined) {
      const event = objects[object++];
      assert(kind === OBJECT && event !== undefined, 'records feed: an object is missing');
      events[i] = event;
      at += 1;
    } else {
      events[i] = form.read(memory, at);
      at += form.length;
    }
  }
  assert(at === words.length, 'records feed: words are left over');
  return events;
}
