/** What an import makes of the shared sub-processes in its ZIP and of what is not here, said and chosen before anything is written. */
import {
  Button,
  NativeSelectField,
  NativeSelectIndicator,
  NativeSelectRoot,
  Stack,
  Table,
  Text,
} from "@chakra-ui/react";
import type { ReplyOf } from "@liantai/api/contract";
import {
  lackingText,
  reachedIn,
  type flowApi,
  type ZipChoice,
  type ZipReference,
} from "@liantai/api/contract/flow-editor";
import { ColumnHeads } from "@liantai/ui";
import { GuardedDialog, LeaveButton } from "@liantai/ui/resource";
import { useState } from "react";
import { ImportReferences, openIn, pickedOf, type Picked } from "./import-references.tsx";
import { Left } from "./left.tsx";

type ZipPlan = ReplyOf<typeof flowApi.planZip>;
type Carried = ZipPlan["shared"][number];
export type Imported = ReplyOf<typeof flowApi.importZip>;

interface RowProps {
  readonly one: Carried;
  /** '': a new one is made. */
  readonly use: string;
  readonly onUse: (use: string) => void;
}

const partsOf = ({ versions, nodes, tests }: Carried): string =>
  [versions === 0 ? "草稿" : `${versions}个版本`, `${nodes}个节点`, ...(tests === 0 ? [] : [`${tests}个测试`])].join(
    "、",
  );

function CarriedRow({ one, use, onUse }: RowProps) {
  const { name, versions, hereId, hereReady, freeName } = one;
  const anew = `${versions === 0 ? "新建草稿" : "新建并发布"}${freeName === name ? "" : `为“${freeName}”`}`;
  const hint =
    use === ""
      ? versions === 0 && "原来就没有发布，发布后流程才能调用"
      : hereReady === 0 && "本企业的没有发布或已停用，流程暂时不能调用";
  return (
    <Table.Row>
      <Table.Cell>{name}</Table.Cell>
      <Table.Cell>{partsOf(one)}</Table.Cell>
      <Table.Cell>
        {hereId === "" ? (
          anew
        ) : (
          <NativeSelectRoot size="xs">
            <NativeSelectField
              aria-label={`${name}的处理方式`}
              value={use}
              onChange={(event) => onUse(event.target.value)}
            >
              <option value={hereId}>使用本企业已有的</option>
              <option value="">{anew}</option>
            </NativeSelectField>
            <NativeSelectIndicator />
          </NativeSelectRoot>
        )}
        {hint !== false && (
          <Text textStyle="xs" color="fg.muted">
            {hint}
          </Text>
        )}
      </Table.Cell>
    </Table.Row>
  );
}

interface PlanProps {
  readonly plan: ZipPlan;
  /** undefined: it was refused, and that was said. */
  readonly onImport: (
    choices: readonly ZipChoice[],
    references: readonly ZipReference[],
  ) => Promise<Imported | undefined>;
  readonly onClose: () => void;
}

export function ImportPlan({ plan, onImport, onClose }: PlanProps) {
  const { name, calls, shared } = plan;
  const [uses, setUses] = useState<ReadonlyMap<string, string>>(
    () => new Map(shared.map((one) => [one.id, one.hereId])),
  );
  const [picked, setPicked] = useState<Picked>(new Map());
  const [busy, setBusy] = useState(false);
  const [reply, setReply] = useState<Imported>();
  const isMade = ({ id }: Carried): boolean => uses.get(id) === "";
  const rows = reachedIn(calls, shared, isMade);
  const lacking = lackingText(rows.filter(isMade));
  const open = openIn(plan, new Set(rows.filter(isMade).map(({ id }) => id)));
  if (reply) return <Left reply={reply} onClose={onClose} />;
  const send = async () => {
    setBusy(true);
    const done = await onImport(
      rows.map(({ id }) => ({ id, use: uses.get(id) ?? "" })),
      pickedOf(open, picked),
    );
    setBusy(false);
    if (!done) return;
    if (done.missing.length + done.unpublished.length === 0) onClose();
    else setReply(done);
  };
  return (
    <GuardedDialog
      open
      title={`导入“${name}”`}
      width="640px"
      dirty={pickedOf(open, picked).length > 0}
      held={busy}
      onClose={onClose}
      footer={
        <>
          <LeaveButton disabled={busy} />
          <Button disabled={lacking !== ""} loading={busy} onClick={() => void send()}>
            导入
          </Button>
        </>
      }
    >
      <Stack gap="2">
        {rows.length > 0 && (
          <>
            <Text>流程调用的{rows.length}个公共子流程也在文件里，导入时按下面的方式处理：</Text>
            <Table.Root size="sm" aria-label="公共子流程">
              <ColumnHeads titles={["名称", "内容", "处理方式"]} />
              <Table.Body>
                {rows.map((one) => (
                  <CarriedRow
                    key={one.id}
                    one={one}
                    use={uses.get(one.id) ?? ""}
                    onUse={(use) => setUses(new Map(uses).set(one.id, use))}
                  />
                ))}
              </Table.Body>
            </Table.Root>
          </>
        )}
        {open.length > 0 && <ImportReferences list={open} here={plan.here} picked={picked} onPick={setPicked} />}
        {lacking !== "" && (
          <Text role="alert" color="fg.error">
            {lacking}
          </Text>
        )}
      </Stack>
    </GuardedDialog>
  );
}
