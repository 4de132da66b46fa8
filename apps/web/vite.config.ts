import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appShell } from './build/app-shell.ts';
import { compiledMessages } from './build/compiled-messages.ts';
import { evaluatedModules } from './build/evaluated-modules.ts';
import { sharedModules } from './build/shared-modules.ts';
import { verifierFile } from './build/verifier-file.ts';

const gateway = process.env['HALCYON_DEV_GATEWAY'] ?? 'http://127.0.0.1:8080';

const inside = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What makes and checks receipts, which dialogs of entries wait for and no page. */
const RECEIPTS = /packages\/domain\/src\/receipts/;

/**
 * Both kinds of table need a part of it: two files would be named in every page that has either. And what kinds of orders
 * are called, which is less than a file of its own: who tells it has a table of orders.
 */
const TABLES = /apps\/web\/src\/(components\/(data-table|column-fit|row-)|data\/order-kinds)/;

/** What takes and judges a typed number: a form that has one of it has most of the others. */
const NUMBERS = /\/(number-field|typed-number|amount-check|terminal\/crossing)\.tsx?$/;

/** Indicators: the chart's library draws them, and the menu that chooses them is another part. */
const INDICATORS = /packages\/indicators\/|\/chart\/(chosen-studies|study-colors)\.ts$/;

const shared = sharedModules();

export default defineConfig({
  root: inside('.'),
  plugins: [
    compiledMessages(),
    evaluatedModules(),
    react(),
    shared.plugin,
    appShell(),
    verifierFile(),
  ],
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
        // What every page needs is one file: a dozen small ones would wait for each other.
        codeSplitting: {
          groups: [
            { name: 'shared', test: shared.isShared },
            { name: 'receipts', test: RECEIPTS },
            { name: 'tables', test: TABLES },
            { name: 'numbers', test: NUMBERS },
            { name: 'chart-indicators', test: INDICATORS },
            { name: 'terminals', test: shared.isOfTerminals },
          ],
        },
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
