/** What a ZIP of a flow names and this enterprise has no equal of: one of its own in its place, or left open. */
import { Box, Stack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import type { flowApi, ZipReference } from "@liantai/api/contract/flow-editor";
import { namedPairs, PanelSelect } from "@liantai/ui/board";

type ZipPlan = ReplyOf<typeof flowApi.planZip>;
type Open = ZipPlan["references"][number];

/** By kind and id: the id of this enterprise. */
export type Picked = ReadonlyMap<string, string>;

const keyOf = ({ kind, id }: Pick<Open, "kind" | "id">): string => `${kind} ${id}`;

/** Those that come in: the flow's own, and those of sub-processes that are made. */
export const openIn = ({ references }: Pick<ZipPlan, "references">, made: ReadonlySet<string>): readonly Open[] =>
  references.filter(({ by }) => by.some((one) => one === "" || made.has(one)));

export const pickedOf = (list: readonly Open[], picked: Picked): readonly ZipReference[] =>
  list.flatMap((one) => {
    const use = picked.get(keyOf(one)) ?? "";
    return use === "" ? [] : [{ kind: one.kind, id: one.id, use }];
  });

const labelOf = ({ kindName, name, id }: Open): string => `${kindName}“${name === "" ? id : name}”`;
const usedBy = ({ nodes }: Open): { readonly hint?: string } =>
  nodes.length === 0 ? {} : { hint: `用于${nodes.map((node) => `「${node}」`).join("、")}` };

interface ReferencesProps extends Pick<ZipPlan, "here"> {
  readonly list: readonly Open[];
  readonly picked: Picked;
  readonly onPick: (picked: Picked) => void;
}

export function ImportReferences({ list, here, picked, onPick }: ReferencesProps) {
  return (
    <Stack as="section" aria-label="没有同名的对象" gap="2">
      <Text>流程用到的{list.length}个对象在本企业没有唯一的同名对象，可以选用已有的；留空的导入后在编辑器里再选。</Text>
      <Stack gap="2" maxH="320px" overflow="auto">
        {list.map((one) => (
          <Box key={keyOf(one)} minW="0">
            <PanelSelect
              label={labelOf(one)}
              value={picked.get(keyOf(one)) ?? ""}
              options={namedPairs(here.filter(({ kind }) => kind === one.kind))}
              none="留空"
              {...usedBy(one)}
              onChange={(use) => onPick(new Map(picked).set(keyOf(one), use))}
            />
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}
