import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';

/** What is behind a resource at one moment. */
export interface ResourceMoment {
  /** False while there is only a journal, and nothing in it to show. */
  readonly begun: boolean;
  /** As plain data: two moments with the same state are the same to whoever looks. */
  readonly state: unknown;
}

/** A kind of things that have an address, `plan://<id>`, and a journal each. */
export interface ResourceKind {
  /** What its addresses begin with: `plan`. */
  readonly scheme: string;
  /** The name of the id in the template of its addresses. */
  readonly idName: string;
  readonly title: string;
  readonly description: string;
  isId(value: string): boolean;
  /** The thing whose journal this is, if it is one of this kind. */
  idOfJournal(journal: string): string | undefined;
  /** Those that are there and whose ids begin with `prefix`, by id. */
  list(
    prefix?: string,
  ): Promise<readonly { readonly id: string; readonly title?: string; readonly updatedAt: string }[]>;
  /** Undefined when there is no such journal. */
  look(id: string): Promise<ResourceMoment | undefined>;
  /** For programs, and for people and models; undefined when there is no such thing. */
  read(id: string): Promise<{ readonly json: object; readonly markdown: string } | undefined>;
}

const MOST_COMPLETED = 100;

/** The template of the addresses of a kind. */
export function templateOf({ scheme, idName }: ResourceKind): string {
  return `${scheme}://{${idName}}`;
}

/** The address of a thing. A colon, as ids of sessions have it, would be taken for the one before a port. */
export function uriOf({ scheme }: Pick<ResourceKind, 'scheme'>, id: string): string {
  return `${scheme}://${encodeURIComponent(id)}`;
}

/** Whether an address can be one of a thing of this kind. */
export function isAddress(kind: ResourceKind, uri: string): boolean {
  return idOfUri(kind, uri) !== undefined;
}

/** The id of the thing of this kind that has an address; undefined when it can be none of its. */
export function idOfUri({ scheme, isId }: ResourceKind, uri: string): string | undefined {
  if (!uri.startsWith(`${scheme}://`)) return undefined;
  const name = uri.slice(scheme.length + '://'.length);
  const id = name.replaceAll(/%3A/gi, ':');
  return isId(id) ? id : undefined;
}

/** Makes everything of a kind a resource: JSON for programs, markdown for people and models. */
export function registerResources(server: McpServer, kind: ResourceKind): void {
  const { scheme, idName, title, description } = kind;
  const template = new ResourceTemplate(templateOf(kind), {
    list: async () => ({
      resources: (await kind.list()).map(({ id, title: own, updatedAt }) => ({
        uri: uriOf(kind, id),
        name: id,
        title: own ?? `${title} ${id}`,
        annotations: { lastModified: updatedAt },
      })),
    }),
    complete: {
      [idName]: async (begun) => (await kind.list(begun)).slice(0, MOST_COMPLETED).map(({ id }) => id),
    },
  });
  server.registerResource(
    scheme,
    template,
    { title, description, mimeType: 'application/json' },
    async ({ href }) => {
      const id = idOfUri(kind, href);
      const found = id === undefined ? undefined : await kind.read(id);
      if (found === undefined) throw new ResourceNotFoundError(href);
      return {
        contents: [
          { uri: href, mimeType: 'application/json', text: JSON.stringify(found.json, undefined, 2) },
          { uri: href, mimeType: 'text/markdown', text: found.markdown },
        ],
      };
    },
  );
}

/** What a client is told about how long a resource is there. */
export function lastingOf(ephemeral: boolean): string {
  return ephemeral
    ? 'It is gone when the connection ends.'
    : 'It is stored, and other processes may change it.';
}
