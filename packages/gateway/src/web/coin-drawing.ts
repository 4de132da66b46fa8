/** A mark for a coin that nobody drew one for: colour, shape and letter follow from its name alone. */

const CENTRE = 16;
const RADIUS = 15;

/** A number below 2^32 that other names hardly have. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A regular polygon. @param turn degrees by which it is turned */
function polygon(corners: number, turn = 0): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (Math.PI * 2 * index) / corners - Math.PI / 2 + (turn * Math.PI) / 180;
    const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => CENTRE + RADIUS * part);
    return `${x?.toFixed(2)} ${y?.toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

const SHAPES: readonly string[] = [
  polygon(3),
  polygon(3, 180),
  polygon(4),
  polygon(4, 45),
  polygon(5),
  polygon(6),
  polygon(8, 22.5),
  'M0 0H32V16H0Z',
  'M16 0H32V32H16Z',
  'M10 0H22V32H10Z',
];

/** Letters and digits alone: the name goes into the picture as it is. */
function letterOf(coin: string): string {
  return /[A-Z0-9]/i.exec(coin)?.[0].toUpperCase() ?? '';
}

/** The mark as an address that holds the whole picture. @param coin code of the coin */
export function coinDrawing(coin: string): string {
  const hash = hashOf(coin);
  const hue = hash % 360;
  const shape = SHAPES[Math.floor(hash / 360) % SHAPES.length];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">` +
    `<clipPath id="c"><circle cx="16" cy="16" r="16"/></clipPath><g clip-path="url(#c)">` +
    `<rect width="32" height="32" fill="hsl(${hue} 60% 38%)"/>` +
    `<path d="${shape}" fill="hsl(${hue} 65% 26%)"/></g>` +
    `<text x="16" y="22.5" fill="#fff" font-family="sans-serif" font-size="18" font-weight="700"` +
    ` text-anchor="middle">${letterOf(coin)}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
