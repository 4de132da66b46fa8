/** Figures in colours, as the chart library takes them. */

import type { OverlayFigure } from 'klinecharts';
import type { DrawingStyle } from './drawing.ts';
import type { DrawingShape, Tone } from './shapes/figure.ts';

/** Colours of the theme that drawings need. */
export interface Colours {
  readonly gain: string;
  readonly loss: string;
  readonly surface: string;
  /** The page's font. */
  readonly family: string;
}

let known: { readonly theme: string; readonly colours: Colours } | null = null;

/** The theme's colours, read again with another theme. */
export function cssColours(): Colours {
  const root = document.documentElement;
  const theme = `${root.className} ${JSON.stringify(root.dataset)}`;
  if (known?.theme === theme) return known.colours;
  const style = getComputedStyle(root);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const colours = { gain: read('--up'), loss: read('--down'), surface: read('--surface') };
  const family = getComputedStyle(document.body).fontFamily;
  known = { theme, colours: { ...colours, family } };
  return known.colours;
}

const DASHED = { solid: [], dashed: [8, 5], dotted: [2, 4] } as const;

function fill(tone: Tone, style: DrawingStyle, { gain, loss }: Colours): string {
  const colour = { own: style.colour, gain, loss }[tone];
  return `color-mix(in srgb, ${colour} ${tone === 'own' ? 12 : 20}%, transparent)`;
}

function lineOf(style: DrawingStyle, thin: boolean) {
  return {
    color: style.colour,
    size: thin ? 1 : style.width,
    style: thin || style.dash !== 'solid' ? 'dashed' : 'solid',
    dashedValue: thin ? [3, 4] : [...DASHED[style.dash]],
    smooth: false,
  };
}

const ALIGNS = { left: 'left', center: 'center', right: 'right' } as const;

/** The library's figures. */
export function toFigures(
  figures: readonly DrawingShape[],
  style: DrawingStyle,
  colours: Colours,
): OverlayFigure[] {
  return figures.map((figure): OverlayFigure => {
    if (figure.kind === 'line') {
      const attrs = { coordinates: [...figure.at] };
      return { type: 'line', attrs, styles: lineOf(style, figure.thin === true) };
    }
    if (figure.kind === 'area') {
      const color = fill(figure.tone ?? 'own', style, colours);
      return {
        type: 'polygon',
        attrs: { coordinates: [...figure.at] },
        styles: { style: 'fill', color },
      };
    }
    const { at, text, align = 'left', boxed = false } = figure;
    return {
      type: 'text',
      attrs: { x: at.x, y: at.y, text, align: ALIGNS[align], baseline: 'middle' },
      styles: {
        color: style.colour,
        size: 12,
        family: colours.family,
        backgroundColor: boxed ? colours.surface : 'transparent',
        borderColor: boxed ? style.colour : 'transparent',
        borderSize: boxed ? 1 : 0,
        borderRadius: 3,
        ...{ paddingLeft: 5, paddingRight: 5, paddingTop: 4, paddingBottom: 4 },
      },
    };
  });
}
