import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const CESIUM = dirname(require.resolve('cesium/package.json'));
const { version } = require('cesium/package.json') as { readonly version: string };
const BUILT = join(CESIUM, 'Build', 'Cesium');

/** Under a name that changes with what is in it, so that a browser may keep the files for good. */
const FOLDER = `assets/cesium-${version}`;

/** The workers that a globe without terrain, models and shapes starts. */
const WORKERS = [
  'createVerticesFromHeightmap.js',
  'incrementallyBuildTerrainPicker.js',
  'transferTypedArrayTest.js',
];
/** The imagery, and where the pole of the Earth stood at the moment that the globe shows. */
const ASSETS = ['Assets/Textures/NaturalEarthII', 'Assets/IAU2006_XYS/IAU2006_XYS_16.json'];

/** What Cesium leaves out of its own build: checks of how it is called. */
const DEBUG = /\/\/>>includeStart\('debug'[\s\S]*?\/\/>>includeEnd\('debug'\);?/g;

const own = (path: string) => fileURLToPath(new URL(`src/panels/trip/globe/${path}`, import.meta.url));

/**
 * Lets the globe live under the page's content security policy, and brings along the few of its files that it fetches
 * while it runs.
 */
export function globeFiles(): Plugin {
  return {
    name: 'wayfold-globe-files',
    enforce: 'pre',
    config: () => ({ define: { CESIUM_BASE_URL: JSON.stringify(`/${FOLDER}/`) } }),
    resolveId: {
      filter: { id: /\/CreditDisplay\.js$|^meshoptimizer$|^@spz-loader\/core$/ },
      // The first writes HTML and a style element, the others start WebAssembly: the policy refuses all of that.
      handler: (source) => own(source.endsWith('CreditDisplay.js') ? 'no-credits.ts' : 'no-decoders.ts'),
    },
    transform: {
      filter: { id: /@cesium\/engine\/Source\/.*\.js$/ },
      handler(code, id) {
        const lean = code.replaceAll(DEBUG, '');
        return { code: id.endsWith('/TaskProcessor.js') ? withCheckedWorkers(lean) : lean, map: null };
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FOLDER}`, (request, response, next) => {
        const path = posix.normalize(new URL(request.url ?? '/', 'http://globe').pathname);
        try {
          const bytes = readFileSync(join(BUILT, path));
          if (path.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
          response.end(bytes);
        } catch {
          next();
        }
      });
    },
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: `${FOLDER}/LICENSE.md`,
        source: readFileSync(join(CESIUM, 'LICENSE.md')),
      });
      for (const path of [...workerFiles(), ...ASSETS.flatMap(filesUnder)]) {
        this.emitFile({
          type: 'asset',
          fileName: `${FOLDER}/${path}`,
          source: readFileSync(join(BUILT, path)),
        });
      }
    },
  };
}

/** Workers are started through the page's policy for them. */
function withCheckedWorkers(code: string): string {
  const start = 'new Worker(workerPath, options)';
  if (!code.includes(start)) throw new Error('Cesium starts its workers in another way than it did.');
  const imported = `import { workerAddress } from ${JSON.stringify(own('worker-address.ts'))};\n`;
  return imported + code.replaceAll(start, 'new Worker(workerAddress(workerPath), options)');
}

/** The workers with everything that they import. */
function workerFiles(): readonly string[] {
  const wanted = new Set(WORKERS);
  // A set that grows while it is walked is walked to its end.
  for (const name of wanted) {
    const code = readFileSync(join(BUILT, 'Workers', name), 'utf8');
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
      wanted.add(imported);
  }
  return [...wanted].map((name) => `Workers/${name}`);
}

function filesUnder(path: string): readonly string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(BUILT, path)).flatMap((name) => filesUnder(`${path}/${name}`));
}
