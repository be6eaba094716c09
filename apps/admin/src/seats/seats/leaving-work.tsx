/** In the question before seats leave: what they have in hand, and what becomes of it (rule W83). */
import { agents } from "./queries.ts";

export function LeavingWork({ ids }: { readonly ids: readonly string[] }) {
  // Asked for each question anew: it is said before something is lost sight of.
  const { data } = agents.inHand.useQuery({ body: { ids: [...ids] } }, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  const said = [
    data.orders > 0 && `手中的 ${data.orders} 个工单将收回到待领取，并通知班长`,
    data.followUps > 0 && `${data.followUps} 个未完成的回访将改为待分配`,
  ].filter(Boolean);
  return said.length > 0 ? <> {said.join("；")}。</> : null;
}
