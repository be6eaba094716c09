import { opened, searchChanged, selectActiveTab, selectTabs, store, workspaceReset } from "@liantai/api/client";
import { href } from "@liantai/api/contract";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link, useSearchParams } from "react-router-dom";
import { AppRoot } from "@liantai/ui";
import { TabRouter } from "./index.tsx";

function List() {
  const [params, setParams] = useSearchParams();
  return (
    <>
      <p>第 {params.get("pageNo") ?? "1"} 页</p>
      <button onClick={() => setParams({ pageNo: "2" }, { replace: true })}>下一页</button>
      <Link to={href("/callrecord/detail", { callId: "a" })}>详情</Link>
      <Link to="/no-such-screen">没有的地址</Link>
    </>
  );
}

const panes = {
  "/callrecord": () => Promise.resolve({ default: List }),
  "/callrecord/detail": () => Promise.resolve({ default: () => <p>一通电话</p> }),
};

beforeEach(() => act(() => void store.dispatch(workspaceReset())));

test("search parameters are the tab's own and survive the screen", async () => {
  act(() => void store.dispatch(opened({ to: "/callrecord" })));
  const { unmount } = render(<AppRoot app="admin" panes={panes} around={TabRouter} />);
  await userEvent.click(await screen.findByText("下一页"));
  expect(await screen.findByText("第 2 页")).toBeInTheDocument();
  expect(selectActiveTab(store.getState())?.search).toBe("pageNo=2");
  unmount();
  render(<AppRoot app="admin" panes={panes} around={TabRouter} />);
  expect(await screen.findByText("第 2 页")).toBeInTheDocument();
});

test("an address that was opened with its search, question mark and all, says what stands in it", async () => {
  act(() => {
    store.dispatch(opened({ to: "/callrecord" }));
    store.dispatch(searchChanged({ key: "/callrecord", search: "?pageNo=4" }));
  });
  render(<AppRoot app="admin" panes={panes} around={TabRouter} />);
  expect(await screen.findByText("第 4 页")).toBeInTheDocument();
});

test("a link opens the tab of its route; an address that is no route goes to the root", async () => {
  act(() => void store.dispatch(opened({ to: "/callrecord" })));
  render(<AppRoot app="admin" panes={panes} around={TabRouter} />);
  await userEvent.click(await screen.findByText("详情"));
  expect(await screen.findByText("一通电话")).toBeInTheDocument();
  expect(selectTabs(store.getState())).toHaveLength(3);
  act(() => void store.dispatch(opened({ to: "/callrecord" })));
  await userEvent.click(screen.getByText("没有的地址"));
  expect(selectActiveTab(store.getState())?.key).toBe("/");
});
