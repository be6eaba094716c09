import type { ReplyOf } from "@liantai/api/contract";
import { deviceCheckDefault, deviceCheckModes } from "@liantai/api/contract/device-check";
import { localPhonePort } from "@liantai/api/contract/local-phone";
import { notify } from "@liantai/api/client";
import { agentApi, seatIdDigits, shortAbandonRules } from "@liantai/api/contract/admin";
import { NumberField, SelectField, SwitchField, type ActionForm, formOf } from "@liantai/ui/resource";
import { number } from "yup";
import { agents } from "./queries.ts";

/** Of the enterprise. */
export type SeatSettings = Omit<ReplyOf<typeof agentApi.getMaxSession>, "agentMaxSession">;

const body = agentApi.saveMaxSession.body!;
const enterpriseSchema = body.pick([
  "maxSession",
  "idDigits",
  "localPhonePort",
  "deviceCheck",
  "conferenceEnds",
  "shortAbandonS",
]);
const seatsSchema = body.pick(["maxSession"]).shape({ own: number().oneOf([0, 1]).required() });

const enterpriseFields = (
  <>
    <NumberField
      name="maxSession"
      label="会话上限"
      min={1}
      max={100}
      unit="个"
      hint="每个坐席同时接待的在线会话数，未单独设置的坐席使用此值。"
    />
    <NumberField
      name="idDigits"
      label="工号位数"
      min={seatIdDigits.min}
      max={seatIdDigits.max}
      unit="位"
      hint="新增坐席的工号须为此位数，已有坐席不受影响。"
    />
    <NumberField
      name="localPhonePort"
      label="本机软电话端口"
      min={1_024}
      max={65_535}
      hint="终端类型为软电话的坐席，其电脑上软电话客户端的监听端口（127.0.0.1）。"
    />
    <SelectField
      name="deviceCheck"
      label="设备检测"
      options={Object.entries(deviceCheckModes).map(([value, label]) => ({ value, label }))}
      hint="网页软电话坐席在“更多”里检测麦克风、通话回路和网络质量；检测未通过或未检测时，能否就绪。"
    />
    <SwitchField
      name="conferenceEnds"
      label="创建人离开会议"
      on="会议结束"
      off="其他人继续"
      hint="坐席把通话转为会议后，自己挂断时：会议随之结束，或由会议中的其他坐席继续。"
    />
    <NumberField
      name="shortAbandonS"
      label="短放弃时限"
      max={shortAbandonRules.most}
      unit="秒"
      hint="排队不到此时间就挂断的来电单独统计，不计入放弃；0 表示都计入放弃。技能组可以单独设置。"
    />
  </>
);

/** Chats at once: of chosen seats, or of all that have no number of their own. */
export function useMaxSession(agentIds: string[], settings: SeatSettings | undefined): ActionForm {
  const [save] = agents.saveMaxSession.useMutation();
  const standard = settings?.maxSession ?? 5;
  if (agentIds.length === 0)
    return formOf({
      title: "企业坐席设置",
      small: true,
      schema: enterpriseSchema,
      values: {
        maxSession: standard,
        idDigits: settings?.idDigits ?? seatIdDigits.default,
        localPhonePort: settings?.localPhonePort ?? localPhonePort,
        deviceCheck: settings?.deviceCheck ?? deviceCheckDefault,
        conferenceEnds: settings?.conferenceEnds ?? 0,
        shortAbandonS: settings?.shortAbandonS ?? shortAbandonRules.default,
      },
      fields: enterpriseFields,
      send: (values) => save({ body: { agentIds: [], ...values } }),
    });
  return formOf({
    title: `会话上限（${agentIds.length}个坐席）`,
    small: true,
    schema: seatsSchema,
    values: { own: 1, maxSession: standard },
    fields: (form) => (
      <>
        <SwitchField name="own" label="单独设置" on="单独设置" off={`使用企业默认（${standard}个）`} />
        <NumberField
          name="maxSession"
          label="会话上限"
          min={1}
          max={100}
          unit="个"
          disabled={Number(form.watch("own")) !== 1}
        />
      </>
    ),
    async send({ own, maxSession }) {
      const { count } = await save({ body: { agentIds, maxSession: own === 1 ? maxSession : null } }).unwrap();
      notify({ title: `已设置${count}个坐席的会话上限` });
    },
  });
}
