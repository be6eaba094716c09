import { Button } from "@chakra-ui/react";
import { notify, type ChangeHooks } from "@liantai/api/client";
import { masks, texts, type Endpoint } from "@liantai/api/contract/base";
import { TabMask } from "@liantai/ui";
import { Download } from "lucide-react";
import { useState } from "react";

interface Look {
  /** Default 导出. */
  readonly label?: string;
  readonly disabled?: boolean;
}

interface StartProps extends Look {
  /** Begins the export; its message is shown, a failure says so itself. */
  readonly start: () => Promise<{ readonly msg?: string } | null | undefined>;
}

interface EndpointProps extends Look {
  readonly endpoint: ChangeHooks<Endpoint> | { readonly useMutation: unknown };
  readonly body: object;
}

const begun = "导出任务已创建，完成后可在「文件下载」中获取。";

function StartButton({ start, label = "导出", disabled }: StartProps) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const reply = await start();
      notify({ title: label, text: reply?.msg || begun });
    } catch {
      // A refused request was said by the shell.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        disabled={disabled}
        loading={busy}
        loadingText={label}
        onClick={() => void run()}
      >
        <Download aria-hidden />
        {label}
      </Button>
      <TabMask busy={busy} text={texts.exporting} limit={masks.export} />
    </>
  );
}

type Run = (arg: { readonly body: object }) => { readonly unwrap: () => Promise<{ readonly msg?: string } | null> };

function EndpointButton({ endpoint, body, ...look }: EndpointProps) {
  const useRun = endpoint.useMutation as () => readonly [Run, unknown];
  const [run] = useRun();
  return <StartButton {...look} start={() => run({ body }).unwrap()} />;
}

/** Begins an export as a job of the server: 数据正在下载中... while it is asked, then the server's message. */
export function ExportButton(props: StartProps | EndpointProps) {
  return "start" in props ? <StartButton {...props} /> : <EndpointButton {...props} />;
}
