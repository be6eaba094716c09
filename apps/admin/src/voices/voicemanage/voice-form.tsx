import { notifyDone } from "@liantai/api/client";
import {
  lengthField,
  nameField,
  remarkField,
  voiceApi,
  voiceExtensions,
  voiceTextField,
} from "@liantai/api/contract/admin";
import { FileField, FormDrawer, RadioField, TextAreaField, TextField } from "@liantai/ui/resource";
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

/** A new voice: a file, a take, or text. */
export function NewVoice({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const [add] = voices.add.useMutation();
  const [synthesise] = voices.synthesise.useMutation();
  return (
    <FormDrawer
      open={open}
      title="新增语音"
      schema={newSchema}
      values={{ source: "upload", name: "", remark: "", text: "", files: undefined }}
      onClose={onClose}
      onSubmit={async ({ source, text = "", ...values }) => {
        if (source === "tts") await synthesise({ body: { name: values.name, remark: values.remark, text } }).unwrap();
        else await add({ body: { ...values, source } }).unwrap();
        notifyDone("语音", "新增");
      }}
    >
      {(form) => {
        const source: unknown = form.watch("source");
        return (
          <>
            <TextField name="name" label="语音名称" />
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
                <TextAreaField name="text" label="合成文字" maxLength={500} rows={5} />
                <PreviewButton text={String(form.watch("text") ?? "")} />
              </>
            )}
            <TextAreaField name="remark" label="备注" maxLength={200} rows={3} />
          </>
        );
      }}
    </FormDrawer>
  );
}

const editSchema = voiceApi.update.body!.pick(["name", "remark", "text"]);

/** Name, remark, the text of a spoken one; another file by 替换. */
export function EditVoice({ voice, onClose }: { readonly voice: Voice | undefined; readonly onClose: () => void }) {
  const [update] = voices.update.useMutation();
  return (
    <FormDrawer
      open={voice !== undefined}
      title="编辑语音"
      schema={editSchema}
      values={{ name: voice?.name ?? "", remark: voice?.remark ?? "", text: voice?.text ?? "" }}
      onClose={onClose}
      onSubmit={async (values) => {
        await update({ body: { ...values, id: voice!.id } }).unwrap();
        notifyDone("语音", "保存");
      }}
    >
      {(form) => (
        <>
          <TextField name="name" label="语音名称" />
          {voice?.source === "tts" && (
            <>
              <TextAreaField name="text" label="合成文字" maxLength={500} rows={5} hint="修改后重新合成" />
              <PreviewButton text={String(form.watch("text") ?? "")} />
            </>
          )}
          <TextAreaField name="remark" label="备注" maxLength={200} rows={3} />
        </>
      )}
    </FormDrawer>
  );
}

const replaceSchema = voiceApi.replace.body!.pick(["source"]).shape({ files: file("请选择语音文件") });

/** Another file under the same name: wherever it is used, the next call hears it. */
export function ReplaceVoice({ voice, onClose }: { readonly voice: Voice | undefined; readonly onClose: () => void }) {
  const [replace] = voices.replace.useMutation();
  return (
    <FormDrawer
      open={voice !== undefined}
      title={`替换语音 ${voice?.name ?? ""}`}
      schema={replaceSchema}
      values={{ source: "upload", files: undefined }}
      onClose={onClose}
      submit="替换"
      onSubmit={async (values) => {
        await replace({ body: { ...values, id: voice!.id } }).unwrap();
        notifyDone("语音", "替换", { note: "下一通电话生效" });
      }}
    >
      <FileField name="files" label="语音文件" extensions={voiceExtensions} hint="wav 或 mp3，不超过 10M、10 分钟" />
    </FormDrawer>
  );
}
