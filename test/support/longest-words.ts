/** Every message in whichever language says it longest, for pages that must have room for all languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { compileMessages, MESSAGE_PARTS } from '../../apps/web/build/compiled-messages.ts';

const MESSAGES = join(import.meta.dirname, '../../apps/web/src/platform/locale/messages');

function longestMessages(): Record<string, string> {
  const longest: Record<string, string> = {};
  for (const name of readdirSync(MESSAGES).filter((file) => file.endsWith('.json'))) {
    const messages = JSON.parse(readFileSync(join(MESSAGES, name), 'utf8'));
    for (const [id, text] of Object.entries<string>(messages)) {
      if (widthOf(text) > widthOf(longest[id] ?? '')) longest[id] = text;
    }
  }
  return longest;
}

/** Width of a text in letters; Chinese and Japanese ones are two wide. */
function widthOf(text: string): number {
  return text.length + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0);
}

/** English pages of the context say everything so. */
export async function showLongest(context: BrowserContext): Promise<void> {
  const texts = JSON.stringify(longestMessages());
  // Both parts of the language are files of this name; each may have all of it.
  const all = MESSAGE_PARTS.map((part) => JSON.parse(compileMessages(texts, part)));
  const body = `export default ${JSON.stringify(Object.assign({}, ...all))};`;
  await context.route(/\/assets\/en_US-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
}
