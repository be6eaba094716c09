import { Button, Stack, Text } from "@chakra-ui/react";
import { claimFailure, notifyDone } from "@liantai/api/client";
import type { FlowBody } from "@liantai/api/flows";
import { AppDialog } from "@liantai/ui";
import { PanelSwitch, PanelText } from "@liantai/ui/board";
import { isFailure, useUnsaved } from "@liantai/ui/resource";
import { useState } from "react";
import { emptyTest, readTest, testFault, writeTest } from "../model/flow-test.ts";
import { tests, type FlowTestRow } from "../queries.ts";
import { Lines } from "./test-lines.tsx";

interface TestDialogProps {
  readonly flowId: string;
  readonly body: FlowBody;
  /** Absent: a new one. */
  readonly row: FlowTestRow | undefined;
  readonly onClose: () => void;
}

export function TestDialog({ flowId, body, row, onClose }: TestDialogProps) {
  const [add] = tests.add.useMutation();
  const [update] = tests.update.useMutation();
  const [name, setName] = useState(row?.name ?? "");
  const [enabled, setEnabled] = useState(row?.enabled !== 0);
  const [lines, setLines] = useState(() => (row ? readTest(row.test) : emptyTest));
  const [touched, setTouched] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  useUnsaved(touched);
  const touch = (change: () => void) => {
    change();
    setTouched(true);
  };
  const part = (key: keyof typeof lines, title: string) => (
    <Lines
      part={key}
      {...{ flowId, title, body }}
      lines={lines[key]}
      onChange={(next) => touch(() => setLines({ ...lines, [key]: next }))}
    />
  );
  const save = async () => {
    const fault = name.trim() === "" ? "请填写测试名称" : testFault(lines, body);
    setSaid(fault);
    if (fault !== undefined) return;
    setBusy(true);
    try {
      const fields = {
        name: name.trim(),
        remark: row?.remark ?? "",
        enabled: enabled ? 1 : 0,
        test: writeTest(lines),
      } as const;
      await (row ? update({ body: { id: row.id, ...fields } }) : add({ body: { flowId, ...fields } })).unwrap();
      notifyDone("测试", "保存");
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.fields?.[0]?.message ?? error.text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AppDialog
      open
      title={row ? "编辑测试" : "新增测试"}
      width="620px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button loading={busy} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <PanelText label="测试名称" value={name} max={50} onChange={(next) => touch(() => setName(next))} />
        {part("steps", "客户操作")}
        {part("given", "环境")}
        {part("expected", "期望")}
        <PanelSwitch label="启用（发布前运行）" value={enabled} onChange={(next) => touch(() => setEnabled(next))} />
        {said !== undefined && (
          <Text role="alert" color="fg.error">
            {said}
          </Text>
        )}
      </Stack>
    </AppDialog>
  );
}
