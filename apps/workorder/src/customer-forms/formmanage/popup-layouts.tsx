import { Box, Button, HStack, Stack, Text } from "@chakra-ui/react";
import { guideLimits, mostLayouts, type PopupLayout } from "@liantai/api/contract/workorder";
import { FailureState, LoadingState, Ticks } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { GuardedDrawer } from "@liantai/ui/resource";
import { Plus, X } from "lucide-react";
import { useTags } from "../../records/parts/tags.tsx";
import { useWholeList } from "../../parts/whole-list.tsx";
import { forms, type ListedForm } from "../queries.ts";

interface Props {
  readonly form: ListedForm;
  readonly onClose: () => void;
}

type Choices = readonly (readonly [string, string])[];

interface LayoutProps {
  readonly at: number;
  readonly layout: PopupLayout;
  readonly choices: Readonly<Record<"numbers" | "groups" | "tags" | "fields", Choices>>;
  readonly onChange: (layout: PopupLayout) => void;
  readonly onRemove: () => void;
}

function Layout({ at, layout, choices, onChange, onRemove }: LayoutProps) {
  const name = `布局${at + 1}`;
  const parts = [
    ["accessNumbers", "接入号码（不选为全部）", choices.numbers],
    ["skillGroupIds", "技能组（不选为全部）", choices.groups],
    ["tagIds", "客户标签（任一符合；不选为全部）", choices.tags],
    ["fields", "显示在前面的字段（按勾选的先后）", choices.fields],
  ] as const;
  return (
    <Box as="section" aria-label={name} borderWidth="1px" borderRadius="md" p="3">
      <HStack justify="space-between" mb="1">
        <Text fontWeight="600">{name}</Text>
        <Button size="2xs" variant="ghost" aria-label={`移除${name}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </HStack>
      <Stack gap="2">
        {parts
          .filter(([key, , all]) => key !== "tagIds" || all.length > 0)
          .map(([key, title, all]) => (
            <Box key={key}>
              <Text textStyle="xs" color="fg.muted" mb="1">
                {title}
              </Text>
              <Ticks
                label={`${name}${title}`}
                all={all}
                chosen={layout[key] ?? []}
                onChange={(chosen) => onChange({ ...layout, [key]: [...chosen] })}
              />
            </Box>
          ))}
        <PanelText
          label={`${name}引导步骤（每行一步，通话中逐条勾选）`}
          value={(layout.steps ?? []).join("\n")}
          max={guideLimits.steps * (guideLimits.text + 1)}
          area
          onChange={(text) => onChange({ ...layout, steps: text === "" ? [] : text.split("\n") })}
        />
      </Stack>
    </Box>
  );
}

/** Lines without words are no steps. */
const withSteps = ({ steps = [], tagIds = [], ...layout }: PopupLayout) => ({
  ...layout,
  tagIds,
  steps: steps.map((step) => step.trim()).filter((step) => step !== ""),
});

function Layouts({ form, onClose }: Props) {
  const [setPopup, { isLoading: busy }] = forms.setPopup.useMutation();
  const {
    list: layouts,
    set,
    end,
  } = useWholeList<PopupLayout>({
    first: form.popup.layouts ?? [],
    what: "弹屏布局",
    wrong: (list) => {
      const empty = list.findIndex(({ fields }) => fields.length === 0);
      if (empty >= 0) return `请为布局${empty + 1}选择字段`;
      const many = list.findIndex((layout) => withSteps(layout).steps.length > guideLimits.steps);
      return many < 0 ? undefined : `布局${many + 1}最多${guideLimits.steps}个步骤`;
    },
    send: (list) => setPopup({ body: { id: form.id, ...form.popup, layouts: list.map(withSteps) } }).unwrap(),
    ...{ busy, onClose },
  });
  const places = forms.popupPlaces.useQuery({ body: {} });
  const tags = useTags(form.id);
  const definition = forms.findById.useQuery({ query: { id: form.id } });
  const failed = places.error ?? definition.error;
  const again = () => {
    void places.refetch();
    void definition.refetch();
  };
  if (failed && !(places.data && definition.data)) return <FailureState error={failed} onRetry={again} />;
  if (!places.data || !definition.data) return <LoadingState />;
  const choices = {
    numbers: places.data.accessNumbers.map(({ number, title }) => [number, `${number} ${title}`.trim()] as const),
    groups: places.data.skillGroups.map(({ id, name }) => [id, name] as const),
    tags: tags.map(({ id, name }) => [id, name] as const),
    fields: definition.data.fields.map(({ name, label }) => [name, label] as const),
  };
  return (
    <Stack gap="3">
      <Text color="fg.muted">
        弹屏时，来电的接入号码、技能组和客户标签符合的布局中取限定最细的一个：它的字段排在前面，其余字段折叠在“其他资料”中。
      </Text>
      {layouts.map((layout, at) => (
        <Layout
          key={at}
          {...{ at, layout, choices }}
          onChange={(next) => set(layouts.with(at, next))}
          onRemove={() => set(layouts.toSpliced(at, 1))}
        />
      ))}
      <Button
        size="xs"
        variant="outline"
        alignSelf="start"
        disabled={layouts.length >= mostLayouts}
        onClick={() => set([...layouts, { accessNumbers: [], skillGroupIds: [], tagIds: [], fields: [], steps: [] }])}
      >
        <Plus aria-hidden />
        添加布局
      </Button>
      {end}
    </Stack>
  );
}

/** 弹屏布局: which fields of a customer stand first with calls over which numbers and groups. */
export const PopupLayoutsDrawer = (props: Props) => (
  <GuardedDrawer open title={`弹屏布局：${props.form.name}`} width="640px" onClose={props.onClose}>
    <Layouts {...props} />
  </GuardedDrawer>
);
