import { Box, chakra, Flex, Grid } from "@chakra-ui/react";
import { chatTargetKinds, type ChatTargetKind } from "@liantai/api/contract/im";
import { FieldFrame, optionsFrom, useField } from "@liantai/ui";
import { NumberField, RadioField, SelectField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import { useEffect, useRef } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { sites } from "./queries.ts";

const kinds = Object.entries(chatTargetKinds).map(([value, label]) => ({ value, label }));

const Well = chakra("input", {
  base: { w: "40px", h: "32px", p: "0", borderWidth: "1px", borderColor: "border", rounded: "md", cursor: "pointer" },
});
const Typed = chakra("input", {
  base: { w: "full", h: "32px", px: "2", borderWidth: "1px", borderColor: "border", rounded: "md", bg: "bg" },
});

/** A colour: chosen by eye or typed, in one value. */
function ColorField({ name, label, hint }: { readonly name: string; readonly label: string; readonly hint?: string }) {
  const { error, required } = useField(name);
  const { field } = useController({ name });
  const value = String(field.value ?? "");
  const seen = /^#[0-9a-fA-F]{6}$/.test(value) ? value : "#000000";
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required}>
      <Flex gap="2" w="full">
        <Typed
          value={value}
          maxLength={7}
          aria-label={label}
          placeholder="#1f6feb"
          ref={field.ref}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={field.onBlur}
        />
        <Well
          type="color"
          value={seen.toLowerCase()}
          aria-label={`选择${label}`}
          onChange={(event) => field.onChange(event.target.value)}
        />
      </Flex>
    </FieldFrame>
  );
}

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly off: number;
}
const optionsOf = (list: readonly Choice[] | undefined) =>
  optionsFrom(list, ({ id, name, off }) => ({ value: id, label: name, ...(off === 1 ? { off: true } : {}) }));

/** How a site looks, and where it leads. */
export function SiteFields() {
  const { control, setValue } = useFormContext();
  const kind = useWatch({ control, name: "targetKind" }) as ChatTargetKind;
  const { data } = sites.choices.useQuery({ body: {} });
  const before = useRef(kind);
  useEffect(() => {
    // A flow is no skill group: what was chosen goes with its kind.
    if (before.current !== kind) setValue("targetId", "", { shouldDirty: true });
    before.current = kind;
  }, [kind, setValue]);
  return (
    <Grid templateColumns="1fr 1fr" gap="3">
      <TextField name="webName" label="网站名称" />
      <SwitchField name="enable" label="状态" on="启用" off="停用" />
      <TextField name="title" label="窗口标题" />
      <ColorField name="color" label="主题色" />
      <Box gridColumn="1 / -1">
        <TextAreaField name="greeting" label="欢迎语" hint="访客打开窗口时先看到的一句话，可以不填" />
      </Box>
      <RadioField name="targetKind" label="接待方式" options={kinds} />
      {kind === "skillGroup" ? (
        <SelectField
          key="skillGroup"
          name="targetId"
          label="接待目标"
          options={optionsOf(data?.skillGroups)}
          hint="由该技能组里在线的坐席接待"
        />
      ) : (
        <SelectField
          key="flow"
          name="targetId"
          label="接待目标"
          options={optionsOf(data?.flows)}
          hint="已发布的IVR或机器人流程，由流程决定是否转坐席"
        />
      )}
      <SelectField name="timeRuleId" label="服务时间" options={optionsOf(data?.timeRules)} none="全天" />
      <NumberField name="idleMinutes" label="无消息自动结束" min={1} max={120} unit="分钟" />
      <Box gridColumn="1 / -1">
        <TextAreaField name="offWords" label="非服务时间提示" />
      </Box>
      <NumberField name="maxWaiting" label="排队上限" min={0} max={1_000} unit="人" hint="超过时告知访客稍后再来" />
      <Box gridColumn="1 / -1">
        <TextAreaField name="remark" label="备注" />
      </Box>
    </Grid>
  );
}
