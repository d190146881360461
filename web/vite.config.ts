import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fetchedImports } from './fetched-imports.ts';
import { mapFiles } from './map-files.ts';

const SERVER = process.env.WAYFOLD_SERVER ?? 'http://127.0.0.1:4180';

const own = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react(), tailwindcss(), mapFiles(), fetchedImports()],
  build: {
    target: 'es2023',
    // Nothing is inlined into the document: the content security policy takes scripts and styles from files only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: own('index.html'), document: own('src/document.css') },
      output: {
        // Pages that the server writes itself name this one, so its name does not change with what is in it.
        assetFileNames: ({ names }) =>
          names.includes('document.css') ? 'document.css' : 'assets/[name]-[hash][extname]',
      },
    },
  },
  server: {
    // The server refuses requests that name another host or come from another origin.
    proxy: Object.fromEntries(
      ['/api', '/errors', '/document.css'].map((path) => [
        path,
        { target: SERVER, changeOrigin: true, headers: { origin: SERVER } },
      ]),
    ),
  },
});
