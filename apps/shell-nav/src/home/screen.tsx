/** 工作台: the tab that never closes, made for the kind of user. */
import { Flex } from "@chakra-ui/react";
import { selectUser, useSelector, type RootState } from "@liantai/api/client";
import { AgentHome, MyDay } from "./agent-home.tsx";
import { EnterpriseHome } from "./enterprise-home.tsx";
import { OperatorHome } from "./operator-home.tsx";

function ForRole({ roleType }: { readonly roleType: number }) {
  if (roleType === 0) return <OperatorHome />;
  if (roleType === 2) return <AgentHome />;
  return (
    <>
      <EnterpriseHome />
      {/* A monitor answers calls too. */}
      {roleType === 3 ? <MyDay /> : null}
    </>
  );
}

export default function Home() {
  const user = useSelector((state: RootState) => selectUser(state));
  return user ? (
    <Flex direction="column" gap="3" p="3" minH="full">
      <ForRole roleType={user.roleType} />
    </Flex>
  ) : null;
}
