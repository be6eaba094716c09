/** Tags of records: as they are shown, chosen for one record, given to many, and set up for a form. */
import {
  Badge,
  Button,
  HStack,
  MenuCheckboxItem,
  MenuContent,
  MenuItemIndicator,
  MenuPositioner,
  MenuRoot,
  MenuTrigger,
  Text,
} from "@chakra-ui/react";
import { queriesOf } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { formTagApi, tagColors, type TagColor } from "@liantai/api/contract/workorder";
import { AppDrawer, DataTable, type Column } from "@liantai/ui";
import {
  ActionButtons,
  formOf,
  MultiSelectField,
  SelectField,
  TextField,
  useActionColumn,
  useActions,
  type Action,
} from "@liantai/ui/resource";
import { Tag as TagIcon } from "lucide-react";
import type { OpenRecord } from "./queries.ts";

const tagQueries = queriesOf(formTagApi);
type FormTag = ReplyOf<typeof formTagApi.list>[number];
interface Tag {
  readonly id: string;
  readonly name: string;
  readonly color: TagColor;
}

const none: readonly FormTag[] = [];
/** Those of a form, in the order in which they were made. */
export const useTags = (formId: string | undefined): readonly FormTag[] =>
  tagQueries.list.useQuery({ body: { formId: formId ?? "" } }, { skip: formId === undefined }).data ?? none;
export const optionsOf = (tags: readonly Tag[]) => tags.map(({ id, name }) => ({ value: id, label: name }));
export const tagNames = (tags: readonly Tag[] | undefined): string => (tags ?? []).map(({ name }) => name).join("、");

export const TagBadges = ({ tags }: { readonly tags: readonly Tag[] | undefined }) => (
  <HStack gap="1" wrap="wrap">
    {(tags ?? []).map(({ id, name, color }) => (
      <Badge key={id} size="xs" colorPalette={color}>
        {name}
      </Badge>
    ))}
  </HStack>
);

/** Of one record, ticked on and off one by one. */
export function RecordTags({ opened }: { readonly opened: Pick<OpenRecord, "record" | "allowed"> }) {
  const { record, allowed } = opened;
  const all = useTags(record.formId);
  const [set] = tagQueries.set.useMutation();
  const has = new Set((record.tags ?? []).map(({ id }) => id));
  if (all.length === 0) return null;
  const turn = (id: string, on: boolean) =>
    // A refusal is said by the shell; what is drawn is what the record has.
    void set({ body: { ids: [record.id], ...(on ? { add: [id] } : { remove: [id] }) } })
      .unwrap()
      .catch(() => undefined);
  return (
    <HStack gap="2" wrap="wrap" role="group" aria-label="标签">
      {(record.tags ?? []).length > 0 && <TagBadges tags={record.tags} />}
      {allowed.tag && (
        <MenuRoot closeOnSelect={false} positioning={{ placement: "bottom-start" }}>
          <MenuTrigger asChild>
            <Button size="2xs" variant="outline" colorPalette="gray">
              <TagIcon aria-hidden />
              标记
            </Button>
          </MenuTrigger>
          <MenuPositioner>
            <MenuContent maxH="280px" overflowY="auto">
              {all.map(({ id, name, color }) => (
                <MenuCheckboxItem key={id} value={id} checked={has.has(id)} onCheckedChange={(on) => turn(id, on)}>
                  <MenuItemIndicator />
                  <Badge size="xs" colorPalette={color}>
                    {name}
                  </Badge>
                </MenuCheckboxItem>
              ))}
            </MenuContent>
          </MenuPositioner>
        </MenuRoot>
      )}
    </HStack>
  );
}

const setSchema = formTagApi.set.body!.pick(["add", "remove"]);

/** 标记: tags for all that are chosen, and tags that they lose. */
export function useMarking(tags: readonly FormTag[], selected: ReadonlySet<string>, may: boolean): Action {
  const [set] = tagQueries.set.useMutation();
  const options = optionsOf(tags);
  return {
    label: "标记",
    may: may && tags.length > 0,
    icon: <TagIcon aria-hidden />,
    disabled: selected.size === 0,
    form: () =>
      formOf({
        title: `标记选中的 ${selected.size} 项`,
        schema: setSchema,
        values: { add: [], remove: [] },
        submit: "标记",
        small: true,
        fields: (
          <>
            <MultiSelectField name="add" label="添加的标签" options={options} height="140px" />
            <MultiSelectField name="remove" label="移除的标签" options={options} height="140px" />
          </>
        ),
        send: (values) => set({ body: { ids: [...selected], ...values } }).unwrap(),
      }),
    done: ["标签", "保存"],
  };
}

const colors = Object.entries(tagColors).map(([value, label]) => ({ value, label }));
const columns: readonly Column<FormTag>[] = [
  { id: "name", title: "标签", width: 160, value: (tag) => tag.name, cell: (tag) => <TagBadges tags={[tag]} /> },
  { id: "color", title: "颜色", width: 90, value: (tag) => tagColors[tag.color] },
  { id: "count", title: "数据量", width: 90, value: (tag) => tag.count, align: "end" },
];
const tagFields = (
  <>
    <TextField name="name" label="标签名称" />
    <SelectField name="color" label="颜色" options={colors} />
  </>
);

interface ManagerProps {
  readonly formId: string;
  readonly onClose: () => void;
}

/** 标签设置: which tags a form has. */
export function TagManager({ formId, onClose }: ManagerProps) {
  const { data, error, isFetching, refetch } = tagQueries.list.useQuery({ body: { formId } });
  const [add] = tagQueries.add.useMutation();
  const [update] = tagQueries.update.useMutation();
  const [remove] = tagQueries.delete.useMutation();
  const bar: readonly Action[] = [
    {
      label: "新增标签",
      adds: true,
      form: () =>
        formOf({
          ...{ title: "新增标签", values: { name: "", color: "blue" }, small: true, fields: tagFields },
          schema: formTagApi.add.body!.pick(["name", "color"]),
          send: (values) => add({ body: { formId, ...values } }).unwrap(),
        }),
      done: ["标签", "新增"],
    },
  ];
  const rowActions: readonly Action<FormTag>[] = [
    {
      label: "编辑",
      form: ({ id, name, color }) =>
        formOf({
          ...{ title: "编辑标签", values: { name, color }, small: true, fields: tagFields },
          schema: formTagApi.update.body!.pick(["name", "color"]),
          send: (values) => update({ body: { id, ...values } }).unwrap(),
        }),
      done: ["标签", "保存"],
    },
    {
      label: "删除",
      danger: true,
      confirm: ({ name, count }) => ({
        title: "删除标签",
        text: count > 0 ? `“${name}”会从 ${count} 条数据上移除，确定要删除吗？` : `确定要删除“${name}”吗？`,
      }),
      run: ({ id }) => remove({ body: { ids: [id] } }),
      done: ["标签", "删除"],
    },
  ];
  const pressed = useActions(bar);
  const shown = useActionColumn(columns, rowActions);
  return (
    <AppDrawer open title="标签设置" width="560px" onClose={onClose}>
      <Text mb="2" color="fg.muted" textStyle="xs">
        标签属于这张表单；有标记权限的人可以给数据打上或移除标签。
      </Text>
      <DataTable
        id="formTags"
        label="标签"
        columns={shown.columns}
        rowId={(tag) => tag.id}
        list={{ rows: data, fetching: isFetching, error, retry: () => void refetch() }}
        empty={{ title: "还没有标签" }}
        toolbar={<ActionButtons actions={bar} row={undefined} press={pressed.press} />}
      />
      {pressed.opened}
      {shown.opened}
    </AppDrawer>
  );
}
