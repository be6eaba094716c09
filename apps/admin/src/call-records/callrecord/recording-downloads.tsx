import { Button, HStack } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useState } from "react";
import { download, type Wanted } from "../../files/jobs/download.ts";

const choices: readonly { readonly label: string; readonly wanted: Omit<Wanted, "id"> }[] = [
  { label: "下载录音", wanted: { kind: "record" } },
  { label: "客户声道", wanted: { kind: "split", channel: "left" } },
  { label: "坐席声道", wanted: { kind: "split", channel: "right" } },
];

interface RecordingDownloadsProps {
  readonly callId: string;
  /** It has no sides. */
  readonly whole?: boolean;
  /** How the whole is had, where it has a call of its own. */
  readonly fetchWhole?: (() => Promise<unknown>) | undefined;
}

/** A recording to keep: the whole, or one side of it. */
export function RecordingDownloads({ callId, whole, fetchWhole }: RecordingDownloadsProps) {
  const [busy, setBusy] = useState<string>();
  const run = async (label: string, wanted: Omit<Wanted, "id">) => {
    setBusy(label);
    await (wanted.kind === "record" && fetchWhole ? fetchWhole() : download({ ...wanted, id: callId }));
    setBusy(undefined);
  };
  return (
    <HStack gap="2" mt="2">
      {(whole ? choices.slice(0, 1) : choices).map(({ label, wanted }) => (
        <Button
          key={label}
          size="xs"
          variant="outline"
          colorPalette="gray"
          loading={busy === label}
          onClick={() => void run(label, wanted)}
        >
          <Download aria-hidden />
          {label}
        </Button>
      ))}
    </HStack>
  );
}
