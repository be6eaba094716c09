import { Button, Flex, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { ConfirmDialog, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { useState, type FormEvent } from "react";
import { done } from "../roles/model.ts";
import { EnterprisePlan } from "./enterprise-plan.tsx";
import { chosenAtFirst, rolesIn, sync, syncMost, totalsOf, useMaySync } from "./model.ts";

/** 菜单同步: nothing changes before its preview was seen and confirmed. */
export default function SyncMenuScreen() {
  const [name, setName] = useState("");
  const [asked, setAsked] = useState("");
  const { data, isError, error, isFetching, refetch } = sync.preview.useQuery(
    { body: { name: asked } },
    { refetchOnMountOrArgChange: true },
  );
  const [apply, applying] = sync.apply.useMutation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [asking, setAsking] = useState(false);
  const maySync = useMaySync();
  const preview = data ?? [];
  const selected = chosen ?? chosenAtFirst(preview);
  const roles = rolesIn(preview, selected);
  const totals = totalsOf(roles);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAsked(name.trim());
    setChosen(undefined);
  };
  const confirm = async () => {
    try {
      const made = await apply({
        body: {
          expected: roles.map(({ roleId, added, removed }) => ({
            roleId,
            added: added.map(({ id }) => id),
            removed: removed.map(({ id }) => id),
          })),
        },
      }).unwrap();
      done("菜单已同步", `${made.roles}个角色，新增${made.added}项，收回${made.removed}项`);
    } catch {
      // The shell says why. What was previewed may be out of date.
      void refetch();
    }
    setChosen(undefined);
    setAsking(false);
  };
  return (
    <Flex direction="column" gap="2" p="3" h="full" minH="420px">
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
          <Text color="fg.muted" flex="1">
            {preview.length > 0 ? `已选${roles.length}个角色，新增${totals.added}项，收回${totals.removed}项` : ""}
          </Text>
          {maySync && (
            <Button
              size="xs"
              disabled={roles.length === 0 || roles.length > syncMost}
              loading={applying.isLoading}
              loadingText="同步"
              onClick={() => setAsking(true)}
            >
              同步所选
            </Button>
          )}
        </form>
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
              disabled={!maySync}
            />
          ))}
        </Stack>
      )}
      <ConfirmDialog
        open={asking}
        title="菜单同步"
        text={`将向${roles.length}个角色新增${totals.added}项菜单和按钮，收回${totals.removed}项。确定要同步吗？`}
        confirm="同步"
        busy={applying.isLoading}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      />
    </Flex>
  );
}
