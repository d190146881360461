import { type ResourceKind, uriOf } from '../resource-kind.ts';

/** The address of the app, which shows a plan or whatever else a server's tools work on. */
export const APP_URI = 'ui://wayfold/plan';

/** The metadata key with the address of the resource to show. */
export const ADDRESS_KEY = 'wayfold/address';

/** Links a tool to the app, and declares who may call it. Older hosts read the second key. */
export function appLink(visibility: readonly ('model' | 'app')[]) {
  return { ui: { resourceUri: APP_URI, visibility }, 'ui/resourceUri': APP_URI };
}

/** The address of the resource that an answer is about, if it names one. */
export function addressIn(kind: ResourceKind, answer: object): string | undefined {
  const { [kind.idName]: id }: { readonly [field: string]: unknown } = { ...answer };
  return typeof id === 'string' && kind.isId(id) ? uriOf(kind, id) : undefined;
}
