/**
 * react-router for a screen inside a tab: useSearchParams, useParams, Link and useNavigate of react-router-dom speak of the
 * tab's own address, not of the page's, so a hidden tab keeps its place. A bundle of its own: the workspace's first load goes
 * without the router.
 */
import { opened, searchChanged, useDispatch, type OpenTab } from "@liantai/api/client";
import { matchTab } from "@liantai/api/contract/base";
import { useTab } from "@liantai/ui";
import { useMemo, type ReactNode } from "react";
import { createPath, Router, type Navigator, type To } from "react-router-dom";

type Dispatch = ReturnType<typeof useDispatch>;

const parts = (to: To): { readonly pathname: string; readonly search: string } => {
  const url = new URL(typeof to === "string" ? to : createPath(to), "tab:///");
  return { pathname: url.pathname, search: url.search.replace(/^\?/, "") };
};

function navigatorOf(tab: Pick<OpenTab, "key">, dispatch: Dispatch): Navigator {
  const go = (to: To) => {
    const { pathname, search } = parts(to);
    if (pathname === tab.key) {
      dispatch(searchChanged({ key: tab.key, search }));
      return;
    }
    const match = matchTab(pathname);
    dispatch(opened(match ? { to: match.tab.path, params: match.params } : { to: pathname }));
  };
  // A tab has no history: back has no effect in the workspace (console.md section 2).
  return {
    createHref: (to) => (typeof to === "string" ? to : createPath(to)),
    go: () => undefined,
    push: go,
    replace: go,
  };
}

/** Round a screen (AppRoot's `around`): its address is its tab's. */
export function TabRouter({ children }: { readonly children: ReactNode }) {
  const { key, search = "" } = useTab();
  const dispatch = useDispatch();
  const navigator = useMemo(() => navigatorOf({ key }, dispatch), [key, dispatch]);
  const location = useMemo(
    () => ({ pathname: key, search: search && `?${search}`, hash: "", state: null, key: "tab" }),
    [key, search],
  );
  return (
    <Router location={location} navigator={navigator}>
      {children}
    </Router>
  );
}
