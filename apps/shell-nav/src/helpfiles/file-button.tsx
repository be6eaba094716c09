import { Button } from "@chakra-ui/react";
import { useRef, type ChangeEvent, type ReactNode } from "react";

interface FileButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly accept: string;
  readonly multiple?: boolean;
  readonly busy: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A button that opens the browser's chooser. */
export function FileButton({ label, icon, accept, multiple = false, busy, onChange }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="gray" disabled={busy} onClick={() => input.current?.click()}>
        {icon}
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={label}
        onChange={onChange}
      />
    </>
  );
}
