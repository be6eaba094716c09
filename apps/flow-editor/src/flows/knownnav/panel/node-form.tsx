import { Stack } from "@chakra-ui/react";
import { configOf, type FlowBody, type FlowNode, type NodeType, type SubProcess } from "@liantai/api/flows";
import { FormScope, settle, useFormModel } from "@liantai/ui";
import { PanelSwitch, PanelText } from "@liantai/ui/board";
import { useEffect, useMemo, useRef } from "react";
import { get, useFormState, useWatch } from "react-hook-form";
import { boolean, string, ValidationError, type AnyObjectSchema, type SchemaDescription } from "yup";
import { AroundContext } from "./fields/context.ts";
import { FieldEditor } from "./fields/field-editor.tsx";
import { isHidden, isObeyed, kindOf, type Config, type FieldKind, type Path } from "./fields/kinds.ts";
import { SharedCall } from "./fields/shared.tsx";
import { Findings } from "./findings.tsx";
import { fieldOf, placeOf, saidBeside, type Finding } from "./faults.ts";
import { stable, useSettled } from "./held.ts";
import { PanelSection } from "./section.tsx";
import type { Surroundings } from "./surroundings.ts";

/** What is kept secret where a node is sensitive (B17); nodes that take nothing in have nothing to keep. */
const keys = { label: "敏感按键", hint: "按键不进日志和详单，录音在收集时暂停" };
const words = { label: "敏感内容", hint: "客户说的话和按键不进日志和详单，录音在此节点暂停" };
const secrets: Readonly<Record<string, { readonly label: string; readonly hint: string }>> = {
  keyNav: keys,
  keyCollect: keys,
  extensionRoute: keys,
  speech: words,
  knowledge: words,
  interface: { label: "敏感结果", hint: "接口返回的值不进日志和详单，录音在此节点暂停" },
};

const common = {
  nodeName: string().label("节点名称").trim().required("请输入节点名称").max(30),
  remark: string().label("备注").max(200).default(""),
  sensitive: boolean().default(false),
};

type Values = Record<string, unknown>;
type Patch = Pick<FlowNode, "nodeName" | "remark" | "sensitive" | "config">;

const valuesOf = (node: FlowNode): Values => ({
  ...configOf(node),
  nodeName: node.nodeName,
  remark: node.remark,
  sensitive: node.sensitive,
});

/** What may go into the flow: of fields that are wrong what stood there before. */
function checked(schema: AnyObjectSchema, typed: Values, before: Values): Values {
  const settled = settle(schema, typed);
  try {
    return schema.validateSync(settled, { abortEarly: false, stripUnknown: true }) as Values;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const wrong = new Set(
      (error.inner.length > 0 ? error.inner : [error]).map(({ path = "" }) => path.split(/[.[]/, 1)[0]!),
    );
    const mended = Object.fromEntries(
      Object.keys(schema.fields).map((name) => [name, wrong.has(name) ? before[name] : settled[name]]),
    );
    return schema.cast(mended, { assert: false, stripUnknown: true }) as Values;
  }
}

const patchOf = ({ nodeName, remark, sensitive, ...config }: Values): Patch => ({
  nodeName: nodeName as string,
  remark: remark as string,
  sensitive: sensitive === true,
  config,
});

interface NodeFormProps {
  readonly type: NodeType;
  readonly node: FlowNode;
  readonly sub: SubProcess;
  readonly body: FlowBody;
  readonly surroundings: Surroundings;
  /** The flow is a shared sub-process: its main canvas begins with what it is handed. */
  readonly shared: boolean;
  readonly findings: readonly Finding[];
  readonly onChange: (patch: Patch) => void;
}

/** Name, remark and what the type has of its own: its schema, drawn. Mounted anew for another node. */
export function NodeForm({ type, node, sub, body, surroundings, shared, findings, onChange }: NodeFormProps) {
  const schema = useMemo(() => type.config.shape(common) as AnyObjectSchema, [type]);
  const fields = useMemo(() => Object.entries(type.config.describe().fields), [type]);
  const model = useFormModel<Values>(schema, valuesOf(node));
  const { form } = model;
  const { reset, setValue, trigger, getValues, control } = form;
  const last = useRef(stable(valuesOf(node)));
  const { later, cancel } = useSettled(() => {
    void trigger();
    const values = checked(schema, getValues(), valuesOf(node));
    const text = stable(values);
    if (text === last.current) return;
    last.current = text;
    onChange(patchOf(values));
  });
  // Undone, merged or wired on the canvas: what stands in the flow wins over what is typed.
  useEffect(() => {
    const values = valuesOf(node);
    const text = stable(values);
    if (text === last.current) return;
    cancel();
    last.current = text;
    reset(values);
  }, [node, reset, cancel]);

  const typed = useWatch({ control });
  const { errors } = useFormState({ control });
  const put = (name: string, value: unknown) => {
    setValue(name, value, { shouldDirty: true });
    // A version is one of the sub-process that was chosen before.
    if (type.type === "jump" && name === "targetId") setValue("version", "");
    later();
  };
  const config = Object.fromEntries(fields.map(([name]) => [name, typed[name]])) as Config;
  const canvas = { main: sub.classification === 1, shared };
  const shown = fields.filter(([name]) => isObeyed(type, name, canvas) && !isHidden(type, [name], config));
  const kinds = kindsOf(type, config, shown as [string, SchemaDescription][]);
  const ownFindings = findings.filter((finding) => placeOf(finding) === undefined);
  const messages = new Map<string, string>();
  for (const finding of ownFindings) {
    const field = fieldOf(finding, kinds);
    if (field !== undefined && !messages.has(field)) messages.set(field, saidBeside(finding));
  }
  const errorAt = (path: Path): string | undefined => {
    const own = (get(errors, path.join(".")) as { readonly message?: string } | undefined)?.message;
    return own ?? (path.length === 1 ? messages.get(String(path[0])) : undefined);
  };
  const secret = secrets[type.type];
  return (
    <FormScope model={model}>
      <AroundContext value={{ type, node, sub, body, surroundings, config, errorAt }}>
        <Stack gap="3">
          <PanelText
            label="节点名称"
            value={String(typed["nodeName"] ?? "")}
            max={30}
            error={errorAt(["nodeName"])}
            onChange={(value) => put("nodeName", value)}
          />
          <Findings list={ownFindings.filter((finding) => fieldOf(finding, kinds) === undefined)} />
          {shown.length > 0 && (
            <PanelSection title="属性">
              {shown.map(([name, field]) => (
                <FieldEditor
                  key={name}
                  path={[name]}
                  field={field as SchemaDescription}
                  value={typed[name]}
                  onChange={(value) => put(name, value)}
                />
              ))}
              {type.type === "jump" && config["to"] === "shared" && <SharedCall />}
              {secret && (
                <PanelSwitch
                  {...secret}
                  value={typed["sensitive"] === true}
                  onChange={(value) => put("sensitive", value)}
                />
              )}
            </PanelSection>
          )}
          <PanelText
            label="备注"
            area
            value={String(typed["remark"] ?? "")}
            max={200}
            error={errorAt(["remark"])}
            onChange={(value) => put("remark", value)}
          />
        </Stack>
      </AroundContext>
    </FormScope>
  );
}

/** Of each field the kinds of input that it and its rows have. */
function kindsOf(type: NodeType, config: Config, fields: readonly [string, SchemaDescription][]) {
  const within = (path: Path, field: SchemaDescription, value: unknown): readonly FieldKind["kind"][] => {
    const { kind } = kindOf(type, config, path, field);
    const inner = "innerType" in field ? field.innerType : undefined;
    const item = (Array.isArray(inner) ? inner[0] : inner) as SchemaDescription | undefined;
    if (kind !== "rows" || !item || !("fields" in item) || !Array.isArray(value)) return [kind];
    const own = Object.entries(item.fields as Record<string, SchemaDescription>);
    return [
      kind,
      ...value.flatMap((row: Config, at) => own.flatMap(([name, one]) => within([...path, at, name], one, row[name]))),
    ];
  };
  return Object.fromEntries(fields.map(([name, field]) => [name, within([name], field, config[name])]));
}
