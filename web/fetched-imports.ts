import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OWN = fileURLToPath(new URL('src/ui/fetched-import.ts', import.meta.url));

/** Lets the built page fetch the files of a part before it imports them, in place of Vite's own preloading. */
export function fetchedImports(): Plugin {
  return {
    name: 'wayfold-fetched-imports',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (file, needed, { hostType }) =>
            hostType === 'js' ? [...new Set([file, ...needed])] : needed,
        },
      },
    }),
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => `export { fetchedImport as __vitePreload } from ${JSON.stringify(OWN)};`,
    },
  };
}
