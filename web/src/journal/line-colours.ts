import { useEffect, useState } from 'react';
import { useColourScheme } from '../shell/theme.ts';
import { FACT_KINDS, type FactKind } from './fact-kind.ts';
import { KIND_LOOKS } from './fact-look.ts';
import type { LineColours } from './paint-timeline.ts';

/** The colours for a canvas, which cannot use the page's tokens. They change with the theme. */
export function useLineColours(): LineColours | undefined {
  const scheme = useColourScheme();
  const [colours, setColours] = useState<LineColours>();
  useEffect(() => {
    if (scheme) setColours(readColours());
  }, [scheme]);
  return colours;
}

function readColours(): LineColours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolved = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const kinds = Object.fromEntries(
    FACT_KINDS.map((kind) => [kind, resolved(KIND_LOOKS[kind].token)]),
  ) as Record<FactKind, string>;
  const colours = {
    kinds,
    pass: resolved('--accent'),
    reactor: resolved('--edge'),
    failed: resolved('--bad'),
  };
  probe.remove();
  return colours;
}
