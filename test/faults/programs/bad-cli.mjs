// A coding CLI that misbehaves: `bad-cli.mjs BEHAVIOUR MARK`. What it starts carries the mark in its arguments.
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { PLAN } from '../../cli-stand-ins/stand-in.mjs';

const [behaviour, mark = ''] = process.argv.slice(2);
process.stdin.resume();

/** @param {boolean} detached whether it leaves the group and the session it was started in */
const startChild = (detached) => spawn('sleep', [mark], { stdio: 'inherit', detached }).unref();

switch (behaviour) {
  case 'hang':
    process.on('SIGTERM', () => {});
    startChild(false);
    await wait(600_000);
    break;
  case 'hang-apart':
    startChild(true);
    await wait(600_000);
    break;
  case 'flood': {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    for (let i = 0; i < 64; i++)
      if (!process.stdout.write(megabyte)) await new Promise((go) => process.stdout.once('drain', go));
    break;
  }
  case 'crash':
    process.stderr.write('panic: something broke\n');
    process.exit(101);
    break;
  case 'killed':
    process.kill(process.pid, 'SIGSEGV');
    await wait(10_000);
    break;
  case 'leave-child':
    startChild(false);
    process.stdout.write(JSON.stringify(PLAN));
    break;
  case 'garbage':
    process.stdout.write(Buffer.from('{"plan_summary": "\xff\xfe', 'latin1'));
    break;
  case 'silent':
    break;
  default:
    process.stdout.write(JSON.stringify(PLAN));
}
process.exit();
