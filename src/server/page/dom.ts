/** The element with this id, of the kind the page was written with. */
export function at<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new TypeError(`The page has no ${kind.name} #${id}.`);
}

/** A new element. Text goes in as text: nothing a fact holds becomes markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<Omit<HTMLElementTagNameMap[Tag], 'innerHTML' | 'outerHTML'>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

const waiting = new Set<() => void>();

/** Draws once a frame, however much arrives. */
export function later(draw: () => void): void {
  if (waiting.size === 0) {
    requestAnimationFrame(() => {
      const draws = [...waiting];
      waiting.clear();
      for (const each of draws) each();
    });
  }
  waiting.add(draw);
}
