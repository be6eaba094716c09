import { Box, HStack, Text } from "@chakra-ui/react";
import type { Link } from "@liantai/api/client";
import { hasSoftphone, texts } from "@liantai/api/contract";
import { qualityText } from "../softphone/quality.ts";
import type { BarModel } from "./model.ts";

const labels: Readonly<Record<Link, string>> = { off: "未启用", connecting: "连接中", up: "已连接", down: "已断开" };
const colors: Readonly<Record<Link, string>> = {
  off: "border.emphasized",
  connecting: "orange.solid",
  up: "green.solid",
  down: "red.solid",
};

function Lamp({ name, link }: { readonly name: string; readonly link: Link }) {
  return (
    <HStack gap="1" title={`${name}：${labels[link]}`} data-lamp={name} data-link={link}>
      <Box boxSize="2" borderRadius="full" bg={colors[link]} role="img" aria-label={`${name}${labels[link]}`} />
      <Text textStyle="xs" color="fg.muted" hideBelow="xl" aria-hidden="true">
        {name}
      </Text>
    </HStack>
  );
}

/** Whether the workspace can be reached, and how well it is heard. */
export function Links({ telephony, user }: BarModel) {
  const soft = hasSoftphone(user.terminalType);
  const { quality } = telephony;
  const bad = quality === null || quality < 0 || quality === 1;
  return (
    <HStack gap="2.5" flexShrink="0">
      {soft && telephony.microphone === "denied" && (
        <Text
          role="alert"
          textStyle="xs"
          color="fg.error"
          whiteSpace="nowrap"
          title="请在浏览器地址栏的网站设置里允许使用麦克风，然后刷新页面"
        >
          {texts.microphone}
        </Text>
      )}
      <Text textStyle="xs" whiteSpace="nowrap" color={bad ? "fg.error" : "fg.muted"} data-quality={quality ?? "none"}>
        网络{qualityText(quality)}
      </Text>
      <Lamp name="消息" link={telephony.socket} />
      <Lamp name="话务" link={telephony.cti} />
      {soft && <Lamp name="分机" link={telephony.softphone} />}
    </HStack>
  );
}
