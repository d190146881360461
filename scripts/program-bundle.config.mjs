import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = fileURLToPath(new URL('../src', import.meta.url));
const { exports, peerDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** Programs that are started, or loaded by a thread, by their address. */
export const STARTED = [
  'surfaces/cli/main',
  'surfaces/cli/run',
  'host/modules/module-hooks',
  'machine/agents/output-reading',
  'model/answers/off-thread-worker',
  'model/answers/read-answer',
  'model/token-encoding',
  'planners/commits/plan/plan-from-output',
];

/** Stands for the folder of the build until it is known which file a module goes to. */
const HOME = '__WAYFOLD_HOME__';

/**
 * What users import, and the command, with what they need of other packages in them: one file for what is loaded together.
 * So a user installs next to nothing besides, and no start reads a thousand files.
 */
export default {
  root,
  logLevel: 'warn',
  plugins: [keepAddresses()],
  build: {
    ssr: true,
    emptyOutDir: false,
    target: 'node22',
    minify: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: Object.fromEntries([...importable(), ...STARTED].map((name) => [name, `src/${name}.ts`])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // Names stay as they are, for whoever reads a stack.
        minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
  // What a user may add, and the test runner, are theirs.
  ssr: { noExternal: true, external: [...Object.keys(peerDependencies), 'vitest'] },
};

/** @returns {string[]} */
function importable() {
  return Object.values(exports).flatMap((target) => {
    const [, name] = /^\.\/dist\/(.+)\.js$/.exec(target.default ?? '') ?? [];
    return name === undefined ? [] : [name];
  });
}

/** A module finds its files by its own address, which stays what it would be if every module were a file. */
function keepAddresses() {
  return {
    name: 'keep-addresses',
    /**
     * @param {string} code
     * @param {string} id
     */
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.url')) return undefined;
      const address = JSON.stringify(relative(sources, id).replaceAll('\\', '/').replace(/\.ts$/, '.js'));
      return { code: code.replaceAll('import.meta.url', `new URL(${address}, ${HOME}).href`), map: null };
    },
    /**
     * @param {string} code
     * @param {{ fileName: string }} chunk
     */
    renderChunk(code, { fileName }) {
      if (!code.includes(HOME)) return undefined;
      const up = '../'.repeat(fileName.split('/').length - 1) || './';
      return { code: code.replaceAll(HOME, `new URL(${JSON.stringify(up)}, import.meta.url)`), map: null };
    },
  };
}
