import { notifyDone } from "@liantai/api/client";
import { unitApi } from "@liantai/api/contract/admin";
import { FormDialog, NumberField, SelectField, TextAreaField, TextField } from "@liantai/ui/resource";
import { units, useUnitOptions, type Unit } from "../parts/model.ts";

const schema = unitApi.add.body!;

interface UnitFormProps {
  /** Undefined: a new one under `parentId`. */
  readonly unit?: Unit | undefined;
  readonly parentId?: string;
  readonly onClose: () => void;
}

export function UnitForm({ unit, parentId = "", onClose }: UnitFormProps) {
  const [add] = units.add.useMutation();
  const [update] = units.update.useMutation();
  const options = useUnitOptions().filter((option) => option.value !== unit?.id);
  return (
    <FormDialog
      open
      title={unit ? "编辑运营单位" : "新增运营单位"}
      width="440px"
      schema={schema}
      onClose={onClose}
      values={{
        parentId: unit ? (unit.parentId ?? "") : parentId,
        name: unit?.name ?? "",
        sort: unit?.sort ?? 0,
        remark: unit?.remark ?? "",
      }}
      onSubmit={async (values) => {
        await (unit ? update({ body: { ...values, id: unit.id } }) : add({ body: values })).unwrap();
        notifyDone("运营单位", unit ? "保存" : "新增");
      }}
    >
      <SelectField name="parentId" label="上级单位" options={options} none="无（顶级单位）" />
      <TextField name="name" label="单位名称" />
      <NumberField name="sort" label="排序" max={9_999} hint="小的在前" />
      <TextAreaField name="remark" label="备注" rows={3} />
    </FormDialog>
  );
}
