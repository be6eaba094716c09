import { useMayPress } from "@liantai/api/client";
import { announcementStates, noticeApi } from "@liantai/api/contract/workorder";
import { useTab } from "@liantai/ui";
import {
  formOf,
  Outcome,
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  type Action,
} from "@liantai/ui/resource";
import { useState } from "react";
import { notices, type Announcement } from "../parts/queries.ts";
import { useReminded } from "../parts/reminded.ts";
import { audienceText, columnsFor } from "./columns.tsx";
import { AnnouncementFields } from "./fields.tsx";
import { Reader } from "./reader.tsx";
import { Receipts } from "./receipts.tsx";

const filterSchema = noticeApi.list.body!.pick(["des", "state", "read"]);
const defaults = () => ({ des: "", state: "", read: "" });
const states = Object.entries(announcementStates).map(([value, label]) => ({ value, label }));
const reads = [
  { value: "0", label: "未读" },
  { value: "1", label: "已读" },
];

const editable = (row: Announcement): boolean => row.editable === 1;
const isOut = (row: Announcement): boolean => row.state === "published";
const fresh = { des: "", remarks: "", mustRead: 0, everyone: 0, roleIds: [], groupIds: [], agentIds: [] };
const valuesOf = ({ des, remarks, mustRead, everyone, roleIds, groupIds, agentIds }: Announcement) => ({
  ...{ des, remarks, mustRead, everyone, roleIds, groupIds, agentIds },
});

function useAnnouncementActions(show: (row: Announcement) => void) {
  const press = useMayPress("/announcement");
  const [add] = notices.add.useMutation();
  const [update] = notices.update.useMutation();
  const [remove] = notices.delete.useMutation();
  const [publish] = notices.publish.useMutation();
  const [withdraw] = notices.withdraw.useMutation();
  const sheet = (row: Announcement | undefined) =>
    formOf({
      title: row ? "编辑公告" : "新增公告",
      schema: noticeApi.add.body!,
      width: "520px",
      values: row ? valuesOf(row) : fresh,
      fields: <AnnouncementFields />,
      send: (body) => (row ? update({ body: { ...body, id: row.id } }) : add({ body })).unwrap(),
    });
  const rows: readonly Action<Announcement>[] = [
    { label: "查看", run: show },
    {
      label: "发布",
      may: press("notice.publish"),
      shown: (row) => editable(row) && !isOut(row),
      confirm: (row) => ({
        title: "发布公告",
        text: `确定要将“${row.des}”发布给${audienceText(row)}吗？发布后立即提醒。`,
      }),
      run: async (row) => {
        const { count } = await publish({ body: { id: row.id } }).unwrap();
        return new Outcome({ done: ["公告", "发布", { note: `共${count}人` }] });
      },
    },
    {
      label: "阅读情况",
      shown: (row) => editable(row) && row.receivers !== null,
      sheet: (row, close) => <Receipts of={row} onClose={() => close()} />,
    },
    {
      label: "编辑",
      may: press("notice.update"),
      shown: (row) => editable(row) && !isOut(row),
      form: sheet,
      done: ["公告", "保存"],
    },
    {
      label: "撤回",
      may: press("notice.withdraw"),
      shown: (row) => editable(row) && isOut(row),
      danger: true,
      confirm: (row) => ({ title: "撤回公告", text: `确定要撤回“${row.des}”吗？撤回后所有人都不再看到它。` }),
      run: (row) => withdraw({ body: { id: row.id } }),
      done: ["公告", "撤回"],
    },
    {
      label: "删除",
      may: press("notice.delete"),
      shown: (row) => editable(row) && !isOut(row),
      danger: true,
      confirm: (row) => ({ title: "删除公告", text: `确定要删除“${row.des}”吗？阅读记录一并删除，不能恢复。` }),
      run: (row) => remove({ body: { ids: [row.id] } }),
      done: ["公告", "删除"],
    },
  ];
  const bar: readonly Action[] = [
    {
      label: "新增",
      may: press("notice.add"),
      adds: true,
      form: () => sheet(undefined),
      done: ["公告", "新增", { note: "发布后才会提醒" }],
    },
  ];
  return { rows, bar, writes: press("notice.add") };
}

/** By when it went out, whatever the list is asked. Without a time nothing is asked; undefined until the answer is there. */
const usePublished = (publishedAt: string | null | undefined): readonly Announcement[] | undefined =>
  notices.list.useQuery(
    { body: { publishedAt: publishedAt ?? "", pageNo: 1, pageSize: 20 } },
    { refetchOnMountOrArgChange: true, skip: !publishedAt },
  ).currentData?.list;

/** The announcement that a notification opened or covered the tab for. */
function useToldOf(show: (row: Announcement) => void): void {
  const reminded = useReminded();
  const { revision = 0 } = useTab();
  const [handled, setHandled] = useState<number>();
  const rows = usePublished(reminded?.subTime);
  const row = reminded && rows?.find(({ publishedAt, toMe }) => toMe === 1 && publishedAt === reminded.subTime);
  if (!row || handled === revision) return;
  setHandled(revision);
  show(row);
}

/** 公告管理 */
export default function AnnouncementScreen() {
  const [shown, setShown] = useState<Announcement>();
  const resource = useResourceList<Announcement, ReturnType<typeof defaults>>({
    id: "announcement",
    endpoint: notices.list,
    filterSchema,
    defaults,
  });
  const { rows, bar, writes } = useAnnouncementActions(setShown);
  useToldOf(setShown);
  // Taken back while it is read, it is gone; the list, which may ask for the unread alone, does not say so.
  const published = usePublished(shown?.publishedAt);
  const gone = published !== undefined && !published.some(({ id }) => id === shown?.id);
  return (
    <ResourceScreen
      label="公告管理"
      columns={columnsFor(writes)}
      rowId={(r) => r.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      actions={bar}
      rowActions={rows}
      actionsWidth={writes ? 190 : 70}
      empty={{ title: "没有符合条件的公告", how: "点击“新增”写公告，发布后提醒相关人员。" }}
      query={
        <>
          <TextField name="des" label="公告标题" width="160px" />
          {writes && <SelectField name="state" label="状态" options={states} width="100px" />}
          <SelectField name="read" label="我的阅读" options={reads} width="100px" />
        </>
      }
    >
      {shown && !gone && <Reader of={shown} onClose={() => setShown(undefined)} />}
    </ResourceScreen>
  );
}
