import { FileUp } from 'lucide-react';
import { type InputHTMLAttributes, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/field.tsx';

/** An address, or an uploaded file: the field then contains its hash. */
export function FileChoice({
  input,
  onFile,
  onStored,
}: {
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  onFile(file: File): Promise<string | undefined>;
  onStored(value: string): void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  const [name, setName] = useState<string>();
  const [busy, setBusy] = useState(false);
  const store = async (file: File | undefined) => {
    if (file === undefined) return;
    setBusy(true);
    try {
      const value = await onFile(file);
      if (value === undefined) return;
      setName(file.name);
      onStored(value);
    } finally {
      setBusy(false);
      if (picker.current) picker.current.value = '';
    }
  };
  return (
    <div className="flex flex-col gap-1">
      <div className="flex gap-2">
        <TextInput {...input} className="min-w-0 flex-1 font-mono text-small!" />
        <Button waits={busy} disabled={input.disabled} onClick={() => picker.current?.click()}>
          <FileUp size={16} aria-hidden />
          Upload a file
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".json,application/json"
          aria-label="File to upload"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => void store(target.files?.[0])}
        />
      </div>
      {name && String(input.value).startsWith('sha256:') && (
        <p role="status" className="text-meta text-good">
          {name} is uploaded.
        </p>
      )}
    </div>
  );
}
