import { Box, HStack, Text } from "@chakra-ui/react";
import type { Link } from "@liantai/api/client";
import { hasSoftphone, texts } from "@liantai/api/contract";
import { qualityText } from "../softphone/quality.ts";
import { latePart, useLate } from "./late.ts";
import type { BarModel } from "./model.ts";
import { folded, narrow } from "./tool-button.tsx";

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
      <Text textStyle="xs" color="fg.muted" aria-hidden="true" css={{ [spare]: { display: "none" } }}>
        {name}
      </Text>
    </HStack>
  );
}

const troublePart = latePart(() => import("./trouble.tsx"));

/** The words of the three lamps need a bar of this width. */
const spare = "@container bar (max-width: 1240px)";

/** Whether the server can be reached, and how well one is heard: one word, and the three links behind it. */
export function Links({ telephony, user }: BarModel) {
  const soft = hasSoftphone(user.terminalType);
  const lost = telephony.connection === "lost";
  // What a broken line sounded like before it broke says nothing.
  const quality = lost ? -1 : telephony.quality;
  const bad = quality === null || quality < 0 || quality === 1;
  // A talk needs the room, and goes on without a link.
  const trouble = useLate(troublePart, telephony.trouble !== "" && !telephony.call);
  return (
    <HStack gap="2.5" flexShrink="0" css={{ [folded]: { gap: "5px" } }}>
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
      {trouble && <trouble.TroubleText text={telephony.trouble} />}
      <Text
        textStyle="xs"
        whiteSpace="nowrap"
        color={bad ? "fg.error" : "fg.muted"}
        data-quality={quality ?? "none"}
        css={bad ? undefined : { [narrow]: { display: "none" } }}
      >
        网络{qualityText(quality)}
      </Text>
      <Lamp name="消息" link={telephony.socket} />
      <Lamp name="话务" link={telephony.cti} />
      {soft && <Lamp name="分机" link={telephony.softphone} />}
    </HStack>
  );
}
