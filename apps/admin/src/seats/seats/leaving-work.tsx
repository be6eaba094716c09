/** In the question before seats leave: what they have in hand, and what becomes of it (rule W83). */
import { useEffect } from "react";
import { agents } from "./queries.ts";

interface LeavingWorkProps {
  readonly ids: readonly string[];
  /** Called when it is known, or cannot be. Stays the same. */
  readonly ready: () => void;
}

export function LeavingWork({ ids, ready }: LeavingWorkProps) {
  // Asked for each question anew: it is said before something is lost sight of.
  const { data, isFetching, isError } = agents.inHand.useQuery(
    { body: { ids: [...ids] } },
    { refetchOnMountOrArgChange: true },
  );
  useEffect(() => {
    if (!isFetching) ready();
  }, [isFetching, ready]);
  if (isFetching) return <> 正在查询手中的工单和回访…</>;
  if (isError || !data) return <> 没有查到手中的工单和回访；如果有，工单将收回到待领取，回访将改为待分配。</>;
  const said = [
    data.orders > 0 && `手中的 ${data.orders} 个工单将收回到待领取，并通知班长`,
    data.followUps > 0 && `${data.followUps} 个未完成的回访将改为待分配`,
  ].filter(Boolean);
  return said.length > 0 ? <> {said.join("；")}。</> : null;
}
