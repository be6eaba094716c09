import { opened, store, workspaceReset } from "@liantai/api/client";
import { scrollsThinly } from "@liantai/ui/testing";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { Root } from "../root.tsx";
import { safeUrl } from "./model.ts";

const open = (params: unknown) =>
  act(async () => void store.dispatch(opened({ to: "/page", params, title: "知识平台" })));

beforeEach(() => act(() => void store.dispatch(workspaceReset())));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test("an outside page stands in a sandbox without an origin; the mask goes when it has loaded", async () => {
  render(<Root />);
  await open({ alias: "知识平台", url: "https://example.org/kb?a=1" });
  const frame = await screen.findByTitle<HTMLIFrameElement>("知识平台");
  expect(frame.src).toBe("https://example.org/kb?a=1");
  expect(frame.getAttribute("sandbox")).not.toMatch(/same-origin|top-navigation|modals/);
  expect(frame.getAttribute("referrerpolicy")).toBe("no-referrer");
  expect(screen.getByText("正在打开知识平台…")).toBeVisible();
  fireEvent.load(frame);
  expect(screen.queryByText("正在打开知识平台…")).toBeNull();
});

test("the outside page scrolls in a room with the custom scrollbar", async () => {
  render(<Root />);
  await open({ alias: "知识平台", url: "https://example.org/" });
  expect(scrollsThinly(await screen.findByTitle("知识平台"))).toBe(true);
});

test("在新窗口打开 gives the page no hold on the console", async () => {
  const windowOpen = jest.spyOn(window, "open").mockReturnValue(null);
  render(<Root />);
  await open({ alias: "知识平台", url: "https://example.org/" });
  fireEvent.click(await screen.findByRole("button", { name: "在新窗口打开" }));
  expect(windowOpen).toHaveBeenCalledWith("https://example.org/", "_blank", "noopener,noreferrer");
});

test("a page that does not answer within 20 s is said so, and 重试 tries again", async () => {
  jest.useFakeTimers();
  render(<Root />);
  await open({ alias: "知识平台", url: "https://example.org/" });
  const mask = "正在打开知识平台…";
  await act(() => jest.advanceTimersByTimeAsync(19_999));
  expect(screen.getByText(mask)).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(screen.queryByText(mask)).toBeNull();
  expect(screen.getByRole("alert")).toHaveTextContent("外部页面没有打开");
  fireEvent.click(screen.getByRole("button", { name: "重试" }));
  expect(screen.getByTitle("知识平台")).toBeInTheDocument();
  expect(screen.getByText(mask)).toBeInTheDocument();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a page that comes after the mask has closed is shown after all", async () => {
  jest.useFakeTimers();
  render(<Root />);
  await open({ alias: "知识平台", url: "https://example.org/" });
  await act(() => jest.advanceTimersByTimeAsync(20_000));
  fireEvent.load(screen.getByTitle("知识平台"));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(screen.getByTitle("知识平台")).toBeInTheDocument();
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "/callrecord",
  "ftp://example.org",
  "https://user:pw@example.org/",
  "blob:https://example.org/1",
])("%s is refused", async (url) => {
  expect(safeUrl(url)).toBeNull();
  render(<Root />);
  await open({ alias: "", url });
  expect(await screen.findByText("页面地址不正确")).toBeVisible();
});
