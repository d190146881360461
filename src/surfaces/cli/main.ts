import { run } from './run.ts';

// The embedded store and running from sources rest on parts of Node that still announce themselves as experimental.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

process.exit(await run(process.argv.slice(2)));
