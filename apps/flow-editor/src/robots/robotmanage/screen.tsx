import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { robotApi } from "@liantai/api/contract/flow-editor";
import { StatusBadge, type Column } from "@liantai/ui";
import {
  CrudScreen,
  DateField,
  EnterpriseChooser,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useEnterprise,
} from "@liantai/ui/resource";
import { object } from "yup";
import { enabledOptions, enabledTexts, robotLines, useEnterpriseOptions, type RobotLine } from "../parts/queries.ts";

const { name, enabled } = robotApi.list.body!.fields;
const filterSchema = object({ name, enabled });
const defaults = () => ({ name: "", enabled: "" });

const stateOf = ({ enabled, expired }: RobotLine): string => (expired ? "已到期" : enabledTexts[enabled]!);

const columns: readonly Column<RobotLine>[] = [
  { id: "name", title: "线路名称", width: 180, value: (r) => r.name, sortBy: "name" },
  {
    id: "concurrency",
    title: "并发数",
    width: 90,
    align: "end",
    value: (r) => r.concurrency,
    sortBy: "concurrency",
  },
  { id: "expiresOn", title: "到期日期", width: 120, value: (r) => r.expiresOn || "长期", sortBy: "expiresOn" },
  {
    id: "enabled",
    title: "状态",
    width: 80,
    value: stateOf,
    cell: (r) => <StatusBadge tone={r.enabled === 1 && !r.expired ? "ready" : "offline"}>{stateOf(r)}</StatusBadge>,
  },
  { id: "remark", title: "备注", width: 240, value: (r) => r.remark },
];

/** 机器人管理: the robot lines of the enterprise that is chosen. */
export default function RobotManageScreen() {
  const may = mayOperate(useSelector(selectUser), "robot.edit");
  const [enterprise, choose] = useEnterprise();
  const chooser = { enterprises: useEnterpriseOptions(), value: enterprise, onChange: choose };
  if (!enterprise) return <EnterpriseChooser {...chooser} />;
  return (
    <CrudScreen<RobotLine, ReturnType<typeof defaults>>
      key={enterprise}
      id="robotmanage"
      noun="机器人线路"
      queries={robotLines}
      extra={{ compId: enterprise }}
      may={{ add: may, update: may, delete: may }}
      toolbar={<EnterpriseChooser compact {...chooser} />}
      list={{ columns, idOf: (r) => r.id, nameOf: (r) => r.name, hint: "企业没有机器人线路。" }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: (
          <>
            <TextField name="name" label="线路名称" />
            <SelectField name="enabled" label="状态" options={enabledOptions} width="96px" />
          </>
        ),
      }}
      form={{
        schema: robotApi.add.body!,
        values: (row) => ({
          name: row?.name ?? "",
          concurrency: row?.concurrency ?? 1,
          expiresOn: row?.expiresOn ?? "",
          enabled: row?.enabled ?? 1,
          remark: row?.remark ?? "",
        }),
        fields: (
          <>
            <TextField name="name" label="线路名称" />
            <NumberField name="concurrency" label="并发数" min={1} max={100_000} />
            <DateField name="expiresOn" label="到期日期" hint="当天仍可使用；不填则长期有效" />
            <SwitchField name="enabled" label="启用" on="启用" off="停用" />
            <TextAreaField name="remark" label="备注" rows={3} />
          </>
        ),
      }}
    />
  );
}
