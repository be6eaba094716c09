import { ViewsScreen } from "@liantai/ui/resource";
import { useSearchParams } from "react-router-dom";
import { Deliveries } from "./deliveries.tsx";
import { Interfaces } from "./list.tsx";

const views = { interfaces: "接口", deliveries: "推送记录" } as const;

/** 接口列表: the interfaces, and what was delivered to them. */
export default function InterfaceListScreen() {
  const [params] = useSearchParams();
  // Only deliveries are asked for a time.
  const asked = ["startTime", "interfaceId", "state"].some((name) => params.has(name));
  return (
    <ViewsScreen label="接口列表" views={views} first={asked ? "deliveries" : "interfaces"}>
      {(view) => (view === "deliveries" ? <Deliveries /> : <Interfaces />)}
    </ViewsScreen>
  );
}
