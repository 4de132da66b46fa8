/** A picture of a position, drawn here: nothing leaves the browser. */

/** What the picture says. */
export interface Shown {
  readonly name: string;
  readonly words: string;
  readonly way: 'up' | 'down' | 'flat';
  readonly roe: string;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  readonly dir: 'ltr' | 'rtl';
}

const WIDTH = 720;
const HEIGHT = 420;
const EDGE = 40;
const LINE = 34;

/** Draws it in the theme's colours. */
export function drawPosition(canvas: HTMLCanvasElement, shown: Shown): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const rtl = shown.dir === 'rtl';
  const [start, end] = rtl ? [WIDTH - EDGE, EDGE] : [EDGE, WIDTH - EDGE];
  context.direction = shown.dir;
  const write = (text: string, x: number, y: number, look: string, ink: string) => {
    context.font = `${look} ${token('--font')}`;
    context.fillStyle = token(ink);
    context.textAlign = x === start ? 'start' : 'end';
    context.fillText(text, x, y);
  };
  context.fillStyle = token('--surface');
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.fillStyle = token('--primary');
  context.fillRect(0, 0, WIDTH, 6);
  write(shown.name, start, 70, '600 30px', '--text');
  write(shown.words, start, 106, '400 20px', '--text-2');
  const ink = shown.way === 'flat' ? '--text' : `--${shown.way}`;
  write(shown.roe, start, 190, '600 60px', ink);
  shown.lines.forEach(({ label, value }, index) => {
    const y = 250 + index * LINE;
    write(label, start, y, '400 20px', '--text-2');
    write(value, end, y, '500 20px', '--text');
  });
  write('Halcyon', end, 70, '600 20px', '--link');
}

/** The picture as a file. */
export function pictureOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no picture'));
      else resolve(blob);
    }, 'image/png');
  });
}
