/** Who is signed in, and what concerns them: password, sign-ins, leaving. */
import { lazy, Suspense, useRef, useState } from "react";
import {
  Box,
  Button,
  MenuContent,
  MenuItem,
  MenuPositioner,
  MenuRoot,
  MenuSeparator,
  MenuTrigger,
  Portal,
  Text,
  VisuallyHidden,
} from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { ConfirmDialog } from "@liantai/ui";
import { accountOf } from "@liantai/api/contract/base";
import {
  selectInCall,
  selectSession,
  selectTabs,
  selectUser,
  store,
  unsavedOf,
  useSelector,
  type RootState,
} from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { signOut } from "../navigation/sign-out.ts";
import { overBar } from "./layers.ts";
import { roleTexts } from "./role-texts.ts";

type DialogName = "password" | "security" | "sessions" | "unsaved";

/** Few open one: each is a chunk of its own. */
const opened = {
  password: lazy(() => import("./password-dialog.tsx")),
  security: lazy(() => import("./security-dialog.tsx")),
  sessions: lazy(() => import("./sessions-dialog.tsx")),
} as const;

export function UserMenu() {
  const user = useSelector((state: RootState) => selectUser(state));
  const entered = useSelector((state: RootState) => selectSession(state).enterEnterprise);
  const inCall = useSelector((state: RootState) => selectInCall(state));
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const next = useRef<DialogName | null>(null);
  if (!user) return null;
  const close = () => setDialog(null);
  const Opened = dialog === null || dialog === "unsaved" ? undefined : opened[dialog];
  const mayTwoSteps = !entered && (user.roleType === 0 || user.roleType === 1 || user.roleType === 4);

  const choose = (value: string) => {
    if (value !== "leave") {
      next.current = value as DialogName;
      return;
    }
    if (inCall)
      return bus.publish("notification.show", {
        id: "leave-in-call",
        title: "退出登录",
        text: "当前正在通话，请结束通话后再退出。",
        level: "warning",
      });
    if (unsavedOf(selectTabs(store.getState()).map((tab) => tab.key)).length > 0) next.current = "unsaved";
    else void signOut();
  };

  /** Not before: a menu that goes takes the focus along. */
  const openDialog = () => {
    setDialog(next.current);
    next.current = null;
  };

  return (
    <>
      <MenuRoot
        positioning={{ placement: "bottom-end" }}
        onSelect={({ value }) => choose(value)}
        onExitComplete={openDialog}
        lazyMount
        unmountOnExit
      >
        <MenuTrigger asChild>
          <Button variant="ghost" colorPalette="gray">
            <VisuallyHidden>用户菜单：</VisuallyHidden>
            <Text as="span" fontWeight="600" maxW="120px" truncate>
              {user.nickName}
            </Text>
            <Text as="span" color="fg.muted" fontWeight="normal">
              {entered ? "运营人员" : roleTexts[user.roleType]}
            </Text>
            <ChevronDown aria-hidden />
          </Button>
        </MenuTrigger>
        <Portal>
          <MenuPositioner>
            <MenuContent minW="180px" zIndex={overBar}>
              <Box px="2.5" py="1.5" borderBottomWidth="1px" mb="1" color="fg.muted">
                <Text>账号 {accountOf(user.userName)}</Text>
                {user.extension ? <Text>分机 {user.extension}</Text> : null}
              </Box>
              {entered ? null : <MenuItem value="password">修改密码</MenuItem>}
              {mayTwoSteps ? <MenuItem value="security">安全设置</MenuItem> : null}
              <MenuItem value="sessions">我的登录</MenuItem>
              <MenuSeparator />
              <MenuItem value="leave">退出登录</MenuItem>
            </MenuContent>
          </MenuPositioner>
        </Portal>
      </MenuRoot>
      <ConfirmDialog
        open={dialog === "unsaved"}
        title="退出登录"
        text="有未保存的内容，确定要离开吗？"
        confirm="放弃"
        cancel="继续编辑"
        dangerous
        onConfirm={() => void signOut()}
        onClose={close}
      />
      {Opened ? (
        <Suspense>
          <Opened onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}
