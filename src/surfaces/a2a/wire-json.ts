import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { MOST_NESTING, nestsTooDeep } from '../../host/a2a/nesting.ts';

/** The JSON of a body; `undefined` when it is none. Throws the protocol's error for what nests too deep to be read. */
export function wireJson(text: string): { readonly value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (nestsTooDeep(value)) {
    throw new RequestMalformedError(`The body nests deeper than ${MOST_NESTING} levels.`);
  }
  return { value };
}
