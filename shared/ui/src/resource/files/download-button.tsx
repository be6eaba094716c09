import { Button } from "@chakra-ui/react";
import { masks, texts } from "@liantai/api/contract/base";
import { TabMask } from "@liantai/ui";
import { Download } from "lucide-react";
import { useState } from "react";
import { downloadFile, type DownloadArgs, type EndpointOrHooks } from "./download.ts";

interface DownloadButtonProps extends DownloadArgs {
  readonly source: EndpointOrHooks;
  /** What the file is saved as. */
  readonly name: string;
  readonly label: string;
}

/** Fetches a file through the page and saves it, under a mask for at most a minute. */
export function DownloadButton({ source, name, label, ...args }: DownloadButtonProps) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await downloadFile(source, name, args);
    setBusy(false);
  };
  return (
    <>
      <Button size="xs" variant="outline" loading={busy} loadingText={label} onClick={() => void run()}>
        <Download aria-hidden />
        {label}
      </Button>
      <TabMask busy={busy} text={texts.exporting} limit={masks.download} />
    </>
  );
}
