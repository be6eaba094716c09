import { notifyDone } from "@liantai/api/client";
import { Heading, SimpleGrid } from "@chakra-ui/react";
import { companyApi } from "@liantai/api/contract/admin";
import {
  DateField,
  FormDrawer,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  sending,
  type Outcome,
} from "@liantai/ui/resource";
import { namedOptions } from "@liantai/ui";
import { Fragment, type ReactNode } from "react";
import type { InferType } from "yup";
import { NewPasswordField, sealPassword, passwordsOnce, typedPassword } from "../accounts/password.tsx";
import { companies, databases, useUnitOptions, type Company } from "../parts/model.ts";

const addSchema = companyApi.add.body!.omit(["kid", "password"]).shape({ password: typedPassword() });
const updateSchema = companyApi.update.body!;

const blank = {
  name: "",
  contact: "",
  phone: "",
  unitId: "",
  dbServer: "main",
  maxSeats: 0,
  maxConcurrentCalls: 0,
  maxRobots: 0,
  storageMb: 0,
  expiresOn: "",
  creditLimit: "0",
  isWhite: 0,
  forcePasswordChange: 0,
  reminderCycle: 0,
  hiddenGlobalPhone: 0,
  phoneEncipher: 0,
  moduleIm: 1,
  moduleKnowledge: 1,
  moduleHelp: 1,
  remark: "",
  adminAccount: "",
  adminName: "",
  password: "",
};

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Fragment>
    <Heading as="h3" textStyle="sm" pt="1">
      {title}
    </Heading>
    <SimpleGrid columns={2} columnGap="4" rowGap="3">
      {children}
    </SimpleGrid>
  </Fragment>
);

/** `company` undefined: a new one, under the code that is proposed until another is typed. */
export function EnterpriseForm({
  company,
  onClose,
}: {
  readonly company?: Company;
  readonly onClose: (outcome?: Outcome) => void;
}) {
  const [add] = companies.add.useMutation();
  const [update] = companies.update.useMutation();
  const next = companies.getNextCompId.useQuery(
    { body: {} },
    { skip: company !== undefined, refetchOnMountOrArgChange: true },
  );
  const { data: servers } = databases.list.useQuery({ body: {} });
  const unitOptions = useUnitOptions();
  const values = company
    ? { ...blank, ...company, unitId: company.unitId ?? "" }
    : { ...blank, compId: next.data?.compId ?? "" };

  const change = async (typed: InferType<typeof updateSchema>) => {
    await update({ body: { ...typed, compId: company!.compId } }).unwrap();
    notifyDone("企业", "保存");
  };
  const create = async ({ password, ...rest }: InferType<typeof addSchema>) => {
    const made = await add({ body: { ...rest, ...(await sealPassword(password)) } }).unwrap();
    notifyDone("企业", "新增", { note: `企业编号 ${made.compId}` });
    onClose(passwordsOnce([{ account: `${made.compId} / ${rest.adminAccount ?? ""}`, password: made.password }]));
  };

  return (
    <FormDrawer
      open
      title={company ? "编辑企业" : "新增企业"}
      width="600px"
      {...(company ? sending(updateSchema, change) : sending(addSchema, create))}
      values={values}
      onClose={() => onClose()}
    >
      <Part title="基本信息">
        <TextField
          name="compId"
          label="企业编号"
          maxLength={6}
          disabled={company !== undefined}
          hint={company ? "企业编号不能修改" : "6位字母或数字，默认取下一个编号"}
        />
        <TextField name="name" label="企业名称" />
        <TextField name="contact" label="联系人" />
        <TextField name="phone" label="联系电话" inputMode="tel" />
        <SelectField name="unitId" label="运营单位" options={unitOptions} none="不指定" />
        <SelectField name="dbServer" label="数据库" options={namedOptions(servers)} none={false} />
      </Part>
      <Part title="额度（0为不限）">
        <NumberField name="maxSeats" label="坐席上限" max={100_000} />
        <NumberField name="maxConcurrentCalls" label="并发通话上限" max={100_000} />
        <NumberField name="maxRobots" label="机器人上限" max={100_000} />
        <NumberField name="storageMb" label="存储空间（MB）" max={100_000_000} />
        <DateField name="expiresOn" label="到期日期" hint="当天仍可使用，不填为长期" />
        <TextField
          name="creditLimit"
          label="信用额度"
          unit="元"
          inputMode="decimal"
          hint="余额低至负的信用额度时欠费"
        />
        <SwitchField name="isWhite" label="欠费不停机" on="是" off="否" />
      </Part>
      <Part title="安全">
        <SwitchField name="forcePasswordChange" label="强制修改密码" />
        <NumberField name="reminderCycle" label="密码修改周期" unit="天" max={3_650} />
        <SwitchField name="hiddenGlobalPhone" label="隐藏号码" />
        <SwitchField name="phoneEncipher" label="号码加密传输" />
      </Part>
      <Part title="功能模块">
        <SwitchField name="moduleIm" label="在线客服" />
        <SwitchField name="moduleKnowledge" label="知识库" />
        <SwitchField name="moduleHelp" label="帮助文档" />
      </Part>
      {company === undefined && (
        <Part title="首个管理员（可稍后在企业管理员中新增）">
          <TextField name="adminAccount" label="管理员账号" chars />
          <TextField name="adminName" label="管理员姓名" />
          <NewPasswordField />
        </Part>
      )}
      <TextAreaField name="remark" label="备注" rows={3} />
    </FormDrawer>
  );
}
