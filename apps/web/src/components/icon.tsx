/** Line icons, 20 by 20, drawn with the current colour. */

const PATHS = {
  close: 'M5 5l10 10M15 5L5 15',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4',
  chevron: 'M5.5 8l4.5 4.500L14.5 8',
  sun: 'M10 13.200a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.400ZM10 2v2M10 16v2M2 10h2M16 10h2M4.3 4.300l1.5 1.500M14.2 14.200l1.5 1.500M4.3 15.700l1.5-1.500M14.2 5.800l1.5-1.5',
  moon: 'M16.5 12A7 7 0 0 1 8 3.500a7 7 0 1 0 8.5 8.500Z',
  user: 'M10 10a3.3 3.3 0 1 0 0-6.600A3.3 3.3 0 0 0 10 10ZM3.5 17c.8-3 3.3-4.5 6.5-4.500s5.7 1.5 6.5 4.5',
  menu: 'M3 5.500h14M3 10h14M3 14.500h14',
  check: 'M4.5 10.500l3.7 3.7 7.3-8',
  info: 'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM10 9.200v4.600M10 6.200v.3',
  warn: 'M10 3l7.5 13.500h-15L10 3ZM10 8.500v3.500M10 14.200v.2',
  error: 'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM7.5 7.500l5 5M12.5 7.500l-5 5',
  question:
    'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM8 8c0-1.2.9-2 2-2s2 .8 2 1.900c0 1.4-2 1.6-2 3M10 13.700v.2',
  success: 'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM6.8 10.300l2.2 2.2 4.3-4.7',
  edit: 'M12.5 4.500l3 3L7 16H4v-3l8.5-8.500Z',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10.500h7.600L14.5 6',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  empty: 'M4 4h12v12H4zM7 8h6M7 11h4',
  wallet: 'M3 6.500h13.500v9.500H3zM3 6.500L13 3.500v3M13 11.200h1',
  arrow: 'M4 10h12M11 5l5 5-5 5',
  swap: 'M4 7h12M13 4l3 3-3 3M16 13H4M7 10l-3 3 3 3',
  minus: 'M5 10h10',
  plus: 'M5 10h10M10 5v10',
  expand: 'M12 3h5v5M8 17H3v-5M17 3l-6 6M3 17l6-6',
  external: 'M11 4h5v5M16 4l-7 7M13 12v4H4V7h4',
  leave: 'M8 3.500H4v13h4M8.500 10H17M13.500 6.500L17 10l-3.500 3.500',
  upload: 'M10 12V3M6 6.500l4-4 4 4M4 16.500h12',
  image: 'M3.5 4h13v12h-13zM3.5 13.500l4-4 3.500 3.500 2-2 3.500 3.500M12.500 7.500h.1',
  bell: 'M10 3a4.500 4.500 0 0 0-4.500 4.500c0 4-1.5 5.500-1.5 5.500h12s-1.5-1.5-1.5-5.500A4.500 4.500 0 0 0 10 3ZM8.500 16a1.6 1.6 0 0 0 3 0',
  sliders: 'M3 6h8M15 6h2M3 14h2M9 14h8M11 4v4M9 12v4M13 6a2 2 0 1 0-4 0M5 14a2 2 0 1 0 4 0',
  globe:
    'M10 17.500a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM2.5 10h15M10 2.500c2.500 2 2.500 13 0 15M10 2.500c-2.500 2-2.500 13 0 15',
  keyboard:
    'M2.5 5.500h15v9h-15zM5.500 8.500h.1M8.500 8.500h.1M11.500 8.500h.1M14.500 8.500h.1M6.500 11.500h7',
  home: 'M3.500 9.500L10 4l6.500 5.500V16.500h-4.500v-4h-4v4h-4.500Z',
  chart: 'M3 16.500h14M5.500 13V9M10 13V5M14.500 13V7.500',
  history:
    'M3.500 10a6.5 6.5 0 1 0 2-4.700L3.500 7.200M3.500 3.500v3.700h3.700M10 6.500V10l2.500 1.500',
  device: 'M5.500 2.500h9v15h-9zM9 15h2',
  terminal: 'M2.500 4h15v12h-15zM5.500 8l2.500 2-2.500 2M10 12.500h4',
  code: 'M7 6l-4 4 4 4M13 6l4 4-4 4',
  download: 'M10 3v9M6 8.500l4 4 4-4M4 16.500h12',
} as const;

/** Names of the icons. */
export type IconName = keyof typeof PATHS | 'star';

/** All of them, for the design page. */
export const ICON_NAMES = [...(Object.keys(PATHS) as (keyof typeof PATHS)[]), 'star'] as const;

interface Props {
  readonly name: IconName;
  readonly size?: number;
  readonly filled?: boolean;
}

/** Icons that point along the line of text, and back in a language written from right to left. */
const WAYS: readonly IconName[] = ['arrow', 'leave', 'external'];

const STAR = 'M10 2.800l2.2 4.6 5 .7-3.6 3.5.9 5-4.5-2.4-4.5 2.4.9-5L2.8 8.100l5-.7L10 2.800Z';

/** A decorative icon: hidden from assistive technology, so its button needs a name. */
export function Icon({ name, size = 16, filled = false }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={WAYS.includes(name) ? 'icon-way' : undefined}
    >
      <path d={name === 'star' ? STAR : PATHS[name]} />
    </svg>
  );
}
