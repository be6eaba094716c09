import { notify, selectTelephony, useSelector, type RootState } from "@liantai/api/client";
import type { ImportKind } from "@liantai/api/contract/parts";
import { useImports } from "@liantai/bus/react";
import { ImportDialog } from "@liantai/ui/resource";
import { kindOf } from "./kinds.ts";
import { phones, type Task } from "./queries.ts";

interface Counts {
  readonly total: number;
  readonly succeed: number;
  readonly failing: number;
  readonly repetition: number;
  readonly blackList?: number | undefined;
}

/** Of numbers the four stand beside each other and add up. */
export const countsText = ({ total, succeed, failing, repetition, blackList = 0 }: Counts, checked: boolean): string =>
  [
    checked ? "校验完成，尚未保存：" : "导入完成：",
    `成功 ${succeed}，失败 ${failing}，重复 ${repetition}，黑名单 ${blackList}，总数 ${total}。`,
  ].join("");

const kind = "taskPhone" satisfies ImportKind;
const checkKind = "taskPhoneCheck" satisfies ImportKind;

/** The page's socket, which is told how a job goes. */
export function useSocketId(): { readonly socketId?: string } {
  const socketId = useSelector((state: RootState) => selectTelephony(state).socketId);
  return socketId ? { socketId } : {};
}

interface ImportNumbersProps {
  readonly task: Pick<Task, "id" | "taskIdentity" | "ftype">;
  readonly onClose: () => void;
}

/** Numbers of a workbook: looked at first, then saved as it was looked at. Of IVR tasks no result stands open afterwards. */
export function ImportNumbers({ task: { id, taskIdentity, ftype }, onClose }: ImportNumbersProps) {
  return (
    <ImportDialog
      open
      title={`导入号码：${taskIdentity}`}
      kind={kind}
      useEvents={useImports}
      template={phones.template}
      templateQuery={{ taskId: id }}
      templateName={kindOf(ftype).sheet}
      check={{ kind: checkKind, endpoint: phones.importCheck }}
      endpoint={phones.importData}
      fields={{ taskId: id, ...useSocketId() }}
      failed={phones.failedDataDownload}
      counts={countsText}
      onClose={onClose}
      onDone={(result) => {
        if (ftype !== 4 || result.job) return;
        notify({ title: "号码已导入", text: countsText(result, false) });
        onClose();
      }}
    />
  );
}
