/** Generated navigation targets: pieces that parsers read in surprising ways, put together. */
import fc from 'fast-check';

const piece = fc.constantFrom(
  ...['http', 'https', 'HTTPS', 'javascript', 'JaVa', 'data', 'blob', 'mailto', 'tel', 'ftp'],
  ...['halcyon', 'halcyonapp', 'vbscript', 'file', 'image/', 'text/html', 'svg+xml', 'script'],
  ...[':', '://', '/', '//', '\\', '.', '..', './', '../', '#', '?', '@', ';', ',', '&', '='],
  ...['\t', '\n', '\r', '\0', '\u0001', ' ', '\u00a0', '\u200b', '\ufeff', '\u2028', '\u007f'],
  ...['%', '%2f', '%5c', '%2e', '%09', '%0a', '%00', '%3a', '／', '＼', '。', '：', '[', ']'],
  ...['own.example', 'evil.example', 'a', 'ａ', '127.0.0.1', ':80', 'alert(1)', 'x y'],
);
const START = [
  ...['/', './', '../', '#', 'https://', 'data:image/', 'mailto:'],
  ...['javascript:', 'JAVASCRIPT:', 'java\nscript:', '\u0001javascript:', ' javascript:'],
];

const word = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 1, maxLength: 6 });
const words = fc.array(word, { minLength: 1, maxLength: 4 });

/** A plain path of the site. */
export const plainPath: fc.Arbitrary<string> = words.map((parts) => `/${parts.join('/')}`);

/** A plain address elsewhere. fast-check's own takes seconds to make. */
export const plainAddress: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('http', 'https'), words, plainPath, fc.constantFrom('', '?a=b', '#c'))
  .map(([scheme, host, path, end]) => `${scheme}://${host.join('.')}${path}${end}`);

/** A target: safe, unsafe or nonsense. */
export const linkTarget: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.array(piece, { maxLength: 9 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: plainAddress },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...START), fc.array(piece, { maxLength: 6 }))
      .map(([start, parts]) => start + parts.join('')),
  },
);
