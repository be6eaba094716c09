/** What rules, defaults and formulas know beside the form: who fills it, and the call. The server judges by the same. */
import { selectUser, useSelector } from "@liantai/api/client";
import type { FormContext, OtherRender } from "@liantai/api/forms";
import { useMemo } from "react";

export interface CallFacts {
  readonly callNumber: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** `otherRender`: the same object while it says the same. */
export function useEngineContext(
  otherRender: OtherRender,
  call: CallFacts | undefined,
): Pick<FormContext, "me" | "otherRender"> & Partial<CallFacts> {
  const user = useSelector(selectUser);
  return useMemo(
    () => ({
      me: { name: user?.nickName ?? "", seat: user?.agentId ?? "", group: user?.groupId ?? "" },
      ...call,
      otherRender,
    }),
    [user, call, otherRender],
  );
}
