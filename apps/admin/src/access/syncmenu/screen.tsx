import { Button, Flex, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useState, type FormEvent } from "react";
import { EnterprisePlan } from "./enterprise-plan.tsx";
import { chosenAtFirst, rolesIn, sync, syncMost, totalsOf, useMaySync } from "./model.ts";
import { type Action, Outcome, ActionBar } from "@liantai/ui/resource";

/** Sends the chosen plan after a question; what was previewed is asked for anew if it was out of date. */
function useSyncing(roles: ReturnType<typeof rolesIn>, onEnd: (failed: boolean) => void): Action {
  const [apply] = sync.apply.useMutation();
  const may = useMaySync();
  const totals = totalsOf(roles);
  return {
    label: "同步所选",
    may,
    main: true,
    disabled: roles.length === 0 || (roles.length > syncMost && `一次最多同步${syncMost}个角色`),
    confirm: () => ({
      title: "菜单同步",
      text: `将向${roles.length}个角色新增${totals.added}项菜单和按钮，收回${totals.removed}项。确定要同步吗？`,
      press: "同步",
    }),
    async run() {
      const expected = roles.map(({ roleId, added, removed }) => ({
        roleId,
        added: added.map(({ id }) => id),
        removed: removed.map(({ id }) => id),
      }));
      const made = await apply({ body: { expected } })
        .unwrap()
        .catch((error: unknown) => {
          onEnd(true);
          throw error;
        });
      onEnd(false);
      const note = `${made.roles}个角色，新增${made.added}项，收回${made.removed}项`;
      return new Outcome({ done: ["菜单", "同步", { note }] });
    },
  };
}

/** 菜单同步: nothing changes before its preview was seen and confirmed. */
export default function SyncMenuScreen() {
  const [name, setName] = useState("");
  const [asked, setAsked] = useState("");
  const { data, isError, error, isFetching, refetch } = sync.preview.useQuery(
    { body: { name: asked } },
    { refetchOnMountOrArgChange: true },
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const preview = data ?? [];
  const selected = chosen ?? chosenAtFirst(preview);
  const roles = rolesIn(preview, selected);
  const totals = totalsOf(roles);
  const syncing = useSyncing(roles, (failed) => {
    if (failed) void refetch();
    setChosen(undefined);
  });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAsked(name.trim());
    setChosen(undefined);
  };
  return (
    <Flex direction="column" gap="2" p="3" h="full" minH="420px">
      <HStack gap="2">
        <HStack asChild gap="2">
          <form onSubmit={ask} aria-label="查询条件">
            <Input
              size="xs"
              w="200px"
              aria-label="企业名称"
              placeholder="企业名称或编号"
              maxLength={30}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" size="xs" loading={isFetching} loadingText="预览">
              预览
            </Button>
          </form>
        </HStack>
        <Text color="fg.muted" flex="1">
          {preview.length > 0 ? `已选${roles.length}个角色，新增${totals.added}项，收回${totals.removed}项` : ""}
        </Text>
        <ActionBar actions={[syncing]} row={undefined} />
      </HStack>
      {isError ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : preview.length === 0 ? (
        <EmptyState
          title={asked ? "没有符合条件的企业需要同步" : "所有企业和角色的菜单都是最新的"}
          hint="系统升级或在菜单管理中新增菜单后，可以在这里同步给企业和角色。"
        />
      ) : (
        <Stack gap="2" flex="1" minH="0" overflow="auto" aria-busy={isFetching}>
          {preview.map((enterprise) => (
            <EnterprisePlan
              key={enterprise.compId}
              enterprise={enterprise}
              chosen={selected}
              onChange={setChosen}
              disabled={syncing.may === false}
            />
          ))}
        </Stack>
      )}
    </Flex>
  );
}
