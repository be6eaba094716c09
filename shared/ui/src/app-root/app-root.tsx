import { Box } from "@chakra-ui/react";
import { selectActiveKey, selectTabs, useSelector, type RootState } from "@liantai/api/client";
import type { AppName, TabRow } from "@liantai/api/contract";
import { UiProvider } from "../theme/provider.tsx";
import type { ComponentType, ReactNode } from "react";
import { Pane } from "./pane.tsx";
import type { PaneLoader } from "./load-pane.ts";

/** Route path of tabs.ts to the chunk of its screen. */
export type Panes = Readonly<Record<string, PaneLoader>>;

/**
 * The panes of an area's rows: the screen of a route is in the folder of its name, with '-' for '/'
 * ('/callrecord/detail' in callrecord-detail). `load` imports one by that name; it stands in the area, so that its
 * screens are one chunk.
 */
export const panesOf = (rows: readonly TabRow[], load: (screen: string) => ReturnType<PaneLoader>): Panes =>
  Object.fromEntries(rows.map(({ path, name }) => [path, () => load(name.replaceAll("/", "-"))]));

interface AppRootProps {
  readonly app: AppName;
  readonly panes: Panes;
  /** Stands round every screen, inside its tab: @liantai/ui/router's TabRouter. */
  readonly around?: ComponentType<{ readonly children: ReactNode }>;
}

const missing: PaneLoader = () => Promise.reject(new Error("this version of the app has no such screen"));

function OpenPanes({ app, panes, around }: AppRootProps) {
  const tabs = useSelector((state: RootState) => selectTabs(state));
  const active = useSelector((state: RootState) => selectActiveKey(state));
  return (
    <Box position="absolute" inset="0" textStyle="sm" color="fg" bg="bg.canvas">
      {tabs
        .filter((tab) => tab.app === app)
        .map((tab) => (
          <Pane
            key={tab.key}
            tab={tab}
            active={tab.key === active}
            load={panes[tab.path] ?? missing}
            {...(around ? { around } : {})}
          />
        ))}
    </Box>
  );
}

/** The root of a content app: one pane for each of its open tabs. */
export function AppRoot(props: AppRootProps) {
  return (
    <UiProvider>
      <OpenPanes {...props} />
    </UiProvider>
  );
}
