/** The workspace: header, menu, tab bar, notifications, and the home tab in a container beside the other apps'. */
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { AppRoot, UiProvider, type Panes } from "@liantai/ui";
import {
  opened,
  selectActiveTab,
  selectSignedIn,
  showing,
  useDispatch,
  useSelector,
  type RootState,
} from "@liantai/api/client";
import { bus } from "@liantai/bus";
import { bindWorkspace } from "./navigation/binding.ts";
import { watchSessionEnd } from "./navigation/sign-out.ts";
import { useNotices } from "./notifications/model.ts";
import { NoticeStack } from "./notifications/stack.tsx";
import { Header } from "./workspace/header.tsx";
import { SideMenu } from "./workspace/menu.tsx";
import { reloadRights } from "./workspace/rights.ts";
import { TabBar } from "./workspace/tab-bar.tsx";

const panes: Panes = {
  "/": () => import("./home/screen.tsx"),
  "/helpfiles": () => import(/* webpackChunkName: "helpfiles" */ "./helpfiles/screen.tsx"),
};

/** The shell's own container in #workspace (root-config/page/page.css shows the one that has data-shown). */
function useHomeContainer(): HTMLElement | null {
  const [container, setContainer] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const made = document.createElement("div");
    made.id = "workspace-home";
    document.getElementById("workspace")?.append(made);
    setContainer(made);
    return () => made.remove();
  }, []);
  return container;
}

/** Shows the container while the tab on show is the shell's. Draws nothing, for the same reason as PageTitle. */
function Shown({ container }: { readonly container: HTMLElement }) {
  // The first tab can become another app's without being another tab: the home is that of the role.
  const app = useSelector((state: RootState) => selectActiveTab(state)?.app);
  useEffect(() => {
    const look = () => void container.toggleAttribute("data-shown", showing.tab()?.app === "shell-nav");
    look();
    return showing.watch(look);
  }, [container, app]);
  return null;
}

/** Draws nothing: a switch of tabs, which changes the title, draws nothing else either. */
function PageTitle() {
  const title = useSelector((state: RootState) => selectActiveTab(state)?.title);
  useEffect(() => {
    document.title = title ? `${title} - 联台` : "联台";
  }, [title]);
  return null;
}

function useBus(): void {
  const dispatch = useDispatch();
  useEffect(() => {
    const ends = [
      bus.subscribe("tab.open", (target) => dispatch(opened({ to: target.name, ...target }))),
      // Arrears began or ended (modules/enterprises/ledger): the header says so.
      bus.subscribe("notification.show", ({ id }) => void (id === "arrears" && reloadRights())),
      bus.subscribe("menu.changed", () => void reloadRights()),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [dispatch]);
}

function WorkspaceFrame() {
  const notices = useNotices();
  const home = useHomeContainer();
  useBus();
  return (
    <>
      <PageTitle />
      <Header notices={notices} />
      <SideMenu />
      <TabBar />
      <NoticeStack notices={notices} />
      {home ? (
        <>
          <Shown container={home} />
          {createPortal(<AppRoot app="shell-nav" panes={panes} />, home)}
        </>
      ) : null}
    </>
  );
}

function Workspace() {
  const signedIn = useSelector((state: RootState) => selectSignedIn(state));
  useEffect(() => {
    const ends = [watchSessionEnd(), bindWorkspace()];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  // A visitor is on the way to the sign-in page.
  return signedIn ? <WorkspaceFrame /> : null;
}

export function Root() {
  return (
    <UiProvider>
      <Workspace />
    </UiProvider>
  );
}
