/** 我的登录: a chunk that comes when it is opened. */
import { Flex } from "@chakra-ui/react";
import { AppDialog } from "@liantai/ui";
import { SessionList } from "./session-list.tsx";

export default function SessionsDialog({ onClose }: { onClose(): void }) {
  return (
    <AppDialog open title="我的登录" width="860px" onClose={onClose}>
      <Flex h="320px" direction="column">
        <SessionList mine />
      </Flex>
    </AppDialog>
  );
}
