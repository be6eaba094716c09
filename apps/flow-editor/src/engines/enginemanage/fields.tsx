import { engineLimits, providerOf, type EngineProvider } from "@liantai/api/contract/flow-editor";
import { NumberField, PasswordField, SelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { providerOptions, type Engine } from "../parts/engines.ts";

export const valuesOf = (row: Engine | undefined) => ({
  name: row?.name ?? "",
  provider: row?.provider ?? "",
  address: row?.address ?? "",
  allowsPrivate: row?.allowsPrivate ?? 0,
  key: "",
  voices: row && !row.builtIn ? row.voices.map(({ name }) => name).join("，") : "",
  concurrency: row?.concurrency ?? 0,
  timeoutMs: row?.timeoutMs ?? 10_000,
  enabled: row?.enabled ?? 1,
  remark: row?.remark ?? "",
});

const examples: Partial<Record<EngineProvider, string>> = {
  http: "https://tts.example.com/api/tts",
  funasr: "wss://asr.example.com:10095",
  vosk: "ws://10.0.0.8:2700",
  sherpa: "sherpa-onnx-streaming-zipformer-zh",
};

/** What an engine elsewhere needs. */
function Outside({ form, row }: { readonly form: UseFormReturn<FieldValues>; readonly row: Engine | undefined }) {
  const provider = useWatch({ control: form.control, name: "provider" }) as EngineProvider | "";
  const { kind, folder = false } = provider === "" ? {} : providerOf(provider);
  return (
    <>
      {!row && (
        <SelectField
          name="provider"
          label="类型"
          options={providerOptions}
          {...(provider === "" ? {} : { hint: providerOf(provider).note })}
        />
      )}
      <TextField
        name="address"
        label={folder ? "模型文件夹" : "引擎地址"}
        {...(provider === "" ? {} : { placeholder: `如 ${examples[provider] ?? ""}` })}
        {...(folder && { hint: "模型目录（SPEECH_MODELS）中的文件夹名" })}
      />
      {!folder && (
        <>
          <SwitchField
            name="allowsPrivate"
            label="允许内网地址"
            on="允许"
            off="不允许"
            hint="引擎在内网或本机时打开，否则只能访问公网地址"
          />
          <PasswordField
            name="key"
            label="密钥"
            hint={row?.hasKey ? "已设置，不填则不修改" : "引擎要求时填写，以Authorization: Bearer发送"}
          />
        </>
      )}
      {kind === "tts" && <TextField name="voices" label="发音人" hint="引擎支持的发音人名称，多个用逗号分隔" />}
    </>
  );
}

export function EngineFields({
  form,
  row,
}: {
  readonly form: UseFormReturn<FieldValues>;
  readonly row: Engine | undefined;
}) {
  return (
    <>
      <TextField name="name" label="引擎名称" />
      {!row?.builtIn && <Outside form={form} row={row} />}
      <NumberField
        name="concurrency"
        label="并发数"
        hint="每个服务进程同时使用的路数，0为不限"
        max={engineLimits.maxConcurrency}
      />
      <NumberField
        name="timeoutMs"
        label="超时毫秒数"
        min={engineLimits.minTimeoutMs}
        max={engineLimits.maxTimeoutMs}
      />
      {!row?.builtIn && <SwitchField name="enabled" label="启用" on="启用" off="停用" />}
      <TextAreaField name="remark" label="备注" rows={3} />
    </>
  );
}
