import { type ResourceKind, uriOf } from '../resource-kind.ts';

/** The address of the app that shows a plan, or whatever else the tools of a server work on. */
export const APP_URI = 'ui://wayfold/plan';

/** Where the result of a tool says which resource the app should show. */
export const ADDRESS_KEY = 'wayfold/address';

/** What ties a tool to the app, and who may call it. Older hosts read the second key. */
export function appLink(visibility: readonly ('model' | 'app')[]) {
  return { ui: { resourceUri: APP_URI, visibility }, 'ui/resourceUri': APP_URI };
}

/** The address of what an answer is about, if the tools over a kind of resources name it there. */
export function addressIn(kind: ResourceKind, answer: object): string | undefined {
  const { [kind.idName]: id }: { readonly [field: string]: unknown } = { ...answer };
  return typeof id === 'string' && kind.isId(id) ? uriOf(kind, id) : undefined;
}
