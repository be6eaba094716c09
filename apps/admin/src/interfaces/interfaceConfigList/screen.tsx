import { ViewsScreen } from "@liantai/ui/resource";
import { Deliveries } from "./deliveries.tsx";
import { Interfaces } from "./list.tsx";

const views = { interfaces: "接口", deliveries: "推送记录" } as const;

/** 接口列表: the interfaces, and what was delivered to them. */
export default function InterfaceListScreen() {
  return (
    <ViewsScreen label="接口列表" views={views}>
      {(view) => (view === "deliveries" ? <Deliveries /> : <Interfaces />)}
    </ViewsScreen>
  );
}
