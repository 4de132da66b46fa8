/**
 * Compiles ICU messages to their syntax tree at build time, so that the message parser (7 KB) is
 * not shipped. Messages without placeholders stay plain strings. Those that few pages need are a file
 * of their own, `<language>.json?more`, so that nobody else waits for them, and so are those of
 * refusals, `<language>.json?refusals`, which come with the first one, of copy trading, `<language>.json?copying`,
 * of what opens beside the chart, `<language>.json?chart`, and of algo orders, `<language>.json?algo`.
 */
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const MESSAGE_FILE =
  /\/platform\/locale\/messages\/[\w-]+\.json(?:\?(more|refusals|copying|chart|algo))?$/;

/** Files that a language is cut into: what every page has, what few need, and what refusals, copy trading, the chart and algo orders say. */
export const MESSAGE_PARTS = ['base', 'more', 'refusals', 'copying', 'chart', 'algo'] as const;
export type MessagePart = (typeof MESSAGE_PARTS)[number];

/**
 * Groups of messages that few pages need. A page that shows one of them waits for `moreMessages`
 * (platform/locale/locale.ts) before it is drawn.
 */
const GROUPS = [
  'alerts',
  'convert',
  'curve',
  'desk',
  'docs',
  'empty',
  'export',
  'factor',
  'faucet',
  'fund',
  'futures',
  'keys',
  'ladder',
  'lines',
  'margin',
  'marginPage',
  'offline',
  'outbox',
  'positions',
  'prefs',
  'qr',
  'receipt',
  'reason',
  'records',
  'reserves',
  'reset',
  'security',
  'shortcuts',
  'status',
  'stepUp',
  'transfer',
  'upload',
  'wallet',
];
/** Groups of which other pages say a part, as menus do; what else they say comes with their pages. */
const PARTLY = [
  'nav\\.copyTrader$',
  // Of copy trading what notifications say.
  'copy\\.(?:set\\.|portfolioOf$)',
  'fees\\.(?!title$)',
  'order\\.kind\\.(?:scaled|iceberg|twap|chase)$',
  'vip\\.(?!title$)',
  'subs\\.(?!title$)',
  'passkey\\.(?!login$|declined$)',
  'fidelity\\.(?!title$)',
  'guide\\.(?!title$)',
  'download\\.(?!app\\.)',
  'info\\.(?!titleOf$)',
  'notices\\.(?!unread$|cancelled$)',
  'simulation\\.(?:replay|upstream|other|missed|closed$|how$)',
  'paper\\.(?!no|first|guest|keep|kept|addFunds$)',
];
const MORE = new RegExp(`^(?:(?:${GROUPS.join('|')})\\.|${PARTLY.join('|')})`);

/** What the menus of the chart, drawings and the depth of the book say. */
const CHART = /^(?:draw|depth|indicator|tape|chart\.(?:look|scale))\.|^chart\.(?:scale|inverted)$/;

function partOf(key: string): MessagePart {
  if (key.startsWith('refusal.')) return 'refusals';
  if (CHART.test(key)) return 'chart';
  if (key.startsWith('algo.')) return 'algo';
  if (MORE.test(key)) return 'more';
  return key.startsWith('copy.') ? 'copying' : 'base';
}

/** JSON of one part of a message file with its ICU messages parsed. */
export function compileMessages(source: string, part: MessagePart): string {
  const messages = JSON.parse(source) as Record<string, string>;
  const own = Object.entries(messages).filter(([key]) => partOf(key) === part);
  const compiled = own.map(([key, text]) => {
    const plain = !/[{}<>'#]/.test(text);
    return [key, plain ? text : parse(text, { captureLocation: false })];
  });
  return JSON.stringify(Object.fromEntries(compiled));
}

/** The Vite plugin. */
export function compiledMessages(): Plugin {
  return {
    name: 'halcyon:compiled-messages',
    enforce: 'pre',
    transform(code, id) {
      const found = MESSAGE_FILE.exec(id);
      if (found === null) return null;
      const part = found[1] as MessagePart | undefined;
      const json = compileMessages(code, part ?? 'base');
      // An address with a query is no JSON file to the bundler.
      return { code: part === undefined ? json : `export default ${json}`, map: null };
    },
  };
}
