import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Connection, connect } from './connection.ts';
import type { PlanServer } from './plan-server.ts';
import { stepOfWriter, type Writers, writersAmong } from './writers.ts';

const STEPS = 10;

/** Server processes in one project, each with a client, as when several agents work on it. */
export async function serverWriters(
  server: PlanServer,
  { processes, directory }: { processes: number; directory: string },
): Promise<Writers> {
  const project = await mkdtemp(join(directory, 'writers-'));
  const launch = await server.launch();
  const first = await connect(launch, project);
  const others = await Promise.all(Array.from({ length: processes - 1 }, () => connect(launch, project)));
  const connections = [first, ...others];
  return {
    race: async (count) => {
      await server.begin(first, STEPS);
      const calls = Array.from({ length: count }, (_, writer) =>
        server.addStep(connections[writer % processes] ?? first, stepOfWriter(writer)),
      );
      const answered = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
      return { answered: answered.length, kept: await keptSteps(server, first) };
    },
    close: async () => {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

/** A file that two processes wrote into at once may be no JSON any more: then nothing was kept. */
async function keptSteps(server: PlanServer, connection: Connection): Promise<number> {
  try {
    return writersAmong((await server.read(connection))?.map(({ title }) => title) ?? []);
  } catch (error) {
    if (error instanceof SyntaxError) return 0;
    throw error;
  }
}
