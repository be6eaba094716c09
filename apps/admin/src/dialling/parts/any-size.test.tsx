/** E23: lists of dialling that stand apart from a task, with nothing in them, one row, and a page of a million. */
import { numberListApi, voiceNoticeApi } from "@liantai/api/contract/admin";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openTab, page, signIn } from "../../testing/screen.tsx";

const list = (n: number) => ({
  ...{ id: `l${n}`, name: `清单${n}`, remark: "", count: n, createdAt: "2026-11-20 09:00:00", createdBy: "admin" },
});
const notice = (n: number) => ({
  ...{ id: `n${n}`, name: `模板${n}`, text: "您好", tts: "", repeats: 2, confirmKey: "1", replies: [], goodbye: "" },
  ...{ remark: "", variables: [], tasks: n, updatedAt: "2026-11-28 10:00:00" },
});
interface Shown {
  readonly path: string;
  readonly endpoint: string;
  readonly row: (n: number) => object;
  /** What a row's name begins with. */
  readonly word: string;
}
const screens: readonly Shown[] = [
  { path: "/ivrnumber", endpoint: numberListApi.list.path, row: list, word: "清单" },
  { path: "/voicenotice", endpoint: voiceNoticeApi.list.path, row: notice, word: "模板" },
];

/** total: of which as many rows as a page has are shown. */
async function open({ path, endpoint, row }: Shown, total: number) {
  const server = signIn({}, { page: path, buttons: [] });
  server.on("/taskapi/api/v1/voiceNotice/voices", () => []);
  const rows = Array.from({ length: Math.min(total, 10) }, (_, n) => row(n));
  server.on(endpoint, (asked) => ({ ...page(rows)(asked), total }));
  await openTab(path);
  return server;
}

describe.each(screens)("$path", (at) => {
  const { endpoint, word } = at;

  test("E23 nothing: it says so, and draws no rows", async () => {
    await open(at, 0);
    expect(await screen.findByText(/^还没有|^没有/)).toBeVisible();
    expect(screen.queryByText(`${word}0`)).toBeNull();
  });

  test("E23 one row", async () => {
    await open(at, 1);
    expect(await screen.findByText(`${word}0`)).toBeVisible();
    expect(screen.getByText(/共\s*1\s*条/)).toBeVisible();
  });

  test("E23 a million: a page of them, the next one is asked for, the filter stays", async () => {
    const user = userEvent.setup();
    const server = await open(at, 1_000_000);
    const table = within(await screen.findByRole("table"));
    expect(await table.findByText(`${word}9`)).toBeVisible();
    expect(screen.getByText(/共\s*1,?000,?000\s*条/)).toBeVisible();
    await user.type(screen.getByLabelText(/名称$/), "甲");
    await user.click(screen.getByRole("button", { name: "查询" }));
    await user.click(await screen.findByRole("button", { name: "下一页" }));
    await screen.findByText(`${word}0`);
    expect(server.bodies(endpoint).at(-1)).toMatchObject({ name: "甲", pageNo: 2 });
  });
});
