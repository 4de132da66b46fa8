/** Icons of tools, 20 by 20. */

/** One. @param path of the table of tools, or of the side bar */
export function ToolIcon({ path }: { readonly path: string }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

/** What the side bar does besides drawing. */
export const BAR_ICONS = {
  magnet: 'M5 3v7a5 5 0 0 0 10 0V3h-3.500v7a1.500 1.500 0 0 1-3 0V3ZM5 6h3.500M11.500 6H15',
  keep: 'M7 3h6l-1 6 3 3H5l3-3ZM10 12v5',
  lock: 'M5 9h10v8H5ZM7 9V6a3 3 0 0 1 6 0v3',
  hide: 'M2 10c2-3.500 5-5 8-5s6 1.500 8 5c-2 3.500-5 5-8 5s-6-1.500-8-5ZM4 17L16 3',
  undo: 'M7 4L3 8l4 4M3 8h9a4.500 4.500 0 0 1 0 9H8',
  redo: 'M13 4l4 4-4 4M17 8H8a4.500 4.500 0 0 0 0 9h4',
  objects: 'M10 3l7 4-7 4-7-4ZM3 11l7 4 7-4',
  picture:
    'M3 6h3l1.500-2h5L14 6h3v10H3ZM10 13.500a2.700 2.700 0 1 0 0-5.400 2.700 2.700 0 0 0 0 5.400Z',
  remove: 'M4 6h12M8 6V4h4v2M5.500 6l.7 10.500h7.600L14.500 6',
  clone: 'M7 7h9v9H7zM4 13V4h9',
  template: 'M4 16.500V3.500h12v13l-6-4Z',
} as const;
