/** 客户链接 of an order: those there are, a new one with the text to send, and what customers filled in. */
import { Button, chakra, HStack, Stack, Table, Text } from "@chakra-ui/react";
import { claimFailure, notify, notifyDone, useMayPress } from "@liantai/api/client";
import { texts } from "@liantai/api/contract";
import { linkDays, linkPurposes, linkStates, type LinkPurpose } from "@liantai/api/contract/work-orders";
import { AppDialog, AppDrawer, ColumnHeads, ConfirmDialog, EmptyState, FailureState, LoadingState } from "@liantai/ui";
import { PanelNumber, PanelSelect } from "@liantai/ui/board";
import { isFailure } from "@liantai/ui/resource";
import { Copy } from "lucide-react";
import { useState } from "react";
import { OpenedRecord } from "../../records/parts/record-detail.tsx";
import { oneRecord } from "../../records/parts/queries.ts";
import { links, type CustomerLink, type MadeLink } from "./queries.ts";

const page = "/workorderinformation";
const purposes = Object.entries(linkPurposes);

const Sent = chakra("p", {
  base: {
    flex: "1",
    px: "3",
    py: "2",
    borderWidth: "1px",
    borderRadius: "md",
    bg: "bg.subtle",
    overflowWrap: "anywhere",
    userSelect: "all",
  },
});

/** The address is told this once. */
function Made({ made, onClose }: { readonly made: MadeLink; readonly onClose: () => void }) {
  const copy = () =>
    void navigator.clipboard.writeText(made.text).then(
      () => notify({ title: texts.copied }),
      () => notify({ title: "复制失败，请手动选择复制", level: "warning" }),
    );
  return (
    <AppDialog open title="客户链接" width="560px" onClose={onClose} footer={<Button onClick={onClose}>完成</Button>}>
      <Stack gap="2">
        <Text>把下面的文字发给客户。关闭后不能再查看地址，需要时请重新生成。</Text>
        <HStack gap="2" align="start">
          <Sent aria-label="发给客户的文字">{made.text}</Sent>
          <Button size="xs" variant="outline" onClick={copy}>
            <Copy aria-hidden />
            复制
          </Button>
        </HStack>
      </Stack>
    </AppDialog>
  );
}

interface NewLinkProps {
  readonly orderId: string;
  readonly forms: readonly { readonly id: string; readonly name: string }[];
  readonly onMade: (made: MadeLink) => void;
  readonly onClose: () => void;
}

function NewLink({ orderId, forms, onMade, onClose }: NewLinkProps) {
  const [purpose, setPurpose] = useState<LinkPurpose>("follow");
  const [formId, setFormId] = useState("");
  const [days, setDays] = useState<number>(linkDays.usual);
  const [said, setSaid] = useState<string>();
  const [add, { isLoading }] = links.add.useMutation();
  const make = async () => {
    setSaid(undefined);
    try {
      onMade(await add({ body: { orderId, purpose, days, ...(purpose === "fill" && { formId }) } }).unwrap());
    } catch (error) {
      if (!isFailure(error)) throw error;
      claimFailure(error);
      setSaid(error.text);
    }
  };
  return (
    <AppDialog
      open
      title="生成客户链接"
      width="420px"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            取消
          </Button>
          <Button loading={isLoading} disabled={purpose === "fill" && formId === ""} onClick={() => void make()}>
            生成
          </Button>
        </>
      }
    >
      <Stack gap="2">
        <PanelSelect
          label="用途"
          value={purpose}
          options={purposes}
          onChange={(next) => setPurpose(next as LinkPurpose)}
        />
        {purpose === "fill" && (
          <PanelSelect
            label="表单"
            value={formId}
            options={forms.map(({ id, name }) => [id, name] as const)}
            none="请选择"
            onChange={setFormId}
          />
        )}
        <PanelNumber
          label="有效天数"
          value={days}
          min={1}
          max={linkDays.most}
          standard={undefined}
          onChange={(next) => setDays(next ?? linkDays.usual)}
        />
        {said !== undefined && (
          <Text role="alert" color="fg.error" textStyle="xs">
            {said}
          </Text>
        )}
      </Stack>
    </AppDialog>
  );
}

function Filled({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, refetch } = oneRecord.find.useQuery({ body: { id } }, { refetchOnMountOrArgChange: true });
  return (
    <AppDrawer open title="客户填写的内容" width="640px" onClose={onClose}>
      {error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <OpenedRecord opened={data} />
      ) : (
        <LoadingState />
      )}
    </AppDrawer>
  );
}

interface LineProps {
  readonly link: CustomerLink;
  readonly may: boolean;
  readonly onLook: () => void;
  readonly onRevoke: () => void;
}

function Line({ link, may, onLook, onRevoke }: LineProps) {
  const { purpose, formName, state, creatorName, createTime, expireTime, openTime, useTime, recordId } = link;
  return (
    <Table.Row>
      <Table.Cell>{purpose === "fill" ? `填写《${formName}》` : linkPurposes[purpose]}</Table.Cell>
      <Table.Cell>
        {linkStates[state]}
        {useTime !== "" ? `，${useTime}` : openTime !== "" ? `，客户 ${openTime} 打开过` : ""}
      </Table.Cell>
      <Table.Cell>
        {creatorName} {createTime}
      </Table.Cell>
      <Table.Cell>{expireTime}</Table.Cell>
      <Table.Cell>
        <HStack gap="1">
          {recordId !== "" && (
            <Button size="2xs" variant="ghost" onClick={onLook}>
              查看
            </Button>
          )}
          {may && state !== "revoked" && state !== "expired" && (
            <Button size="2xs" variant="ghost" colorPalette="red" onClick={onRevoke}>
              撤销
            </Button>
          )}
        </HStack>
      </Table.Cell>
    </Table.Row>
  );
}

function useRevoking(refetch: () => unknown) {
  const [asking, setAsking] = useState<string>();
  const [revoke, { isLoading }] = links.revoke.useMutation();
  const run = async () => {
    if (asking === undefined) return;
    try {
      await revoke({ body: { ids: [asking] } }).unwrap();
      notifyDone("客户链接", "撤销");
    } catch (error) {
      if (!isFailure(error)) throw error;
    }
    setAsking(undefined);
    void refetch();
  };
  return { asking, setAsking, run, busy: isLoading };
}

export function CustomerLinks({ orderId }: { readonly orderId: string }) {
  const may = useMayPress(page)("customerLink.add");
  const { data, error, refetch } = links.list.useQuery({ body: { orderId } }, { refetchOnMountOrArgChange: true });
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeLink>();
  const [looking, setLooking] = useState<string>();
  const revoking = useRevoking(refetch);
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <Stack gap="3">
      {may && (
        <HStack>
          <Button size="xs" onClick={() => setMaking(true)}>
            生成客户链接
          </Button>
        </HStack>
      )}
      {data.list.length === 0 ? (
        <EmptyState title="还没有客户链接" />
      ) : (
        <Table.Root size="sm" aria-label="客户链接">
          <ColumnHeads titles={["用途", "状态", "生成", "有效期至", "操作"]} />
          <Table.Body>
            {data.list.map((link) => (
              <Line
                key={link.id}
                {...{ link, may }}
                onLook={() => setLooking(link.recordId)}
                onRevoke={() => revoking.setAsking(link.id)}
              />
            ))}
          </Table.Body>
        </Table.Root>
      )}
      {making && (
        <NewLink
          orderId={orderId}
          forms={data.forms}
          onClose={() => setMaking(false)}
          onMade={(next) => {
            setMaking(false);
            setMade(next);
            void refetch();
          }}
        />
      )}
      {made && <Made made={made} onClose={() => setMade(undefined)} />}
      {looking !== undefined && <Filled id={looking} onClose={() => setLooking(undefined)} />}
      <ConfirmDialog
        open={revoking.asking !== undefined}
        title="撤销客户链接"
        text="撤销后客户不能再打开这个链接。确定要撤销吗？"
        confirm="撤销"
        dangerous
        busy={revoking.busy}
        onConfirm={() => void revoking.run()}
        onClose={() => revoking.setAsking(undefined)}
      />
    </Stack>
  );
}
