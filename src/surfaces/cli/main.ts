import { run } from './run.ts';

// The embedded store, and running from sources, use features of Node that print experimental warnings.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

process.exit(await run(process.argv.slice(2)));
