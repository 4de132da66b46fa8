import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appShell } from './build/app-shell.ts';
import { compiledMessages } from './build/compiled-messages.ts';

const gateway = process.env['HALCYON_DEV_GATEWAY'] ?? 'http://127.0.0.1:8080';

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: inside('.'),
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
    rolldownOptions: {
      input: { index: inside('index.html'), sw: inside('src/service-worker.ts') },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
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
