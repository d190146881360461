import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const Attributes = z.array(
  z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) }),
);

const Metrics = z.object({
  resourceMetrics: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: Attributes }),
      scopeMetrics: z.array(
        z.looseObject({
          metrics: z.array(
            z.looseObject({
              name: z.string(),
              sum: z
                .looseObject({
                  dataPoints: z.array(
                    z.looseObject({
                      attributes: Attributes,
                      asDouble: z.number().optional(),
                      asInt: z.union([z.string(), z.number()]).optional(),
                    }),
                  ),
                })
                .optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Takes the metrics that workers send, and keeps how many appends of theirs lost a race. */
export class ConflictCount {
  readonly url: string;
  readonly #server: Server;
  /** By process and writer; each sends what it has counted so far. */
  readonly #counts = new Map<string, number>();

  private constructor(server: Server) {
    this.#server = server;
    const address = server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  static async start(): Promise<ConflictCount> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const count = new ConflictCount(server);
    server.on('request', async (request, response) => {
      count.#take(await json(request));
      response.setHeader('content-type', 'application/json').end('{}');
    });
    return count;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, each) => sum + each, 0);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(body: unknown): void {
    for (const { resource, scopeMetrics } of Metrics.parse(body).resourceMetrics) {
      const sender = textOf(resource.attributes, 'service.name');
      for (const { name, sum } of scopeMetrics.flatMap(({ metrics }) => metrics)) {
        if (name !== 'wayfold.cas.conflicts') continue;
        for (const { attributes, asInt, asDouble } of sum?.dataPoints ?? []) {
          const writer = textOf(attributes, 'wayfold.writer');
          this.#counts.set(`${sender} ${writer}`, Number(asInt ?? asDouble ?? 0));
        }
      }
    }
  }
}

function textOf(attributes: z.infer<typeof Attributes>, name: string): string {
  return attributes.find(({ key }) => key === name)?.value.stringValue ?? '';
}
