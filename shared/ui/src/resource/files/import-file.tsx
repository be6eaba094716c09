/** The sheet that is to be imported: chosen or dropped, and looked into before it is sent. */
import { Button, chakra, Text } from "@chakra-ui/react";
import { sheetExtensions } from "@liantai/api/contract/parts";
import { FileSpreadsheet, Upload } from "lucide-react";
import { useRef, useState, type DragEvent } from "react";
import { chooserOf, sheetRefusal } from "../fields/file.tsx";

const Drop = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    gap: "2",
    p: "6",
    borderWidth: "1px",
    borderStyle: "dashed",
    borderRadius: "md",
    color: "fg.muted",
    textAlign: "center",
    "&[data-over]": { borderColor: "accent.solid", bg: "accent.subtle" },
  },
});

interface ChosenSheet {
  readonly file: File | undefined;
  /** Why there is none. */
  readonly refused: string | undefined;
  choose(chosen: File | undefined): Promise<void>;
  /** undefined: nothing is wrong any more. */
  refuse(why: string | undefined): void;
  forget(): void;
}

/** `busy`: one is on its way, no other is taken. */
export function useSheet(busy: boolean): ChosenSheet {
  const [file, setFile] = useState<File>();
  const [refused, refuse] = useState<string>();
  const latest = useRef<File>(undefined);
  return {
    file,
    refused,
    refuse,
    forget() {
      setFile(undefined);
      refuse(undefined);
    },
    async choose(chosen) {
      if (!chosen || busy) return;
      latest.current = chosen;
      const wrong = await sheetRefusal(chosen);
      // Another was chosen while this one was looked into.
      if (latest.current !== chosen) return;
      refuse(wrong);
      setFile(wrong ? undefined : chosen);
    },
  };
}

const sizeOf = (file: File): string => `${file.name}（${Math.max(1, Math.round(file.size / 1024))} KB）`;

/** Where a sheet is dropped, or chosen by a button. */
export function SheetDrop({ sheet, busy }: { readonly sheet: ChosenSheet; readonly busy: boolean }) {
  const { file, refused, choose } = sheet;
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void choose(event.dataTransfer.files[0]);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={chooserOf(sheetExtensions)}
        aria-label="选择文件"
        onChange={({ target }) => {
          const chosen = target.files?.[0];
          // The same file, chosen again after a change, is a change too.
          target.value = "";
          void choose(chosen);
        }}
      />
      <Drop
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileSpreadsheet size={28} aria-hidden />
        <Text color={file ? "fg" : "fg.muted"} wordBreak="break-all">
          {file ? sizeOf(file) : "将文件拖到此处，或"}
        </Text>
        <Button size="xs" variant="outline" disabled={busy} onClick={() => input.current?.click()}>
          <Upload aria-hidden />
          {file ? "重新选择" : "选择文件"}
        </Button>
        <Text textStyle="xs">仅支持 .xlsx，大小不超过 10M</Text>
      </Drop>
      {refused && (
        <Text role="alert" color="fg.error" textStyle="xs">
          {refused}
        </Text>
      )}
    </>
  );
}
