import { Button, Text } from "@chakra-ui/react";
import { claimFailure, notify } from "@liantai/api/client";
import { flowTypes, type FlowBody, type SubProcess } from "@liantai/api/flows";
import { AppDialog } from "@liantai/ui";
import { PanelText } from "@liantai/ui/board";
import { isFailure } from "@liantai/ui/resource";
import { useState } from "react";
import { sharedOf } from "./model/shared.ts";
import { flows } from "./queries.ts";

interface ShareSubProps {
  readonly body: FlowBody;
  readonly sub: SubProcess;
  readonly onClose: () => void;
}

/** A shared sub-process made out of this one; the flow stays as it is. */
export function ShareSub({ body, sub, onClose }: ShareSubProps) {
  const [create, { isLoading }] = flows.create.useMutation();
  const [name, setName] = useState(sub.subProcessName);
  const [said, setSaid] = useState<string>();
  const done = async () => {
    const made = sharedOf(body, sub.subProcessId);
    if (!made) return;
    const asked = { name: name.trim(), flowType: flowTypes.shared, flow: JSON.stringify(made) };
    try {
      await create({ body: asked }).unwrap();
      notify({ title: `已存为公共子流程“${asked.name}”`, text: "在流程配置里发布后，跳转节点就可以调用它" });
      onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text);
    }
  };
  return (
    <AppDialog
      open
      title="存为公共子流程"
      width="400px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button disabled={name.trim() === ""} loading={isLoading} onClick={() => void done()}>
            确定
          </Button>
        </>
      }
    >
      <PanelText label="名称" value={name} max={30} error={said} onChange={setName} />
      <Text textStyle="xs" color="fg.muted">
        连同它调用的子流程和用到的变量复制一份，本流程不变。没有赋值就使用的变量成为传入变量。
      </Text>
    </AppDialog>
  );
}
