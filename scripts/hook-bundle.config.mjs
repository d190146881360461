/** Everything that `wayfold hook` needs, in as few files as can be. */
export default {
  logLevel: 'warn',
  build: {
    ssr: 'src/surfaces/cli/hook-main.ts',
    emptyOutDir: false,
    target: 'node22',
    minify: true,
    rollupOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
  ssr: { noExternal: true },
};
