import { Box, chakra, Flex, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import { Check, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { CheckTree, type Action, Outcome, ActionBar } from "@liantai/ui/resource";
import { roles, roleTypeText, type Role } from "../roles/model.ts";
import { asTree, grantsOf, purviews, purviewTexts, useGrants, withGroups } from "./model.ts";

const Line = chakra("label", {
  base: {
    display: "flex",
    gap: "2",
    alignItems: "flex-start",
    cursor: "pointer",
    py: "1.5",
    "&[data-disabled]": { cursor: "default" },
  },
});

/** What was chosen and not saved. */
export interface Draft {
  readonly menus?: ReadonlySet<string>;
  readonly business?: Readonly<Record<string, boolean>>;
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((id) => b.has(id));

interface GrantPanelProps {
  readonly role: Role;
  readonly operator: boolean;
  readonly readOnly: { readonly menus: boolean; readonly business: boolean };
  readonly note: string | undefined;
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
}

type Business = Readonly<Record<string, boolean>>;

/** Sends what changed of a role's grants; resolves to what is said of it. */
function useSave(role: Role) {
  const [grant] = roles.grant.useMutation();
  const [savePurviews] = purviews.addOrUpdateBatch.useMutation();
  return async (menuIds: string[] | undefined, changed: Business) => {
    let note = role.name;
    if (menuIds) {
      const { added, removed, withdrawn } = await grant({
        body: { compId: role.compId, id: role.id, menuIds },
      }).unwrap();
      note = `新增${added}项，收回${removed}项${withdrawn > 0 ? `；企业自定义角色同时收回${withdrawn}项` : ""}`;
    }
    const items = purviewTexts.flatMap(({ key }) =>
      changed[key] === undefined ? [] : [{ key, value: changed[key] ? (1 as const) : (0 as const) }],
    );
    if (items.length > 0) await savePurviews({ body: { compId: role.compId, roleId: role.id, items } }).unwrap();
    return note;
  };
}

interface PurviewsProps {
  readonly business: Business;
  readonly readOnly: boolean;
  readonly onChange: (business: Business) => void;
}

function Purviews({ business, readOnly, onChange }: PurviewsProps) {
  return (
    <Box
      as="section"
      aria-label="业务权限"
      w="300px"
      flex="none"
      overflow="auto"
      bg="bg"
      borderWidth="1px"
      borderRadius="md"
      p="3"
    >
      <Heading as="h3" textStyle="sm" mb="1">
        业务权限
      </Heading>
      <Stack gap="0">
        {purviewTexts.map(({ key, name, hint }) => (
          <Line key={key} data-disabled={readOnly ? "" : undefined}>
            <Check
              type="checkbox"
              mt="0.5"
              checked={business[key] ?? false}
              disabled={readOnly}
              onChange={(event) => onChange({ ...business, [key]: event.target.checked })}
            />
            <span>
              <Text as="span" display="block">
                {name}
              </Text>
              <Text as="span" display="block" textStyle="xs" color="fg.muted">
                {hint}
              </Text>
            </span>
          </Line>
        ))}
      </Stack>
    </Box>
  );
}

/** The grants of one role; `note` says why some are only shown. */
export function GrantPanel({ role, operator, readOnly, note, draft, setDraft }: GrantPanelProps) {
  const { tree, granted, purviews: chosen, failed } = useGrants(role, operator);
  const save = useSave(role);
  const before = tree && granted ? withGroups(tree, new Set(granted)) : new Set<string>();
  const checked = draft.menus ?? before;
  const was = Object.fromEntries((chosen ?? []).map(({ key, value }) => [key, value === 1]));
  const business = draft.business ?? was;
  if (failed) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!tree || !granted || !chosen) return <LoadingState />;
  const menuIds = grantsOf(tree, checked);
  const menusChanged = draft.menus !== undefined && !sameSet(new Set(menuIds), new Set(grantsOf(tree, before)));
  const changed = Object.fromEntries(Object.entries(business).filter(([key, value]) => value !== was[key]));
  const dirty = menusChanged || Object.keys(changed).length > 0;
  const may = !(readOnly.menus && readOnly.business);
  const actions: readonly Action[] = [
    { label: "还原", may, disabled: !dirty, run: () => setDraft({}) },
    {
      label: "保存",
      may,
      main: true,
      disabled: !dirty,
      async run() {
        const said = await save(menusChanged ? menuIds : undefined, changed);
        setDraft({});
        return new Outcome({ done: ["授权", "保存", { note: said }] });
      },
    },
  ];
  return (
    <Flex direction="column" flex="1" minW="0" minH="0" gap="2">
      <HStack gap="2" minH="8" wrap="wrap">
        <Heading as="h2" textStyle="md">
          {role.name}
        </Heading>
        <Text color="fg.muted">{roleTypeText(role)}</Text>
        <Text color="fg.muted" flex="1">
          {dirty ? "有未保存的修改" : note}
        </Text>
        <ActionBar actions={actions} row={undefined} />
      </HStack>
      <Flex gap="2" flex="1" minH="0">
        <Box flex="1" minW="0" overflow="auto" bg="bg" borderWidth="1px" borderRadius="md">
          {tree.length > 0 ? (
            <CheckTree
              label="菜单和按钮"
              searchable
              nodes={asTree(tree)}
              checked={checked}
              disabled={readOnly.menus}
              onChange={(menus) => setDraft({ ...draft, menus })}
            />
          ) : (
            <EmptyState title="没有可以授予的菜单" hint="企业还没有获得任何菜单，请联系运营人员。" />
          )}
        </Box>
        {role.kind !== "operator" && (
          <Purviews
            business={business}
            readOnly={readOnly.business}
            onChange={(next) => setDraft({ ...draft, business: next })}
          />
        )}
      </Flex>
    </Flex>
  );
}
