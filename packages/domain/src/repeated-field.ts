/** Documents that people and programs read must say one thing: a reader may see the first of two fields of a name. */

/** A text with the colon that makes a name of it, or what opens and closes an object or a list. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

/** The first name that one object of a JSON text has twice; null = none. @param text that is JSON */
export function repeatedField(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const [token, colon] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return null;
}
