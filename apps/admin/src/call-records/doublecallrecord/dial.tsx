import { queriesOf, useMayPress } from "@liantai/api/client";
import { dualCallApi, dualCallFields } from "@liantai/api/contract/admin";
import { formOf, Outcome, SelectField, TextField, type Action } from "@liantai/ui/resource";
import { useRef } from "react";
import { useWatch } from "react-hook-form";
import { object } from "yup";
import { newKey } from "../../parts/new-key.ts";
import { useSeatOptions } from "../../seats/seats/queries.ts";

export const dualCalls = queriesOf(dualCallApi);
const schema = object(dualCallFields);

function Fields() {
  const seats = useSeatOptions();
  const seat = useWatch({ name: "agentId" });
  return (
    <>
      <SelectField
        name="agentId"
        label="先呼坐席"
        options={seats}
        none="不指定坐席，先呼主叫号码"
        hint="坐席须已签入且空闲，话机先振铃，接听后再呼被叫。"
      />
      {!seat && <TextField name="caller" label="主叫号码" inputMode="tel" maxLength={20} />}
      <TextField name="callee" label="被叫号码" inputMode="tel" maxLength={20} />
      {!seat && (
        <TextField
          name="callerDisplay"
          label="主叫外显号码"
          inputMode="tel"
          maxLength={20}
          hint="主叫看到的号码，须为本企业的接入号码；不填则使用默认外显号码。"
        />
      )}
      <TextField
        name="calleeDisplay"
        label="被叫外显号码"
        inputMode="tel"
        maxLength={20}
        hint="被叫看到的号码，须为本企业的接入号码；不填则使用默认外显号码。"
      />
    </>
  );
}

/** 发起双呼. The same answers are the same call, however often they are sent. */
export function useDialAction(): Action {
  const may = useMayPress("/doublecallrecord");
  const [dial] = dualCalls.dial.useMutation();
  const last = useRef<{ readonly asked: string; readonly key: string }>(undefined);
  return {
    label: "发起双呼",
    may: may("doublecallrecord.call"),
    adds: true,
    form: () =>
      formOf({
        title: "发起双呼",
        small: true,
        submit: "呼叫",
        schema,
        values: { agentId: "", caller: "", callee: "", callerDisplay: "", calleeDisplay: "" },
        fields: <Fields />,
        async send(typed) {
          const asked = JSON.stringify(typed);
          if (last.current?.asked !== asked) last.current = { asked, key: newKey() };
          await dial({ body: { ...typed, idempotencyKey: last.current.key } }).unwrap();
          last.current = undefined;
          return new Outcome({ done: ["双呼", "发起", { note: "先呼方接听后自动呼叫被叫。" }] });
        },
      }),
  };
}
