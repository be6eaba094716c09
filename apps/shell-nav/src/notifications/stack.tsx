/**
 * What is on show: notifications at the bottom right, beside an open sheet or above its buttons; lines about what was done at
 * the top, which presses go through. Outside the shell, which a dialog makes inert.
 */
import { Box, Button, Flex, IconButton, Portal, Text, VisuallyHidden, chakra } from "@chakra-ui/react";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { selectActiveKey, useSelector, type RootState } from "@liantai/api/client";
import { useRoom } from "@liantai/ui";
import { overBar } from "../workspace/layers.ts";
import { leads, useFollow, useNoticesState } from "./model.ts";
import type { Line, Notice, Notices } from "./notices.ts";

export const levels = {
  info: { Icon: Info, color: "fg.info", text: "消息" },
  success: { Icon: CircleCheck, color: "fg.success", text: "成功" },
  warning: { Icon: TriangleAlert, color: "fg.warning", text: "提醒" },
  error: { Icon: CircleAlert, color: "fg.error", text: "错误" },
} as const;

const content = ({ title, text }: Notice) => (
  <>
    <Text as="span" display="block" fontWeight="600" overflowWrap="anywhere">
      {title}
    </Text>
    <Text as="span" display="block" color="fg.muted" overflowWrap="anywhere">
      {text}
    </Text>
  </>
);

function Card({ notice, notices }: { readonly notice: Notice; readonly notices: Notices }) {
  const follow = useFollow(notices);
  const { id, level, actions, title } = notice;
  const { Icon, color, text } = levels[level];
  return (
    <Flex
      as="li"
      gap="2.5"
      p="3"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.emphasized"
      borderRadius="lg"
      boxShadow="lg"
      data-notice={id}
      onPointerEnter={() => notices.hold(id)}
      onPointerLeave={() => notices.release(id)}
      onFocus={() => notices.hold(id)}
      onBlur={() => notices.release(id)}
    >
      <Box color={color} flex="none" pt="0.5">
        <Icon size={18} aria-label={text} />
      </Box>
      <Box flex="1" minW="0">
        {leads(notice) ? (
          <chakra.button
            type="button"
            w="full"
            textAlign="start"
            cursor="pointer"
            borderRadius="sm"
            focusVisibleRing="outside"
            onClick={() => follow(notice)}
          >
            {content(notice)}
          </chakra.button>
        ) : (
          content(notice)
        )}
        {actions?.map((action) => (
          <Button key={action.label} size="2xs" variant="outline" mt="2" me="2" onClick={() => follow(notice, action)}>
            {action.label}
          </Button>
        ))}
      </Box>
      <IconButton
        size="2xs"
        variant="ghost"
        colorPalette="gray"
        aria-label={`关闭通知：${title}`}
        onClick={() => notices.close(id)}
      >
        <X />
      </IconButton>
    </Flex>
  );
}

const spoken = (notice: Notice | undefined) => (notice ? `${notice.title}：${notice.text}` : "");
const urgent = ({ level }: Notice) => level === "error" || level === "warning";

const stackWidth = 340;

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <Flex
      as="ul"
      aria-label="操作结果"
      aria-live="polite"
      listStyleType="none"
      direction="column"
      align="center"
      gap="1"
      position="fixed"
      top="1.5"
      left="50%"
      transform="translateX(-50%)"
      w="max-content"
      maxW="min(560px, calc(100vw - 32px))"
      zIndex={overBar}
      pointerEvents="none"
    >
      {lines.map(({ id, text }) => (
        <Flex
          key={id}
          as="li"
          align="center"
          gap="2"
          px="3"
          py="1.5"
          bg="bg.panel"
          borderWidth="1px"
          borderColor="green.border"
          borderRadius="lg"
          boxShadow="md"
          textStyle="sm"
          color="fg"
        >
          <Box color="fg.success" flex="none">
            <CircleCheck size={16} aria-hidden />
          </Box>
          <Text as="span">{text}</Text>
        </Flex>
      ))}
    </Flex>
  );
}

export function NoticeStack({ notices }: { readonly notices: Notices }) {
  const { shown, lines } = useNoticesState(notices);
  const active = useSelector((state: RootState) => selectActiveKey(state));
  const { right, bottom } = useRoom(stackWidth, shown.length > 0, active);
  return (
    <Portal>
      <Lines lines={lines} />
      <Box
        position="fixed"
        w={`${stackWidth}px`}
        maxW="calc(100vw - 32px)"
        zIndex={overBar}
        pointerEvents={shown.length > 0 ? "auto" : "none"}
        style={{ right, bottom }}
      >
        <VisuallyHidden aria-live="polite">{spoken(shown.findLast((n) => !urgent(n)))}</VisuallyHidden>
        <VisuallyHidden aria-live="assertive">{spoken(shown.findLast(urgent))}</VisuallyHidden>
        <Flex as="ul" aria-label="通知" listStyleType="none" direction="column" gap="2">
          {shown.map((notice) => (
            <Card key={notice.id} notice={notice} notices={notices} />
          ))}
        </Flex>
      </Box>
    </Portal>
  );
}
