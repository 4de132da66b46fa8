/** What a browser calls itself, in two words that people know. */

/** Later ones call themselves by the names of earlier ones too: the first that fits is the one. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const OTHER_LENGTH_MAX = 40;

function nameIn(names: typeof BROWSERS, userAgent: string): string | undefined {
  return names.find(([form]) => form.test(userAgent))?.[1];
}

/** Browser and system; what is neither is shown as it came, its beginning. */
export function browserName(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent);
  if (browser === undefined) return userAgent.slice(0, OTHER_LENGTH_MAX) || '–';
  const system = nameIn(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser}, ${system}`;
}
