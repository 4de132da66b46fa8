/** What drawings are made of, in pixels of the chart. Pure: nothing here knows the chart library. */

/** A point, pixels from the top left corner of the candles. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How an area is filled: with the drawing's colour, or as a gain or a loss. */
export type Tone = 'own' | 'gain' | 'loss';

/** A part of a drawing. */
export type DrawingShape =
  | { readonly kind: 'line'; readonly at: readonly Spot[]; readonly thin?: boolean }
  | { readonly kind: 'area'; readonly at: readonly Spot[]; readonly tone?: Tone }
  | {
      readonly kind: 'text';
      readonly at: Spot;
      readonly text: string;
      readonly align?: 'left' | 'center' | 'right';
      readonly boxed?: boolean;
    };

/** A candle as drawings read it. */
export interface BarSpot {
  readonly x: number;
  readonly close: number;
}

/** What a drawing is drawn from. */
export interface DrawingScene {
  /** Its points, in the order in which they were placed, and their prices and times. */
  readonly at: readonly Spot[];
  readonly prices: readonly number[];
  readonly times: readonly number[];
  readonly width: number;
  readonly height: number;
  /** What a person wrote. */
  readonly text: string;
  heightOf(price: number): number;
  priceText(price: number): string;
  /** Candles between the first two points. */
  bars(): readonly BarSpot[];
}

/** Draws a tool's figures; nothing while it has too few points. */
export type Draw = (scene: DrawingScene) => readonly DrawingShape[];

/** Makes a drawing of so many points: before they are placed, a line joins those that are. */
export function drawWith(points: number, draw: Draw): Draw {
  return (scene) => {
    if (scene.at.length >= points) return draw(scene);
    return scene.at.length > 1 ? [line(...scene.at)] : [];
  };
}

export function line(...at: readonly Spot[]): DrawingShape {
  return { kind: 'line', at };
}

export function thin(...at: readonly Spot[]): DrawingShape {
  return { kind: 'line', at, thin: true };
}

export function area(at: readonly Spot[], tone: Tone = 'own'): DrawingShape {
  return { kind: 'area', at, tone };
}

export function middle(a: Spot, b: Spot): Spot {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function moved(a: Spot, by: Spot): Spot {
  return { x: a.x + by.x, y: a.y + by.y };
}

/** From `a` to `b`. */
export function way(a: Spot, b: Spot): Spot {
  return { x: b.x - a.x, y: b.y - a.y };
}

/** Where the line from `from` through `through` is past the pane; `through` where both are one. */
export function beyond(from: Spot, through: Spot, { width, height }: DrawingScene): Spot {
  const { x, y } = way(from, through);
  const length = Math.hypot(x, y);
  if (length === 0) return through;
  const reach = (width + height + Math.abs(from.x) + Math.abs(from.y)) / length;
  const longest = Math.max(1, reach);
  return { x: from.x + x * longest, y: from.y + y * longest };
}

/** An ellipse as corners. @param from angle in turns */
export function curve(
  centre: Spot,
  radius: { readonly x: number; readonly y: number },
  from = 0,
  to = 1,
): readonly Spot[] {
  const steps = 64;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = 2 * Math.PI * (from + ((to - from) * step) / steps);
    return { x: centre.x + radius.x * Math.cos(angle), y: centre.y + radius.y * Math.sin(angle) };
  });
}
