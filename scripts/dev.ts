/**
 * `npm run dev`: the server from its sources, started anew with every change, and beside it the page, which changes under
 * the eyes. What is given after `--` goes to the server.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const PORT = '4180';

const programs = [
  spawn(
    process.execPath,
    ['--watch', 'src/surfaces/cli/main.ts', 'up', '--port', PORT, ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: 'inherit',
    },
  ),
  spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'web'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, WAYFOLD_SERVER: `http://127.0.0.1:${PORT}` },
  }),
];

// Neither is of use without the other.
for (const program of programs) {
  program.on('exit', () => {
    for (const other of programs) other.kill();
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const program of programs) program.kill(signal);
  });
}
