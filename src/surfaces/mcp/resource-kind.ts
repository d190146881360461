import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';

/** The state of a resource at one moment. */
export interface ResourceMoment {
  /** False while the journal contains nothing to show. */
  readonly begun: boolean;
  /** Plain data; two moments with equal state look the same. */
  readonly state: unknown;
}

/** A kind of resource with addresses such as `plan://<id>`, each with a journal. */
export interface ResourceKind {
  /** The scheme of its addresses: `plan`. */
  readonly scheme: string;
  /** The name of the id in its URI template. */
  readonly idName: string;
  readonly title: string;
  readonly description: string;
  isId(value: string): boolean;
  /** The id of the resource with this journal, if it is of this kind. */
  idOfJournal(journal: string): string | undefined;
  /** The existing resources whose ids begin with `prefix`, sorted by id. */
  list(
    prefix?: string,
  ): Promise<readonly { readonly id: string; readonly title?: string; readonly updatedAt: string }[]>;
  /** The state of a resource; undefined if it has no journal. */
  look(id: string): Promise<ResourceMoment | undefined>;
  /** The content for programs, and for people and models; undefined if there is no such resource. */
  read(id: string): Promise<{ readonly json: object; readonly markdown: string } | undefined>;
}

const MAX_COMPLETED = 100;

/** The URI template of a kind. */
export function templateOf({ scheme, idName }: ResourceKind): string {
  return `${scheme}://{${idName}}`;
}

/** The address of a resource. A colon, as in session ids, would be read as the start of a port and is encoded. */
export function uriOf({ scheme }: Pick<ResourceKind, 'scheme'>, id: string): string {
  return `${scheme}://${encodeURIComponent(id)}`;
}

/** Whether a URI can be the address of a resource of this kind. */
export function isAddress(kind: ResourceKind, uri: string): boolean {
  return idOfUri(kind, uri) !== undefined;
}

/** The id in the address of a resource of this kind; undefined if the address is not valid for it. */
export function idOfUri({ scheme, isId }: ResourceKind, uri: string): string | undefined {
  if (!uri.startsWith(`${scheme}://`)) return undefined;
  const name = uri.slice(scheme.length + '://'.length);
  const id = name.replaceAll(/%3A/gi, ':');
  return isId(id) ? id : undefined;
}

/** Registers a kind of resource: JSON for programs, Markdown for people and models. */
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
      [idName]: async (begun) => (await kind.list(begun)).slice(0, MAX_COMPLETED).map(({ id }) => id),
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

/** A sentence about how long resources last. */
export function lifetimeText(ephemeral: boolean): string {
  return ephemeral
    ? 'It is gone when the connection ends.'
    : 'It is stored, and other processes may change it.';
}
