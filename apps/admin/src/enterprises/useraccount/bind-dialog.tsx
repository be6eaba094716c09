import { Button, Text } from "@chakra-ui/react";
import { AppDialog } from "@liantai/ui";
import { TransferList } from "@liantai/ui/resource";
import { done, members, type CompanyAccount } from "../parts/model.ts";

/** 绑定坐席: the one seat that the account signs in at. */
export function BindDialog({ account, onClose }: { readonly account: CompanyAccount; readonly onClose: () => void }) {
  const body = { accountId: account.id };
  const bound = members.findExist.useQuery({ body }, { refetchOnMountOrArgChange: true });
  const free = members.findNotExist.useQuery({ body }, { refetchOnMountOrArgChange: true });
  const [add, adding] = members.add.useMutation();
  const [remove, removing] = members.delete.useMutation();
  const items = (list: typeof bound) =>
    (list.data ?? []).map((seat) => ({
      id: seat.agentId,
      label: `${seat.name}（${seat.agentId}）`,
      ...(seat.accounts.length > 0 ? { detail: `已绑定：${seat.accounts.join("、")}` } : {}),
    }));
  const change = async (run: typeof add, agentIds: readonly string[], text: string) => {
    try {
      await run({ body: { ...body, agentIds: [...agentIds] } }).unwrap();
      done("绑定坐席", text);
    } catch {
      // Said by the shell.
    }
  };
  return (
    <AppDialog
      open
      title={`绑定坐席：${account.nickName}（${account.account}）`}
      width="640px"
      onClose={onClose}
      footer={<Button onClick={onClose}>完成</Button>}
    >
      <Text pb="2" color="fg.muted">
        一个账号绑定一个坐席，登录后即在该坐席上接打电话；多个账号可以轮班共用一个坐席。改动后该账号的登录会退出。
      </Text>
      <TransferList
        availableTitle="可选坐席"
        memberTitle="已绑定的坐席"
        available={items(free)}
        members={items(bound)}
        answers={{ available: free, members: bound }}
        busy={adding.isLoading || removing.isLoading || bound.isFetching || free.isFetching}
        onAdd={(ids) => void change(add, ids, "已绑定")}
        onRemove={(ids) => void change(remove, ids, "已解除绑定")}
      />
    </AppDialog>
  );
}
