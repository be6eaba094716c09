import { queriesOf, useMayPress } from "@liantai/api/client";
import type { ReplyOf } from "@liantai/api/contract";
import { customerPriorityApi, vipMinutes } from "@liantai/api/contract/admin";
import { SelectField, type Column } from "@liantai/ui";
import { CrudScreen, NumberField } from "@liantai/ui/resource";
import { useWatch } from "react-hook-form";
import { object } from "yup";
import { without, type ViewProps } from "../parts/narrow.ts";

type Row = ReplyOf<typeof customerPriorityApi.list>["list"][number];
type Choice = ReplyOf<typeof customerPriorityApi.choices>[number];

const priorities = queriesOf(customerPriorityApi);
const filterSchema = object({ formId: customerPriorityApi.list.body!.fields.formId });
const defaults = () => ({ formId: "" });

const columns: readonly Column<Row>[] = [
  { id: "formName", title: "客户表单", width: 132, value: (r) => r.formName || "已删除" },
  { id: "fieldLabel", title: "字段", width: 132, value: (r) => r.fieldLabel || r.field },
  { id: "valueLabel", title: "选项", width: 132, value: (r) => r.valueLabel || r.value },
  {
    id: "priorityMin",
    title: "优先分钟数",
    hint: "来电号码的客户资料选了该项时，等待时间按多等了这么久来算，与接入号码、贵宾名单的优先级相加；符合多项的按最多的计",
    width: 112,
    align: "end",
    value: (r) => r.priorityMin,
    sortBy: "priorityMin",
  },
  { id: "createdBy", title: "添加人", width: 96, value: (r) => r.createdBy },
  { id: "createdAt", title: "添加时间", width: 156, value: (r) => r.createdAt, sortBy: "createdAt" },
];
const aside = without(columns, ["createdBy"]);

const labels = { formId: "formName", field: "fieldLabel", value: "valueLabel" } as const;

/** Each once, in their order. */
const optionsOf = (choices: readonly Choice[], by: keyof typeof labels) =>
  Array.from(new Map(choices.map((choice) => [choice[by], choice[labels[by]]])), ([value, label]) => ({
    value,
    label,
  }));

interface ChoicesProps {
  readonly choices: readonly Choice[];
}

const FormField = ({ choices }: ChoicesProps) => (
  <SelectField name="formId" label="客户表单" options={optionsOf(choices, "formId")} />
);

/** A form, one of its fields, one of that one's choices. */
function ChoiceFields({ choices }: ChoicesProps) {
  const [formId, field] = useWatch({ name: ["formId", "field"] }) as [string, string];
  const ofForm = choices.filter((c) => c.formId === formId);
  const ofField = ofForm.filter((c) => c.field === field);
  return (
    <>
      <FormField choices={choices} />
      <SelectField name="field" label="字段" options={optionsOf(ofForm, "field")} />
      <SelectField name="value" label="选项" options={optionsOf(ofField, "value")} />
      <NumberField
        name="priorityMin"
        label="优先分钟数"
        hint={`${vipMinutes.least}～${vipMinutes.most}，从下一通来电起生效`}
      />
    </>
  );
}

/** 排队列表, 客户优先级: customers whose form says so count as having waited longer. */
export function CustomerPriorities({ narrow }: ViewProps) {
  const press = useMayPress("/queuelist");
  const { data: choices = [] } = priorities.choices.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  return (
    <CrudScreen<Row, ReturnType<typeof defaults>>
      id="queuelist.customerPriorities"
      noun="客户优先级"
      queries={priorities}
      may={{
        add: press("customerPriority.add"),
        update: press("customerPriority.update"),
        delete: press("customerPriority.delete"),
      }}
      list={{
        columns: narrow ? aside : columns,
        idOf: (r) => r.id,
        nameOf: (r) => `${r.fieldLabel || r.field} ${r.valueLabel || r.value}`,
      }}
      filters={{
        schema: filterSchema,
        defaults,
        fields: <FormField choices={choices} />,
      }}
      form={{
        schema: customerPriorityApi.add.body!,
        values: (row) => ({
          formId: row?.formId ?? "",
          field: row?.field ?? "",
          value: row?.value ?? "",
          priorityMin: row?.priorityMin ?? 5,
        }),
        fields: <ChoiceFields choices={choices} />,
      }}
    />
  );
}
