import { Button, Code, Stack, Text } from "@chakra-ui/react";
import { chatEmbedPath, chatRoute } from "@liantai/api/contract/im";
import { copyText, DetailDrawer } from "@liantai/ui/resource";
import type { Site } from "./queries.ts";

export const pageOf = (webKey: string): string => `${location.origin}${chatRoute}/${webKey}`;

export const scriptOf = (webKey: string): string =>
  `<script src="${location.origin}${chatEmbedPath}" data-key="${webKey}" async></script>`;

function Copied({ title, text, help }: { readonly title: string; readonly text: string; readonly help: string }) {
  return (
    <Stack gap="1" mt="4">
      <Text fontWeight="medium">{title}</Text>
      <Text color="fg.muted" textStyle="xs">
        {help}
      </Text>
      <Code display="block" bg="bg.muted" p="2" whiteSpace="pre-wrap" wordBreak="break-all" tabIndex={0}>
        {text}
      </Code>
      <Button size="xs" variant="outline" alignSelf="flex-start" onClick={() => void copyText(text)}>
        复制{title}
      </Button>
    </Stack>
  );
}

/** What an enterprise puts into its own pages. */
export function EmbedSheet({ site, onClose }: { readonly site: Site; readonly onClose: () => void }) {
  return (
    <DetailDrawer open title={`嵌入代码：${site.webName}`} width="560px" onClose={onClose} items={[]}>
      {site.enable === 0 && <Text color="fg.warning">该网站已停用，访客现在打不开会话窗口。</Text>}
      <Copied
        title="嵌入代码"
        help="放到网页的 </body> 之前，页面右下角会出现咨询按钮。"
        text={scriptOf(site.webKey)}
      />
      <Copied title="会话链接" help="也可以直接发给客户，或做成二维码。" text={pageOf(site.webKey)} />
    </DetailDrawer>
  );
}
