/** 意向等级 of the call, where the enterprise has levels: chosen while one talks. */
import { HStack, NativeSelect, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { useState } from "react";
import { intentions } from "../../records/intellectleveinfo/queries.ts";

export function Intention({ callId }: { readonly callId: string }) {
  const { data: levels = [] } = intentions.list.useQuery({ body: {} });
  const [mark, { isLoading: busy }] = intentions.mark.useMutation();
  const [chosen, setChosen] = useState<string>();
  // Before a reload, or by the flow.
  const { currentData: had, isFetching } = intentions.find.useQuery(
    { body: { callId } },
    { skip: levels.length === 0, refetchOnMountOrArgChange: true },
  );
  if (levels.length === 0) return null;
  const level = chosen ?? had?.levelId ?? "";
  const gone = level !== "" && !levels.some(({ id }) => id === level);
  const choose = async (levelId: string) => {
    try {
      await mark({ body: { callId, levelId } }).unwrap();
      setChosen(levelId);
      notifyDone("意向等级", levelId === "" ? "取消" : "保存");
    } catch {
      // Said by the shell; what stood there stays.
    }
  };
  return (
    <HStack gap="2">
      <Text color="fg.muted">意向等级</Text>
      <NativeSelect.Root size="xs" width="160px" disabled={busy || (isFetching && !had)}>
        <NativeSelect.Field
          aria-label="意向等级"
          value={level}
          onChange={({ currentTarget }) => void choose(currentTarget.value)}
        >
          <option value="">未选择</option>
          {gone && <option value={level}>{had?.levelName}</option>}
          {levels.map(({ id, name, remark }) => (
            <option key={id} value={id}>
              {remark ? `${name}（${remark}）` : name}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </HStack>
  );
}
