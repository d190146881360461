import type { ReactNode } from 'react';
import type { CellValue } from '../../../src/harness/module/view-block.ts';
import { linkAddress } from './link-address.ts';
import { OutsideLink } from './markdown-text.tsx';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

/** A value as text. */
export function cellText(value: CellValue | undefined): string {
  switch (typeof value) {
    case 'number':
      return number.format(value);
    case 'boolean':
      return value ? 'Yes' : 'No';
    case 'string':
      return value;
    default:
      return '';
  }
}

/** The value of a cell or field: an address becomes a link, an empty value a dash. */
export function CellContent({ value }: { readonly value: CellValue | undefined }): ReactNode {
  const text = cellText(value);
  if (text === '') {
    return (
      <span className="text-soft">
        <span aria-hidden>–</span>
        <span className="sr-only">None</span>
      </span>
    );
  }
  const address = typeof value === 'string' ? linkAddress(value) : undefined;
  return address === undefined ? text : <OutsideLink address={address}>{text}</OutsideLink>;
}
