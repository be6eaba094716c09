import { HStack, Text } from "@chakra-ui/react";
import { dialTimeApi } from "@liantai/api/contract/admin";
import { AppDialog, FailureState, LoadingState } from "@liantai/ui";
import { FormDialog, Outcome, sending, TimeField } from "@liantai/ui/resource";
import { dialHours, type Company } from "../parts/model.ts";

interface HoursProps {
  readonly company: Company;
  readonly onClose: (outcome?: Outcome) => void;
}

/** 外呼时段: the hours of a day in which tasks of an enterprise may dial, within those of the installation. */
export function HoursForm({ company: { compId, name }, onClose }: HoursProps) {
  const title = `外呼时段：${name}（${compId}）`;
  const { data, error, refetch } = dialHours.list.useQuery({ body: { compId } }, { refetchOnMountOrArgChange: true });
  const [save] = dialHours.save.useMutation();
  if (!data)
    return (
      <AppDialog open title={title} width="440px" onClose={() => onClose()}>
        {error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />}
      </AppDialog>
    );
  const { from, to, legalFrom, legalTo } = data;
  return (
    <FormDialog
      open
      title={title}
      width="440px"
      values={{ from, to }}
      {...sending(dialTimeApi.save.body!.omit(["compId"]), async (values) => {
        await save({ body: { ...values, compId } }).unwrap();
        onClose(new Outcome({ done: ["外呼时段", "保存"] }));
      })}
      onClose={() => onClose()}
    >
      <Text color="fg.muted">
        本系统的外呼时段为 {legalFrom}–{legalTo}，只能缩短。时段外任务不再拨打，已接通的通话继续。
      </Text>
      <HStack gap="3" align="flex-start">
        <TimeField name="from" label="开始时间" width="130px" />
        <TimeField name="to" label="结束时间" width="130px" />
      </HStack>
    </FormDialog>
  );
}
