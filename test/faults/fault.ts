import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Choices } from './choices.ts';
import { killAll } from './program.ts';
import { type Report, Tally } from './tally.ts';

/** What a run of faults goes by. */
export interface FaultSetting {
  readonly rounds: number;
  /** Every choice follows from it: which process dies, at which deed, which byte is cut. */
  readonly seed: string;
  /** An empty directory for whatever is written. */
  readonly directory: string;
}

/** Something that goes wrong, again and again, and what must hold all the same. */
export interface Fault {
  readonly name: string;
  /** What is done to whom, in a line. */
  readonly injects: string;
  /** Why it cannot be injected here; `undefined` when it can. */
  cannotRun?(): string | undefined;
  run(setting: FaultSetting): Promise<Report>;
}

/** One round: the choices that are made in it, a place of its own, and what is counted. */
export interface Round {
  readonly number: number;
  readonly choices: Choices;
  readonly directory: string;
  readonly tally: Tally;
}

/** A fault that is injected in rounds, with what all of them share. */
export function faultInRounds<Shared extends AsyncDisposable>({
  begin,
  round,
  ...fault
}: Pick<Fault, 'name' | 'injects' | 'cannotRun'> & {
  begin(setting: FaultSetting): Shared | Promise<Shared>;
  round(shared: Shared, round: Round): Promise<void>;
}): Fault {
  return {
    ...fault,
    async run(setting) {
      const tally = new Tally(fault.name);
      await using shared = await begin(setting);
      for (let number = 1; number <= setting.rounds; number++) {
        const directory = join(setting.directory, `${number}`);
        mkdirSync(directory);
        const choices = new Choices(`${setting.seed} ${fault.name} ${number}`);
        try {
          await round(shared, { number, choices, directory, tally });
        } finally {
          await killAll();
        }
        tally.rounds = number;
      }
      return tally.report();
    },
  };
}

/** For rounds that share nothing. */
export const nothingShared = (): AsyncDisposable => ({ async [Symbol.asyncDispose]() {} });
