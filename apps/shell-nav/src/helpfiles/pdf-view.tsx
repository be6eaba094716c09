import { Button, chakra, Flex, HStack, Text } from "@chakra-ui/react";
import { EmptyState, ErrorState, LoadingState } from "@liantai/ui";
import { Download } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { addressOf, keep, type HelpFile } from "./files.ts";

const Frame = chakra("iframe", {
  base: { flex: "1", minH: "360px", w: "full", borderWidth: "1px", borderRadius: "md" },
});

const size = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

/** A browser may have no viewer, or be told not to use it: the frame would then download without a word. */
const canShow = (): boolean => navigator.pdfViewerEnabled !== false;

function Viewer({ file, title }: { readonly file: HelpFile; readonly title: string }) {
  const [url, setUrl] = useState<string | null>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    setUrl(undefined);
    void addressOf("helpView", file.id).then((address) => left || setUrl(address?.url ?? null));
    return () => void (left = true);
  }, [file.id, tries]);
  if (url === null) return <ErrorState title="加载失败" onRetry={() => setTries(tries + 1)} />;
  return url === undefined ? <LoadingState /> : <Frame title={title} src={url} />;
}

/** A PDF in the browser's own viewer. */
export function PdfView({
  file,
  title,
  children,
}: {
  readonly file: HelpFile;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <Flex direction="column" gap="2" h="full" minH="0" flex="1">
      <HStack gap="2" wrap="wrap">
        <Text truncate minW="0" textStyle="sm" color="fg.muted" title={file.name}>
          {file.name}（{size(file.bytes)}）
        </Text>
        <Button size="xs" variant="outline" colorPalette="gray" onClick={() => void keep(file)}>
          <Download aria-hidden />
          下载
        </Button>
        {children}
      </HStack>
      {canShow() ? <Viewer file={file} title={title} /> : <EmptyState title="浏览器不能直接显示PDF，请下载后查看" />}
    </Flex>
  );
}
