import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { reconnected, useConnection } from '../state/connection.ts';
import { checkPage, usePageVersion } from '../state/page-version.ts';
import { asPending } from '../state/pending-work.ts';

const MAX_ATTEMPTS = 8;

/** A part of the page that is loaded on demand. */
interface PartSource<Props> {
  readonly loaded: ComponentType<Props> | undefined;
  load(): Promise<void>;
}

/**
 * A part of the page that is loaded when it is first shown, with a placeholder until then, waiting for the server while
 * it is away. React's own `lazy` would delay it for 300 ms after the placeholder.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ComponentType<Props> = Nothing,
): (props: Props) => ReactNode {
  const source = partSource(load);
  return (props) => <ShownPart source={source} props={props} placeholder={placeholder} />;
}

function partSource<Props>(load: () => Promise<ComponentType<Props>>): PartSource<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const begin = async () => {
    try {
      loaded = await asPending(() => withRetries(load));
    } finally {
      loading = undefined;
    }
  };
  return {
    get loaded() {
      return loaded;
    },
    load() {
      loading ??= begin();
      return loading;
    },
  };
}

function ShownPart<Props extends object>({
  source,
  props,
  placeholder: Placeholder,
}: {
  readonly source: PartSource<Props>;
  readonly props: Props;
  readonly placeholder: ComponentType<Props>;
}) {
  const { loaded: Part } = source;
  const isMissing = Part === undefined;
  const [, redraw] = useState(0);
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    if (!isMissing) return;
    let isShown = true;
    source.load().then(
      () => isShown && redraw((times) => times + 1),
      (error: unknown) => isShown && setFailure({ error }),
    );
    return () => {
      isShown = false;
    };
  }, [source, isMissing]);
  if (failure) throw failure.error;
  return Part ? <Part {...props} /> : <Placeholder {...props} />;
}

function Nothing() {
  return null;
}

/** Loads a part of the page, retrying until the server can be reached. */
export async function withRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries++) {
    if (useConnection.getState().broken) await reconnected();
    try {
      return await load();
    } catch (error) {
      await checkPage();
      // A server with another page has other parts, and none of this one.
      if (tries >= MAX_ATTEMPTS || usePageVersion.getState().isOld) throw error;
      await reconnected();
    }
  }
}
