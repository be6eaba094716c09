import { Button, chakra, Flex, Text } from "@chakra-ui/react";
import { EmptyState, LoadingMask, ScrollBox } from "@liantai/ui";
import { useFrame, usePage } from "./model.ts";

const Frame = chakra("iframe", {
  base: { position: "absolute", inset: "0", w: "full", minW: "960px", h: "full", bg: "white", border: "none" },
});

/**
 * Scripts, forms and links in new windows, but no origin of its own: even a page of our own host could not reach the
 * console or its storage. What needs its cookies is opened in a window.
 */
const sandbox = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

/** The mask has closed before the page was there: the page may still come. */
function Slow({ again }: { readonly again: () => void }) {
  return (
    <Flex role="alert" align="center" gap="3" px="3" py="1" bg="bg.warning" flex="none">
      <Text>外部页面没有打开：对方超过 20 秒没有响应，可以继续等待、重试，或在新窗口打开。</Text>
      <Button size="2xs" variant="outline" onClick={again}>
        重试
      </Button>
    </Flex>
  );
}

function Outside({ alias, url }: { readonly alias: string; readonly url: string }) {
  const { state, visit, onLoad, again } = useFrame();
  const openWindow = () => window.open(url, "_blank", "noopener,noreferrer");
  return (
    <Flex direction="column" h="full">
      <Flex align="center" gap="3" px="3" py="1.5" bg="bg" borderBottomWidth="1px" flex="none">
        <Text truncate flex="1" color="fg.muted" title={url}>
          {url}
        </Text>
        <Text color="fg.muted" textStyle="xs" flex="none">
          页面空白或无法登录时，请在新窗口打开
        </Text>
        <Button size="xs" variant="outline" colorPalette="gray" onClick={again}>
          刷新
        </Button>
        <Button size="xs" variant="outline" onClick={openWindow}>
          在新窗口打开
        </Button>
      </Flex>
      {state === "slow" && <Slow again={again} />}
      <ScrollBox position="relative">
        <Frame
          key={visit}
          title={alias || url}
          src={url}
          sandbox={sandbox}
          referrerPolicy="no-referrer"
          allow=""
          loading="eager"
          onLoad={onLoad}
        />
        <LoadingMask key={`mask ${visit}`} busy={state === "loading"} text={`正在打开${alias || "外部页面"}…`} />
      </ScrollBox>
    </Flex>
  );
}

/** 通用页面: an outside address of the menu, kept in a sandbox. */
export default function OutsidePageScreen() {
  const { alias, url } = usePage();
  if (!url)
    return <EmptyState title="页面地址不正确" hint="只能打开 http 或 https 开头的地址，请联系管理员检查菜单设置。" />;
  return <Outside alias={alias} url={url} />;
}
