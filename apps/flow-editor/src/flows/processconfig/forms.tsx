/** The forms of flows: a new one, its name and voice, a copy, a ZIP. */
import { Text } from "@chakra-ui/react";
import { flowApi } from "@liantai/api/contract/flow-editor";
import { flowTypes } from "@liantai/api/flows";
import { FieldFrame, type Option } from "@liantai/ui";
import {
  formOf,
  Outcome,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  type ActionForm,
} from "@liantai/ui/resource";
import { useController, useWatch } from "react-hook-form";
import { string } from "yup";
import { VoiceEditor } from "../knownnav/panel/flow/voice-editor.tsx";
import { useEngines } from "../knownnav/panel/index.ts";
import { flows } from "../knownnav/queries.ts";
import { useImportForm } from "./import-form.tsx";
import { templates, templatesOf, templateText, type TemplateKey } from "./templates.ts";
import { typeOptions, type ListedFlow } from "./words.tsx";

const keys = templates.map(({ key }) => key);
const addSchema = flowApi.create.body!.pick(["name", "flowType", "remark", "tts"]).shape({
  template: string<TemplateKey>().label("开始于").oneOf(keys).required("请选择从什么开始"),
});
const editSchema = flowApi.update.body!.pick(["name", "remark", "tts", "enabled"]);
const cloneSchema = flowApi.clone.body!.pick(["name"]);
function VoiceField() {
  const { field } = useController({ name: "tts" });
  const engines = useEngines();
  return (
    <FieldFrame label="音色" error={undefined} required={false} group>
      <VoiceEditor tts={String(field.value ?? "")} engines={engines} onChange={field.onChange} />
    </FieldFrame>
  );
}

function TemplateField() {
  const flowType: unknown = useWatch({ name: "flowType" });
  const chosen: unknown = useWatch({ name: "template" });
  const own = templatesOf(flowType);
  const options: readonly Option[] = own.map(({ key, name }) => ({ value: key, label: name }));
  return (
    <SelectField
      name="template"
      label="开始于"
      options={options}
      hint={own.find(({ key }) => key === chosen)?.hint}
      none={false}
    />
  );
}

export function useFlowForms(onOpen: (flow: { readonly id: string; readonly flowType: number }) => void) {
  const [create] = flows.create.useMutation();
  const [clone] = flows.clone.useMutation();
  const imported = useImportForm();
  return {
    added: () =>
      formOf({
        title: "新增流程",
        schema: addSchema,
        values: { name: "", flowType: flowTypes.ivr, template: "empty", remark: "", tts: "" },
        fields: (
          <>
            <TextField name="name" label="流程名称" />
            <SelectField name="flowType" label="流程类型" options={typeOptions} none={false} />
            <TemplateField />
            <TextAreaField name="remark" label="备注" />
            <VoiceField />
          </>
        ),
        submit: "新增并编辑",
        send: async ({ template, ...body }) => {
          // What was chosen for another type begins with nothing.
          const fits = templatesOf(body.flowType).some(({ key }) => key === template);
          const flow = fits ? templateText(template) : undefined;
          const { id } = await create({ body: flow === undefined ? body : { ...body, flow } }).unwrap();
          onOpen({ id, flowType: body.flowType });
          return new Outcome({ done: ["流程", "新增"] });
        },
      }),
    cloned: ({ id, name }: ListedFlow) =>
      formOf({
        title: "复制流程",
        small: true,
        schema: cloneSchema,
        values: { name: `${name}的副本`.slice(0, 30) },
        fields: <TextField name="name" label="流程名称" hint="复制草稿和测试，不含版本" />,
        send: (body) => clone({ body: { ...body, id } }).unwrap(),
      }),
    imported,
  };
}

/** Name, remark, state and voice; asked with the voice as it is now, which the list does not have. */
export const editForm = (
  { name, remark, enabled }: ListedFlow,
  tts: string,
  send: (body: { name: string; remark?: string; enabled: number; tts?: string }) => unknown,
): ActionForm =>
  formOf({
    title: "流程设置",
    schema: editSchema,
    values: { name, remark, enabled, tts },
    fields: (
      <>
        <TextField name="name" label="流程名称" />
        <TextAreaField name="remark" label="备注" />
        <SwitchField name="enabled" label="状态" on="启用" off="停用" />
        <Text textStyle="xs" color="fg.muted">
          停用后不能再被选用；已经指向它的来电照常进入。
        </Text>
        <VoiceField />
      </>
    ),
    send: (body) => send(body),
  });
