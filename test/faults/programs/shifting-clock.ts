/** Loaded before a program: a clock that is set back by the next of `WAYFOLD_FAULT_CLOCK`'s milliseconds at each SIGUSR2. */
import { z } from 'zod';

const steps = z.array(z.number()).parse(JSON.parse(process.env.WAYFOLD_FAULT_CLOCK ?? '[]'));
const systemNow = Date.now;
let backMs = 0;

process.on('SIGUSR2', () => {
  backMs += steps.shift() ?? 0;
});
Date.now = () => systemNow() - backMs;
