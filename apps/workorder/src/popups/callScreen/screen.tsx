import { Box, Tabs } from "@chakra-ui/react";
import { selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import { useTabParams } from "@liantai/ui";
import { useEffect, useState } from "react";
import { CallForm } from "../parts/call-form.tsx";
import { keepCalls, keptCalls } from "../parts/memory.ts";
import { useCaller } from "../parts/queries.ts";
import { TaskNumberOf } from "../parts/task-number.tsx";

const most = 5;
const withFirst = (now: string, calls: readonly string[]): readonly string[] =>
  [now, ...calls.filter((one) => one !== now)].filter((one) => one !== "").slice(0, most);

/** Whose call it is, and whether it goes on. */
function CallName({ callId }: { readonly callId: string }) {
  const { data: { list = [], phone = "" } = {} } = useCaller(callId);
  const live = useSelector((state: RootState) => selectTelephony(state).call?.callId === callId);
  const [only, ...others] = list;
  const name = only && others.length === 0 ? only.values["customerName"] : undefined;
  const who = typeof name === "string" && name !== "" ? name : phone;
  return `${live ? "当前通话" : "已结束"} ${who}`.trim();
}

/** 通话弹屏: one tab for all calls out; the forms of the last ones stay as they were typed. */
export default function CallScreen() {
  const { callId, formId, phoneId } = useTabParams<{
    readonly callId: unknown;
    readonly formId: unknown;
    /** A number of a task whose form is filled without a call. */
    readonly phoneId: unknown;
  }>();
  const now = typeof callId === "string" ? callId : "";
  const [calls, setCalls] = useState(() => withFirst(now, keptCalls()));
  const [shown, setShown] = useState(now);
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    setSeen(now);
    setShown(now);
    setCalls(withFirst(now, calls));
  }
  useEffect(() => keepCalls(calls), [calls]);
  if (now === "" && typeof phoneId === "string") return <TaskNumberOf callId="" phoneId={phoneId} />;
  if (calls.length === 0) return <CallForm callId="" />;
  return (
    <Tabs.Root
      value={calls.includes(shown) ? shown : calls[0]!}
      onValueChange={({ value }) => setShown(value)}
      size="sm"
      h="full"
    >
      <Tabs.List hidden={calls.length < 2}>
        {calls.map((one) => (
          <Tabs.Trigger key={one} value={one}>
            <CallName callId={one} />
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {calls.map((one) => (
        <Tabs.Content key={one} value={one} p="0">
          <Box>
            <TaskNumberOf callId={one} />
            <CallForm callId={one} {...(one === now && typeof formId === "string" && { formId })} />
          </Box>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
