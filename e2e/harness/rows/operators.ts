/** Rows of the operators, made over the wire: what their screens show beside the demonstration. */
import {
  accessNumApi,
  blackListApi,
  companyApi,
  dictionarieApi,
  helpApi,
  rechargeApi,
  routeConfigApi,
  routeGroupApi,
  routeNodeApi,
  unitApi,
} from "@liantai/api/contract/admin";
import type { ApiSession } from "../api.ts";
import { remark, type Made } from "./parts.ts";

async function companyRows(operator: ApiSession): Promise<void> {
  const unit = await operator.post<Made>(unitApi.add.path, { parentId: "", name: "华东运营部", sort: 1, remark });
  await operator.post(unitApi.add.path, { parentId: unit.id, name: "杭州运营组", sort: 1, remark: "" });
  await operator.post(companyApi.add.path, {
    compId: "100002",
    name: "杭州云帆网络科技有限公司",
    contact: "沈蓝",
    phone: "13800138000",
    unitId: unit.id,
    dbServer: "main",
    maxSeats: 200,
    maxConcurrentCalls: 60,
    maxRobots: 5,
    storageMb: 10_240,
    expiresOn: "2031-12-31",
    creditLimit: "0",
    isWhite: 0,
    adminAccount: "admin",
    adminName: "沈蓝",
    remark,
  });
  await operator.post(rechargeApi.add.path, {
    compId: "100001",
    amount: "1000",
    remark: "首次充值",
    key: "shown-recharge-1",
  });
  await operator.post(rechargeApi.adjust.path, {
    compId: "100001",
    amount: "-12.5",
    remark: "更正",
    key: "shown-adjust-1",
  });
}

async function trunkRows(operator: ApiSession): Promise<void> {
  const node = await operator.post<Made>(routeNodeApi.add.path, {
    name: "电信中继一",
    address: "127.0.0.1:5998",
    transport: "udp",
    codecs: ["PCMA", "PCMU"],
    concurrency: 30,
    userName: "",
    password: "",
    enabled: 1,
    remark,
  });
  const group = await operator.post<Made>(routeGroupApi.add.path, {
    name: "华东中继组",
    mode: "weight",
    enabled: 1,
    members: [{ nodeId: node.id, weight: 10 }],
    remark,
  });
  await operator.post(routeConfigApi.add.path, {
    name: "默认线路",
    callerPrefixes: "",
    calleePrefixes: "1,0",
    groupId: group.id,
    priority: 1,
    enabled: 1,
    remark,
  });
}

async function sharedRows(operator: ApiSession): Promise<void> {
  await operator.post(blackListApi.add.path, {
    blackListType: 0,
    phone: "17000000000",
    isPrefix: 0,
    blackListCallType: 2,
    remark,
  });
  const dictionary = await operator.post<Made>(dictionarieApi.add.path, {
    code: "industry",
    name: "所属行业",
    mode: "extend",
    remark,
  });
  for (const [i, label] of ["电子商务", "金融保险", "教育培训"].entries())
    await operator.post(dictionarieApi.itemAdd.path, {
      dictionaryId: dictionary.id,
      value: String(i + 1),
      label,
      sort: i,
      enabled: 1,
      remark: "",
    });
  for (const number of ["4008", "4009"])
    await operator.post(accessNumApi.add.path, {
      number,
      title: `备用号码${number}`,
      compId: "",
      concurrency: 10,
      price: 0.12,
      enabled: 1,
    });
  const folder = await operator.post<Made>(helpApi.add.path, {
    parentId: "",
    kind: "folder",
    title: "坐席入门",
    body: "",
  });
  await operator.post(helpApi.add.path, {
    parentId: folder.id,
    kind: "document",
    title: "第一次接听",
    body: "# 第一次接听\n\n1. 登录后点击 **就绪**。\n2. 来电振铃时点击 **接听**。\n",
  });
}

/** The operators' own: a unit, an enterprise in arrears, trunks with a route, a barred number, a dictionary, a help page. */
export async function operatorRows(operator: ApiSession): Promise<void> {
  await companyRows(operator);
  await trunkRows(operator);
  await sharedRows(operator);
}
