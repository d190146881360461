import type { TasksView } from '../../api/contracts.ts';
import { progressOf } from './task-list.ts';

/** How far a plan is: a bar, and the same in words. */
export function TaskProgress({ view }: { readonly view: TasksView }) {
  const { total, completed, failed, cancelled } = progressOf(view);
  const done = completed + failed + cancelled;
  const words = [
    `${completed} of ${total} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ].join(', ');
  const share = (count: number) => ({ width: `${total === 0 ? 0 : (100 * count) / total}%` });
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate text-small font-medium">
        {view.completed && failed === 0 && cancelled === 0 ? `All ${total} done` : words}
      </p>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
        className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full bg-line"
      >
        <span className="bg-good transition-all duration-180" style={share(completed)} />
        <span className="bg-bad transition-all duration-180" style={share(failed)} />
        <span className="bg-edge transition-all duration-180" style={share(cancelled)} />
      </div>
    </div>
  );
}
