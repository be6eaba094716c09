/** The bell of the header: how many are unread, and the recent ones. */
import {
  Badge,
  Box,
  Button,
  Flex,
  IconButton,
  PopoverContent,
  PopoverContext,
  PopoverPositioner,
  PopoverRoot,
  PopoverTitle,
  PopoverTrigger,
  Portal,
  Text,
  chakra,
} from "@chakra-ui/react";
import { Bell as BellIcon } from "lucide-react";
import { overBar } from "../workspace/layers.ts";
import { leads, useFollow, useNoticesState } from "./model.ts";
import type { Notice, Notices } from "./notices.ts";
import { levels } from "./stack.tsx";

const clock = new Intl.DateTimeFormat("zh-CN", {
  timeZone: "Asia/Shanghai",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hour12: false,
});

function Row({ notice, onOpen }: { readonly notice: Notice; onOpen(): void }) {
  const { Icon, color, text } = levels[notice.level];
  const body = (
    <>
      <Box color={color} flex="none" pt="0.5">
        <Icon size={16} aria-label={text} />
      </Box>
      <Box flex="1" minW="0">
        <Flex justify="space-between" gap="2">
          <Text fontWeight="600" truncate>
            {notice.title}
          </Text>
          <Text color="fg.subtle" textStyle="xs" flex="none">
            {clock.format(notice.at)}
          </Text>
        </Flex>
        <Text color="fg.muted" overflowWrap="anywhere">
          {notice.text}
        </Text>
      </Box>
    </>
  );
  const look = { display: "flex", gap: "2", w: "full", px: "3", py: "2", textAlign: "start" } as const;
  return (
    <Box as="li" borderBottomWidth="1px" borderColor="border.muted">
      {leads(notice) ? (
        <chakra.button
          type="button"
          {...look}
          cursor="pointer"
          _hover={{ bg: "bg.subtle" }}
          focusVisibleRing="inside"
          onClick={onOpen}
        >
          {body}
        </chakra.button>
      ) : (
        <Box {...look}>{body}</Box>
      )}
    </Box>
  );
}

export function Bell({ notices }: { readonly notices: Notices }) {
  const { recent, unread } = useNoticesState(notices);
  const follow = useFollow(notices);
  return (
    <PopoverRoot
      positioning={{ placement: "bottom-end" }}
      onOpenChange={({ open }) => open && notices.read()}
      lazyMount
      unmountOnExit
    >
      <PopoverTrigger asChild>
        <IconButton
          variant="ghost"
          colorPalette="gray"
          position="relative"
          aria-label={unread > 0 ? `通知，${unread}条未读` : "通知"}
        >
          <BellIcon />
          {unread > 0 ? (
            <Badge
              aria-hidden
              position="absolute"
              top="0"
              insetEnd="0"
              minW="16px"
              h="16px"
              px="1"
              justifyContent="center"
              fontSize="10px"
              lineHeight="1"
              variant="solid"
              colorPalette="red"
              borderRadius="full"
            >
              {unread > 99 ? "99+" : unread}
            </Badge>
          ) : null}
        </IconButton>
      </PopoverTrigger>
      <Portal>
        <PopoverPositioner>
          <PopoverContent w="360px" zIndex={overBar} aria-label="最近通知">
            <Flex align="center" justify="space-between" px="3" py="2" borderBottomWidth="1px">
              <PopoverTitle fontWeight="600">最近通知</PopoverTitle>
              <Button
                size="xs"
                variant="ghost"
                colorPalette="gray"
                disabled={recent.length === 0}
                onClick={notices.clear}
              >
                全部清除
              </Button>
            </Flex>
            {recent.length === 0 ? (
              <Text p="6" textAlign="center" color="fg.muted">
                暂无通知
              </Text>
            ) : (
              <Box as="ul" listStyleType="none" maxH="420px" overflowY="auto">
                {recent.map((notice) => (
                  <PopoverContext key={notice.id}>
                    {({ setOpen }) => (
                      <Row
                        notice={notice}
                        onOpen={() => {
                          setOpen(false);
                          follow(notice);
                        }}
                      />
                    )}
                  </PopoverContext>
                ))}
              </Box>
            )}
          </PopoverContent>
        </PopoverPositioner>
      </Portal>
    </PopoverRoot>
  );
}
