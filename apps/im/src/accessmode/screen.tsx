import { ViewsScreen } from "@liantai/ui/resource";
import { Sessions } from "./sessions.tsx";
import { Sites } from "./sites.tsx";

const views = { sites: "网站", sessions: "会话记录" } as const;

/** 接入方式: web chat sites, and the conversations that they had. */
export default function AccessModeScreen() {
  return (
    <ViewsScreen label="接入方式" views={views}>
      {(view) => (view === "sessions" ? <Sessions /> : <Sites />)}
    </ViewsScreen>
  );
}
