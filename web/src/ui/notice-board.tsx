import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from './button.tsx';
import { takeNotices, useNotices } from './toast.tsx';

/** Shows notices, each for a few seconds. */
export function NoticeBoard() {
  return (
    <Base.Provider timeout={6000}>
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-24 z-60 flex w-80 max-w-[calc(100vw-32px)] flex-col gap-2">
          <Shown />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Shown() {
  const { toasts, add } = Base.useToastManager();
  const waiting = useNotices((state) => state.waiting);
  useEffect(() => {
    if (waiting.length === 0) return;
    for (const { title, description, action } of takeNotices()) {
      add({
        title,
        ...(description !== undefined && { description }),
        ...(action && { actionProps: { children: action.label, onClick: action.onClick } }),
      });
    }
  }, [waiting, add]);
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="animate-arrive rounded-md border bg-raised px-3 py-2 shadow-[0_8px_24px_oklch(15%_0.02_265/0.18)]"
    >
      <Base.Content className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Base.Title className="text-small font-medium" />
          <Base.Description className="text-small text-soft break-words" />
        </div>
        <Base.Action className="rounded-sm px-1 text-small font-medium text-accent" />
        <Base.Close render={<IconButton label="Close" className="-my-1 -mr-2" />}>
          <X size={16} aria-hidden />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
