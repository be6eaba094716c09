import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { accessNumApi } from "@liantai/api/contract/admin";
import {
  ResourceScreen,
  SelectField,
  TextField,
  useResourceList,
  Outcome,
  type Action,
  formOf,
} from "@liantai/ui/resource";
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
  const [allocate] = accessNumbers.allocate.useMutation();
  const move = async (toCompId: string) => {
    const { count } = await allocate({ body: { ids: [...selected], toCompId } }).unwrap();
    setSelected(none);
    return new Outcome({ done: ["接入号码", toCompId ? "分配" : "收回", { count, note: "从下一通来电起生效。" }] });
  };
  const may = mayOperate(user, "accessNum.allocate");
  const actions: readonly Action[] = [
    {
      label: "分配给企业",
      may,
      main: true,
      disabled: selected.size === 0,
      form: () =>
        formOf({
          title: "分配给企业",
          small: true,
          submit: "分配",
          schema: targetSchema,
          values: { toCompId: "" },
          fields: (
            <SelectField
              name="toCompId"
              label="企业"
              options={enterprises}
              hint={`将分配 ${selected.size} 个接入号码。已属于其他企业的号码须先收回。`}
            />
          ),
          send: ({ toCompId }) => move(toCompId),
        }),
    },
    {
      label: "收回",
      may,
      danger: true,
      disabled: selected.size === 0,
      confirm: () => ({
        title: "收回接入号码",
        text: `确定要收回选中的 ${selected.size} 个接入号码吗？企业对这些号码的设置和分配会一并清除，通话中的不受影响。`,
      }),
      run: () => move(""),
    },
  ];
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
      actions={actions}
    />
  );
}
