import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER_ADDRESS = fileURLToPath(new URL('src/map/vector/worker-address.ts', import.meta.url));

/** Lets MapLibre start its worker under the page's content security policy, which takes trusted addresses only. */
export function mapFiles(): Plugin {
  return {
    name: 'wayfold-map-files',
    enforce: 'pre',
    transform: {
      filter: { id: /maplibre-gl\/dist\/maplibre-gl\.mjs$/ },
      handler(code) {
        const checked = code.replaceAll(/new Worker\((\w+)/g, 'new Worker(workerAddress($1)');
        if (checked === code) throw new Error('MapLibre starts its worker in another way than it did.');
        return {
          code: `import { workerAddress } from ${JSON.stringify(WORKER_ADDRESS)};\n${checked}`,
          map: null,
        };
      },
    },
  };
}
