/** Puts into index.html what the first paint needs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const BOOT = fileURLToPath(new URL('../boot/boot.js', import.meta.url));

/** The boot script without its comments. */
export function bootScript(): string {
  const lines = readFileSync(BOOT, 'utf8').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}

/** Inlines the boot script, in development and in the build. */
export function appShell(): Plugin {
  return {
    name: 'halcyon:app-shell',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('</title>', `</title>\n    <script>${bootScript()}</script>`),
    },
  };
}
