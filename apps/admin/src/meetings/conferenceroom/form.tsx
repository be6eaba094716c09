import { SimpleGrid } from "@chakra-ui/react";
import { meetingRoomApi, mostMembers } from "@liantai/api/contract/admin";
import { formOf, NumberField, SwitchField, TextAreaField, TextField } from "@liantai/ui/resource";
import type { Room } from "../parts/queries.ts";

const schema = meetingRoomApi.create.body!;

const fresh = {
  name: "",
  code: "",
  hostPin: "",
  memberPin: "",
  maxMembers: 10,
  record: 0,
  enterMuted: 0,
  tone: 1,
  waitForHost: 0,
  enable: 1,
  remark: "",
};

/** Of the fields alone: a row says more. */
const valuesOf = (room: Room | undefined): typeof fresh => {
  if (!room) return fresh;
  const { name, code, hostPin, memberPin, maxMembers, record, enterMuted, tone, waitForHost, enable, remark } = room;
  return { name, code, hostPin, memberPin, maxMembers, record, enterMuted, tone, waitForHost, enable, remark };
};

const fields = (
  <>
    <TextField name="name" label="会议室名称" maxLength={30} />
    <TextField
      name="code"
      label="会议号"
      inputMode="numeric"
      maxLength={8}
      hint="4到6位数字，坐席和分机拨打此号码入会，不能与分机号码相同，也不能是外线服务号码。"
    />
    <SimpleGrid columns={2} gap="3">
      <TextField
        name="hostPin"
        label="主持人密码"
        inputMode="numeric"
        maxLength={8}
        hint="可不填；凭此密码入会的人主持会议。"
      />
      <TextField name="memberPin" label="成员密码" inputMode="numeric" maxLength={8} hint="不填则入会不需要密码。" />
    </SimpleGrid>
    <NumberField name="maxMembers" label="人数上限" min={2} max={mostMembers} />
    <SimpleGrid columns={2} gap="3">
      <SwitchField name="record" label="录音" />
      <SwitchField name="enterMuted" label="入会静音" />
      <SwitchField name="tone" label="进出提示音" />
      <SwitchField
        name="waitForHost"
        label="等待主持人"
        hint="主持人入会前成员听音乐；需要主持人密码，或一名主持人成员。"
      />
      <SwitchField name="enable" label="启用" />
    </SimpleGrid>
    <TextAreaField name="remark" label="备注" />
  </>
);

export const roomForm = (room: Room | undefined, send: (body: typeof fresh) => Promise<unknown>) =>
  formOf({
    title: room ? "编辑会议室" : "新增会议室",
    schema,
    values: valuesOf(room),
    width: "480px",
    fields,
    send: ({ compId: _, ...body }) => send({ ...fresh, ...body }),
  });
