import {
  lengthField,
  nameField,
  remarkField,
  voiceApi,
  voiceExtensions,
  voiceTextField,
} from "@liantai/api/contract/admin";
import { FileField, RadioField, TextAreaField, TextField, formOf } from "@liantai/ui/resource";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { mixed, object, string } from "yup";
import { PreviewButton } from "./listen.tsx";
import { TakeField } from "./take-field.tsx";
import { sourceOptions, voices, type Voice } from "./words.ts";

const file = (message: string) => mixed<File>().test("file", message, (value) => value instanceof File);
/** One form for all three, so that nothing typed is lost when the source changes. */
const newSchema = object({
  name: nameField("语音名称"),
  remark: remarkField(),
  source: string().label("来源").oneOf(["upload", "record", "tts"]).required(),
  text: lengthField("合成文字", 500).when("source", { is: "tts", then: () => voiceTextField() }),
  files: mixed<File>().when("source", ([source], schema) =>
    source === "tts" ? schema.strip() : file(source === "record" ? "请先录制语音" : "请选择语音文件"),
  ),
});

function NewFields({ form }: { readonly form: UseFormReturn<FieldValues> }) {
  const source: unknown = form.watch("source");
  return (
    <>
      <RadioField name="source" label="来源" options={sourceOptions} />
      {source === "upload" && (
        <FileField
          name="files"
          label="语音文件"
          extensions={voiceExtensions}
          hint="wav 或 mp3，不超过 10M、10 分钟，自动转换为 8kHz 单声道"
        />
      )}
      {source === "record" && <TakeField name="files" />}
      {source === "tts" && (
        <>
          <TextAreaField name="text" label="合成文字" rows={5} />
          <PreviewButton text={String(form.watch("text") ?? "")} />
        </>
      )}
    </>
  );
}

const editSchema = voiceApi.update.body!.pick(["name", "remark", "text"]);
const replaceSchema = voiceApi.replace.body!.pick(["source"]).shape({ files: file("请选择语音文件") });

/** The forms of voices: a new one, its name and text, another file under the same name. */
export function useVoiceForms() {
  const [add] = voices.add.useMutation();
  const [synthesise] = voices.synthesise.useMutation();
  const [update] = voices.update.useMutation();
  const [replace] = voices.replace.useMutation();
  const added = formOf({
    title: "新增语音",
    schema: newSchema,
    values: { source: "upload", name: "", remark: "", text: "", files: undefined },
    fields: (form) => (
      <>
        <TextField name="name" label="语音名称" />
        <NewFields form={form} />
        <TextAreaField name="remark" label="备注" rows={3} />
      </>
    ),
    send: ({ source, text = "", ...values }) =>
      source === "tts"
        ? synthesise({ body: { name: values.name, remark: values.remark, text } })
        : add({ body: { ...values, source } }),
  });
  const edited = ({ id, source, name, remark, text }: Voice) =>
    formOf({
      title: "编辑语音",
      schema: editSchema,
      values: { name, remark, text },
      fields: (form) => (
        <>
          <TextField name="name" label="语音名称" />
          {source === "tts" && (
            <>
              <TextAreaField name="text" label="合成文字" rows={5} hint="修改后重新合成" />
              <PreviewButton text={String(form.watch("text") ?? "")} />
            </>
          )}
          <TextAreaField name="remark" label="备注" rows={3} />
        </>
      ),
      send: (values) => update({ body: { ...values, id } }),
    });
  /** Wherever it is used, the next call hears the new one. */
  const replaced = ({ id, name }: Voice) =>
    formOf({
      title: `替换语音 ${name}`,
      submit: "替换",
      schema: replaceSchema,
      values: { source: "upload", files: undefined },
      fields: (
        <FileField name="files" label="语音文件" extensions={voiceExtensions} hint="wav 或 mp3，不超过 10M、10 分钟" />
      ),
      send: (values) => replace({ body: { ...values, id } }),
    });
  return { added, edited, replaced };
}
