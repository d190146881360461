import type { LucideIcon } from 'lucide-react';
import { cloneElement, type ReactElement, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';

const MenuFrame = lazyPart(
  async () => (await import('./menu-frame.tsx')).MenuFrame,
  ({ trigger }: MenuProps) => cloneElement(trigger, { 'aria-haspopup': 'menu' }),
);

/** Something that can be chosen. */
export interface MenuEntry {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Whether a separator is above it. */
  readonly isParted?: boolean;
  onSelect(): void;
}

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<{ onClick?: () => void; 'aria-haspopup'?: 'menu' }>;
  readonly entries: readonly MenuEntry[];
}

/** The actions of something, behind one button. Its code is loaded with the first menu. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <MenuFrame {...props} />;
  return cloneElement(props.trigger, { onClick: () => setWanted(true), 'aria-haspopup': 'menu' });
}
