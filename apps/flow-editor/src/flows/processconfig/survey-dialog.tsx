import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import { notifyDone } from "@liantai/api/client";
import { AppDialog, FailureState, LoadingState } from "@liantai/ui";
import { PanelSelect } from "@liantai/ui/board";
import { useState } from "react";
import { flows, surveys } from "../knownnav/queries.ts";

interface ChosenProps {
  readonly flowId: string;
  /** Flows that may be chosen, and the one that is. */
  readonly options: readonly (readonly [id: string, name: string, off?: boolean])[];
  /** The one that is chosen asks nobody now. */
  readonly off: boolean;
  readonly may: boolean;
  readonly onClose: () => void;
}

function Chosen({ flowId: before, options, off, may, onClose }: ChosenProps) {
  const [flowId, setFlowId] = useState(before);
  const [send, { isLoading }] = surveys.save.useMutation();
  const save = async () => {
    const outcome = await send({ body: { flowId } });
    if ("error" in outcome && outcome.error) return;
    notifyDone("满意度评价", "保存", { note: "从下一次邀请评价起生效" });
    onClose();
  };
  return (
    <Stack gap="3">
      <Text textStyle="xs" color="fg.muted">
        坐席在通话中邀请评价后，客户进入所选的满意度流程，评分记给邀请的坐席。流程不可用时改用系统语音。
      </Text>
      <PanelSelect
        label="评价方式"
        value={flowId}
        options={[["", "系统语音（按1至4评价）"], ...options]}
        hint={off && flowId === before ? "该流程已停用，现在使用系统语音" : "只列出已发布并启用的满意度流程"}
        onChange={setFlowId}
      />
      {may && (
        <HStack justify="flex-end" gap="2">
          <Button loading={isLoading} disabled={flowId === before} onClick={() => void save()}>
            保存
          </Button>
        </HStack>
      )}
    </Stack>
  );
}

/** 满意度评价: what asks customers for a mark after their talks. */
export function SurveyDialog({ may, onClose }: { readonly may: boolean; readonly onClose: () => void }) {
  const fresh = { refetchOnMountOrArgChange: true };
  const setting = surveys.find.useQuery({ body: {} }, fresh);
  const list = flows.satisficingList.useQuery({ body: { pageNo: 1, pageSize: 9_999 } }, fresh);
  const error = setting.error ?? list.error;
  const retry = () => {
    void setting.refetch();
    void list.refetch();
  };
  const { data } = setting;
  const fit = list.data?.list.filter(({ enabled, version }) => enabled === 1 && version > 0) ?? [];
  const options = fit.map(({ id, name }) => [id, name] as const);
  const gone = data && data.flowId !== "" && !fit.some(({ id }) => id === data.flowId);
  return (
    <AppDialog open title="满意度评价" width="480px" onClose={onClose}>
      {error && !(data && list.data) ? (
        <FailureState error={error} onRetry={retry} />
      ) : !data || !list.data ? (
        <LoadingState />
      ) : (
        <Chosen
          key={data.flowId}
          flowId={data.flowId}
          options={gone ? [[data.flowId, data.flowName, data.enabled === 0], ...options] : options}
          off={data.flowId !== "" && data.enabled === 0}
          may={may}
          onClose={onClose}
        />
      )}
    </AppDialog>
  );
}
