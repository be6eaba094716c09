/** What is done with seats: one, those that are chosen, new ones. */
import { useMayPress } from "@liantai/api/client";
import { seatIdDigits } from "@liantai/api/contract/admin";
import { Outcome, type Action } from "@liantai/ui/resource";
import { AssistKnowledge } from "./assist-knowledge.tsx";
import { AssistSettings } from "./assist-settings.tsx";
import { ImportSeats } from "./import.tsx";
import { LeavingWork } from "./leaving-work.tsx";
import { useMaxSession, type SeatSettings } from "./max-session.tsx";
import { agents, seatLabel, type Agent } from "./queries.ts";
import { SeatForm } from "./seat-form.tsx";
import { passwordHint, shownOnce } from "./secret-once.tsx";

const deletion = "登录账号会一并删除，通话记录保留。";
const withWork = (text: string, ids: readonly string[]) => (ready: () => void) => (
  <>
    {text}
    <LeavingWork ids={ids} ready={ready} />
  </>
);
const digitsOf = (settings: SeatSettings | undefined): number => settings?.idDigits ?? seatIdDigits.default;

/** Buttons of a seat's row. */
export function useSeatRowActions(settings: SeatSettings | undefined): readonly Action<Agent>[] {
  const may = useMayPress("/seats");
  const [remove] = agents.delete.useMutation();
  const [reload] = agents.reloadPassword.useMutation();
  return [
    {
      label: "编辑",
      may: may("seat.update"),
      sheet: (seat, close) => <SeatForm seat={seat} digits={digitsOf(settings)} onClose={close} />,
    },
    {
      label: "重置密码",
      may: may("seat.reloadPassword"),
      confirm: (seat) => ({
        title: "重置密码",
        press: "重置",
        text: `确定要重置 ${seatLabel(seat)} 的密码吗？该坐席的登录会立即失效。`,
      }),
      async run(seat) {
        const { password } = await reload({ body: { agentId: seat.agentId } }).unwrap();
        return shownOnce({
          title: "密码已重置",
          items: [[`${seatLabel(seat)} 的新密码`, password]],
          hint: passwordHint,
        });
      },
    },
    {
      label: "删除",
      may: may("seat.delete"),
      danger: true,
      confirm: (seat) => ({
        title: "删除坐席",
        text: withWork(`确定要删除${seatLabel(seat)}吗？${deletion}`, [seat.agentId]),
      }),
      run: ({ agentId }) => remove({ body: { ids: [agentId] } }),
      done: ["坐席", "删除"],
    },
  ];
}

/** Seats in and out of service. */
function useSwitches(ids: string[], clear: () => void): readonly Action[] {
  const may = useMayPress("/seats")("seat.enable");
  const [enable] = agents.enable.useMutation();
  const [disable] = agents.disEnable.useMutation();
  return [
    {
      label: "启用",
      may,
      disabled: ids.length === 0,
      confirm: () => ({ title: "启用坐席", text: `确定要启用 ${ids.length} 个坐席吗？` }),
      async run() {
        const { count } = await enable({ body: { ids } }).unwrap();
        clear();
        return new Outcome({ done: ["坐席", "启用", { count }] });
      },
    },
    {
      label: "停用",
      may,
      danger: true,
      disabled: ids.length === 0,
      confirm: () => ({
        title: "停用坐席",
        text: withWork(
          `确定要停用 ${ids.length} 个坐席吗？已登录的坐席会立即退出；正在通话的坐席在通话结束后退出。`,
          ids,
        ),
      }),
      async run() {
        const { count } = await disable({ body: { ids } }).unwrap();
        clear();
        return new Outcome({ done: ["坐席", "停用", { count }] });
      },
    },
  ];
}

/** Buttons over the list. */
export function useSeatActions(
  settings: SeatSettings | undefined,
  selected: ReadonlySet<string>,
  clear: () => void,
): readonly Action[] {
  const may = useMayPress("/seats");
  const ids = [...selected];
  const switches = useSwitches(ids, clear);
  const maxSession = useMaxSession(ids, settings);
  const [remove] = agents.delete.useMutation();
  return [
    {
      label: "新增",
      may: may("seat.add"),
      adds: true,
      sheet: (_, close) => <SeatForm digits={digitsOf(settings)} onClose={close} />,
    },
    { label: "导入", may: may("seat.import"), sheet: (_, close) => <ImportSeats onClose={close} /> },
    ...switches,
    {
      label: ids.length > 0 ? "会话上限" : "企业坐席设置",
      may: may("seat.maxSession"),
      form: () => maxSession,
      ...(ids.length > 0 ? {} : { done: ["坐席设置", "保存"] }),
    },
    { label: "坐席辅助", may: may("seat.assist"), sheet: (_, close) => <AssistSettings onClose={close} /> },
    { label: "辅助知识", may: may("seat.assist"), sheet: (_, close) => <AssistKnowledge onClose={close} /> },
    {
      label: "删除",
      may: may("seat.delete"),
      danger: true,
      disabled: ids.length === 0,
      confirm: () => ({
        title: "删除坐席",
        text: withWork(`确定要删除选中的 ${ids.length} 个坐席吗？${deletion}`, ids),
      }),
      async run() {
        const { count } = await remove({ body: { ids } }).unwrap();
        clear();
        return new Outcome({ done: ["坐席", "删除", { count }] });
      },
    },
  ];
}
