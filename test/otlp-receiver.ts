import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const Value = z.looseObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
  arrayValue: z
    .looseObject({ values: z.array(z.looseObject({ stringValue: z.string().optional() })) })
    .optional(),
});
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([]);

const Traces = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: Attributes }),
      scopeSpans: z.array(
        z.looseObject({
          spans: z.array(
            z.looseObject({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              attributes: Attributes,
              status: z.looseObject({ code: z.number().optional(), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

const Point = z.looseObject({ attributes: Attributes });
const Measured = z.looseObject({ dataPoints: z.array(Point) }).optional();
const Metrics = z.object({
  resourceMetrics: z.array(
    z.looseObject({
      scopeMetrics: z.array(
        z.looseObject({
          metrics: z.array(
            z.looseObject({
              name: z.string(),
              unit: z.string(),
              histogram: Measured,
              sum: Measured,
              gauge: Measured,
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span as the receiver got it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector that takes OTLP over HTTP, and keeps all of it. */
export class OtlpReceiver {
  readonly url: string;
  /** Everything that came, as text. */
  received = '';
  readonly headers: Readonly<Record<string, unknown>>[] = [];
  readonly spans: ReceivedSpan[] = [];
  readonly services = new Set<unknown>();
  /** By name: the attributes of every point that came. */
  readonly metrics = new Map<string, Readonly<Record<string, unknown>>[]>();

  private constructor(url: string) {
    this.url = url;
  }

  static async start(): Promise<OtlpReceiver> {
    const server = createServer((request, answer) => {
      void json(request).then((body) => {
        receiver.headers.push(request.headers);
        receiver.#take(request.url ?? '', body);
        answer.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const receiver = new OtlpReceiver(`http://127.0.0.1:${port}`);
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return receiver;
  }

  /** The one span of this name that is a child of `parent`, or of any. */
  span(name: string, parent?: ReceivedSpan): ReceivedSpan {
    const found = this.spans.filter(
      (span) => span.name === name && (parent === undefined || span.parentSpanId === parent.spanId),
    );
    const [only, ...others] = found;
    if (only === undefined || others.length > 0) {
      const all = this.spans.map((span) => span.name).join(', ');
      throw new Error(
        `${found.length} spans ${name}${parent ? ` in ${parent.name}` : ''}; there are: ${all}`,
      );
    }
    return only;
  }

  #take(path: string, body: unknown): void {
    this.received += JSON.stringify(body);
    if (path === '/v1/traces') {
      for (const { resource, scopeSpans } of Traces.parse(body).resourceSpans) {
        this.services.add(plain(resource.attributes)['service.name']);
        for (const { attributes, status, ...span } of scopeSpans.flatMap(({ spans }) => spans)) {
          this.spans.push({ ...span, attributes: plain(attributes), failed: status.code === 2 });
        }
      }
    } else {
      const scopes = Metrics.parse(body).resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics);
      for (const { name, histogram, sum, gauge } of scopes.flatMap(({ metrics }) => metrics)) {
        const points = [histogram, sum, gauge].flatMap((measured) => measured?.dataPoints ?? []);
        const before = this.metrics.get(name) ?? [];
        this.metrics.set(name, [...before, ...points.map((point) => plain(point.attributes))]);
      }
    }
  }
}

function plain(attributes: z.infer<typeof Attributes>): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue, arrayValue } }) => [
      key,
      stringValue ??
        (intValue === undefined ? undefined : Number(intValue)) ??
        doubleValue ??
        arrayValue?.values.map((each) => each.stringValue),
    ]),
  );
}
