/** Everything that `wayfold hook` needs, in as few files as can be: run in the folder of a build. */
export default {
  logLevel: 'warn',
  build: {
    ssr: 'surfaces/cli/hook-main.js',
    emptyOutDir: false,
    target: 'node22',
    minify: true,
    rollupOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
  ssr: { noExternal: true },
};
