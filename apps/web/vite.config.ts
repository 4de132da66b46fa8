import { fileURLToPath } from 'node:url';
import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { appShell } from './build/app-shell.ts';

/**
 * Compiles ICU messages to their syntax tree at build time, so that the message parser (7 KB) is
 * not shipped. Messages without placeholders stay plain strings.
 */
function compiledMessages(): Plugin {
  return {
    name: 'halcyon:compiled-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/platform\/locale\/messages\/[\w-]+\.json$/.test(id)) return null;
      const source = JSON.parse(code) as Record<string, string>;
      const compiled = Object.entries(source).map(([key, text]) => {
        const plain = !/[{}<>'#]/.test(text);
        return [key, plain ? text : parse(text, { captureLocation: false })];
      });
      return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
    },
  };
}

const gateway = process.env['HALCYON_DEV_GATEWAY'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [compiledMessages(), react(), appShell()],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  // The gateway puts the nonce of each answer here; see components/antd/style-nonce.ts.
  html: { cspNonce: 'HALCYON_CSP_NONCE' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api/v2': gateway,
      '/api/v3': gateway,
      '/api/web': gateway,
      '/v2/ws': { target: gateway, ws: true },
    },
  },
});
