import { callResults } from "@liantai/api/contract";
import {
  announcedCodes,
  carrierPromptApi,
  promptCarriers,
  carrierPromptLimits,
  voiceExtensions,
} from "@liantai/api/contract/admin";
import { FileField, formOf, Outcome, SelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { mixed, object } from "yup";
import { choicesOf } from "../parts/words.ts";
import { announcements, type Announcement } from "./queries.ts";
import { TriedDialog } from "./tried.tsx";

export const meaningNames = ["name", "code", "carrier", "enabled", "hangsUp", "remark"] as const;
const file = mixed<File>().test("file", "请选择录音文件", (value) => value instanceof File);
const newSchema = carrierPromptApi.add.body!.pick(meaningNames).shape({ files: file });
const editSchema = carrierPromptApi.update.body!.pick(meaningNames);
const trySchema = object({ files: file });

const codeOptions = announcedCodes.map((code) => ({ value: code, label: callResults[code] ?? String(code) }));
const soundHint = `wav 或 mp3，不超过 10M、${carrierPromptLimits.seconds} 秒，只保留一遍提示音`;

const SoundField = () => <FileField name="files" label="录音文件" extensions={voiceExtensions} hint={soundHint} />;

/** What an announcement means. */
export const Meaning = () => (
  <>
    <TextField name="name" label="提示音名称" />
    <SelectField name="carrier" label="运营商" options={choicesOf(promptCarriers)} />
    <SelectField name="code" label="呼叫结果" options={codeOptions} hint="听到这段提示音时，呼叫记为这个结果" />
    <SwitchField
      name="hangsUp"
      label="识别后挂断"
      on="立即挂断"
      off="继续等待"
      hint="提示“请不要挂机”等对方仍可能接听的，选继续等待"
    />
    <SwitchField name="enabled" label="启用" />
    <TextAreaField name="remark" label="备注" rows={2} />
  </>
);

export const meansNothing = { name: "", carrier: "", code: undefined, enabled: 1, hangsUp: 1, remark: "" };

/** A new one with its sound, what one means, and which one a sound is. */
export function useAnnouncementForms() {
  const [add] = announcements.add.useMutation();
  const [update] = announcements.update.useMutation();
  const [tryOut] = announcements.try.useMutation();
  const added = formOf({
    title: "新增运营商提示音",
    schema: newSchema,
    values: { ...meansNothing, files: undefined },
    fields: (
      <>
        <SoundField />
        <Meaning />
      </>
    ),
    send: (body) => add({ body }).unwrap(),
  });
  const edited = ({ id, name, carrier, code, enabled, hangsUp, remark }: Announcement) =>
    formOf({
      title: "编辑运营商提示音",
      schema: editSchema,
      values: { name, carrier, code, enabled, hangsUp, remark },
      fields: <Meaning />,
      send: (body) => update({ body: { ...body, id } }).unwrap(),
    });
  const tried = formOf({
    title: "测试提示音",
    small: true,
    submit: "识别",
    schema: trySchema,
    values: { files: undefined },
    fields: <SoundField />,
    send: async ({ files }) => {
      const result = await tryOut({ body: { files } }).unwrap();
      return new Outcome({ show: (close) => <TriedDialog result={result} onClose={close} /> });
    },
  });
  return { added, edited, tried };
}
