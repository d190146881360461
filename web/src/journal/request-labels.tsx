import type { Request } from './live-timeline.ts';
import { type Scale, xOfSeq } from './timeline-scale.ts';
import type { Window } from './timeline-window.ts';

/** The label of a request above the timeline: its position, and the room until the next one. */
export interface RequestLabel {
  readonly request: Request;
  readonly x: number;
  readonly room: number;
}

/** A narrower label would say nothing. */
const MIN_LABEL_WIDTH = 84;

/** The labels in the window that fit, from the left; others are left out. */
export function requestLabels(
  requests: readonly Request[],
  { from, to }: Window,
  scale: Scale,
): readonly RequestLabel[] {
  const placed: { request: Request; x: number }[] = [];
  const before = requests.findLast(({ seq }) => seq < from);
  const shown = requests.filter(({ seq }) => seq >= from && seq <= to);
  // What a part begins in the middle of was asked for before it.
  for (const request of before ? [before, ...shown] : shown) {
    const x = request === before ? 0 : xOfSeq(request.seq - from + 1, scale);
    const last = placed.at(-1);
    if (last === undefined || x - last.x >= MIN_LABEL_WIDTH) placed.push({ request, x });
  }
  return placed.flatMap(({ request, x }, at) => {
    const room = (placed[at + 1]?.x ?? scale.width) - x;
    return room < MIN_LABEL_WIDTH / 2 ? [] : [{ request, x, room }];
  });
}

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** When something was requested, above the resulting facts. The journal has the same in words. */
export function RequestLabels({ labels }: { readonly labels: readonly RequestLabel[] }) {
  return (
    <div aria-hidden className="relative mx-3 h-4 overflow-hidden text-meta text-soft max-md:hidden">
      {labels.map(({ request, x, room }) => (
        <span
          key={request.seq}
          // Drawn and not written: as text it would be said a second time beside the conversation.
          data-label={`${clock.format(new Date(request.ts))} ${request.text.replaceAll('`', '')}`}
          className="absolute inset-y-0 truncate border-l border-accent/40 pl-1 leading-4 tabular-nums before:content-[attr(data-label)]"
          style={{ left: x, maxWidth: room - 4 }}
        />
      ))}
    </div>
  );
}
