/** A keyboard shortcut. */
export function Key({ children }: { readonly children: string }) {
  return (
    <kbd
      aria-hidden
      className="rounded-sm border border-current/30 px-1 font-sans text-[11px] leading-4 max-sm:hidden"
    >
      {children}
    </kbd>
  );
}
