import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { globeFiles } from './globe-files.ts';

const SERVER = process.env.WAYFOLD_SERVER ?? 'http://127.0.0.1:4180';

export default defineConfig({
  plugins: [react(), tailwindcss(), globeFiles()],
  build: {
    target: 'es2023',
    // Nothing is inlined into the document: the content security policy takes scripts and styles from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // The server refuses requests that name another host or come from another origin.
    proxy: Object.fromEntries(
      ['/api', '/errors'].map((path) => [
        path,
        { target: SERVER, changeOrigin: true, headers: { origin: SERVER } },
      ]),
    ),
  },
});
