/** The workspace's upper edge: where, who, and what is new. */
import { Flex, IconButton, Text } from "@chakra-ui/react";
import { Monitor, Moon, Sun, WifiOff } from "lucide-react";
import { useColorMode, type ColorChoice } from "@liantai/ui";
import { texts } from "@liantai/api/contract/base";
import { selectTelephony, selectUser, useSelector, type RootState } from "@liantai/api/client";
import { Bell } from "../notifications/bell.tsx";
import type { Notices } from "../notifications/notices.ts";
import { SearchButton } from "../search/search-button.tsx";
import { EnteredBadge } from "./entered-badge.tsx";
import { UserMenu } from "./user-menu.tsx";

const choices: Readonly<
  Record<ColorChoice, { readonly text: string; readonly Icon: typeof Sun; readonly next: ColorChoice }>
> = {
  system: { text: "跟随系统", Icon: Monitor, next: "light" },
  light: { text: "浅色", Icon: Sun, next: "dark" },
  dark: { text: "深色", Icon: Moon, next: "system" },
};

function ColorSwitch() {
  const { choice, choose } = useColorMode();
  const { text, Icon, next } = choices[choice];
  const label = `外观：${text}，点击切换为${choices[next].text}`;
  return (
    <IconButton variant="ghost" colorPalette="gray" aria-label={label} title={label} onClick={() => choose(next)}>
      <Icon />
    </IconButton>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#1f5fbf" />
      <path d="M8 17v-2a8 8 0 0 1 16 0v2" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <rect x="6" y="16" width="5" height="8" rx="2.2" fill="#fff" />
      <rect x="21" y="16" width="5" height="8" rx="2.2" fill="#fff" />
      <path d="M23.5 24c0 2.2-2.4 3-5.5 3" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}

/** Everybody sees it, with a bar or without: what stands on the screens may be old. */
function Offline() {
  const lost = useSelector((state: RootState) => selectTelephony(state).connection === "lost");
  return lost ? (
    <Flex
      role="alert"
      align="center"
      gap="1.5"
      px="2.5"
      h="28px"
      flexShrink={0}
      borderRadius="md"
      bg="red.subtle"
      color="red.fg"
      title="网络恢复后会自动重新连接"
    >
      <WifiOff size={14} aria-hidden />
      网络已断开，正在重连
    </Flex>
  ) : null;
}

export function Header({ notices }: { readonly notices: Notices }) {
  const user = useSelector((state: RootState) => selectUser(state));
  return (
    <Flex
      as="header"
      data-area="header"
      align="center"
      gap="2"
      h="48px"
      px="3"
      bg="bg.panel"
      borderBottomWidth="1px"
      borderColor="border"
      textStyle="sm"
    >
      <Mark />
      <Text fontSize="lg" fontWeight="600" letterSpacing="0.04em">
        联台
      </Text>
      <Text ms="3" ps="3" borderStartWidth="1px" color="fg.muted" truncate flex="1" minW="0">
        {user?.enterprise ? `${user.enterprise.name}（${user.enterprise.compId}）` : "运营平台"}
      </Text>
      {user?.enterprise?.forbidden === 0 ? (
        <Text color="fg.error" flexShrink={0} role="status">
          {texts.arrears}
        </Text>
      ) : null}
      <Offline />
      <EnteredBadge />
      <SearchButton />
      <ColorSwitch />
      <Bell notices={notices} />
      <UserMenu />
    </Flex>
  );
}
