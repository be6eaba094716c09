import { Button } from "@chakra-ui/react";
import { mayOperate, notify, selectUser, useSelector } from "@liantai/api/client";
import { accessNumApi } from "@liantai/api/contract/admin";
import { ConfirmDialog } from "@liantai/ui";
import { FormDialog, ResourceScreen, SelectField, TextField, useResourceList } from "@liantai/ui/resource";
import { useState } from "react";
import { object, string } from "yup";
import { enterpriseColumn, numberColumns, stateColumn, type NumberRow } from "../dnis/columns.tsx";
import { useEnterpriseOptions } from "../../parts/enterprises.ts";
import { accessNumbers } from "../../parts/queries.ts";

const { number, allocated, compId } = accessNumApi.list.body!.fields;
const filterSchema = object({ number, allocated, compId });
const defaults = () => ({ number: "", allocated: "", compId: "" });
const columns = [...numberColumns, enterpriseColumn, stateColumn];
const targetSchema = object({ toCompId: string().label("企业").required("请选择企业") });
const none: ReadonlySet<string> = new Set();

/** Numbers to enterprises and back. */
export function EnterpriseAllocation() {
  const user = useSelector(selectUser);
  const enterprises = useEnterpriseOptions(false);
  const resource = useResourceList<NumberRow, ReturnType<typeof defaults>>({
    id: "allocationDnis",
    endpoint: accessNumbers.list,
    filterSchema,
    defaults,
  });
  const [selected, setSelected] = useState(none);
  const [doing, setDoing] = useState<"give" | "takeBack">();
  const [allocate, { isLoading }] = accessNumbers.allocate.useMutation();
  const move = async (toCompId: string) => {
    const { count } = await allocate({ body: { ids: [...selected], toCompId } }).unwrap();
    notify({ title: toCompId ? `已分配${count}个接入号码` : `已收回${count}个接入号码`, text: "从下一通来电起生效。" });
    setSelected(none);
  };
  const may = mayOperate(user, "accessNum.allocate");
  return (
    <ResourceScreen
      label="接入号码"
      columns={columns}
      rowId={(row) => row.id}
      resource={resource}
      filterSchema={filterSchema}
      defaults={defaults}
      empty="没有符合条件的接入号码"
      selection={{ selected, onChange: setSelected }}
      query={
        <>
          <TextField name="number" label="接入号码" inputMode="numeric" />
          <SelectField
            name="allocated"
            label="分配情况"
            options={[
              { value: "1", label: "已分配" },
              { value: "0", label: "未分配" },
            ]}
            width="104px"
          />
          <SelectField name="compId" label="企业" options={enterprises} width="220px" />
        </>
      }
      toolbar={
        may && (
          <>
            <Button size="xs" disabled={selected.size === 0} onClick={() => setDoing("give")}>
              分配给企业
            </Button>
            <Button
              size="xs"
              variant="outline"
              colorPalette="gray"
              disabled={selected.size === 0}
              onClick={() => setDoing("takeBack")}
            >
              收回
            </Button>
          </>
        )
      }
    >
      <FormDialog
        open={doing === "give"}
        title="分配给企业"
        submit="分配"
        schema={targetSchema}
        values={{ toCompId: "" }}
        onSubmit={({ toCompId }) => move(toCompId)}
        onClose={() => setDoing(undefined)}
      >
        <SelectField
          name="toCompId"
          label="企业"
          options={enterprises}
          hint={`将分配 ${selected.size} 个接入号码。已属于其他企业的号码须先收回。`}
        />
      </FormDialog>
      <ConfirmDialog
        open={doing === "takeBack"}
        title="收回接入号码"
        confirm="收回"
        dangerous
        busy={isLoading}
        onClose={() => setDoing(undefined)}
        text={`确定收回选中的 ${selected.size} 个接入号码吗？企业对这些号码的设置和分配会一并清除，通话中的不受影响。`}
        onConfirm={() =>
          void move("")
            .catch(() => undefined)
            .finally(() => setDoing(undefined))
        }
      />
    </ResourceScreen>
  );
}
