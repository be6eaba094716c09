/** What a person reads after the start: addresses and accounts, in Chinese and English. */
import { demoAccessNumber, demoEnterprise, demoPeople, demoOperator, demoPassword } from "./modules/system/index.ts";
import { type SeedResult } from "./modules/first-start/index.ts";

export interface BannerOptions {
  /** scheme://host[:port] browsers use. */
  readonly url: string;
  readonly seconds: number;
  readonly seeded: SeedResult;
  /** The demonstration's enterprise exists. */
  readonly demo: boolean;
  /** DEMO_PASSWORD was given: its value is not printed. */
  readonly chosenPassword: boolean;
}

const accounts = (roleType: number): string =>
  demoPeople
    .filter((person) => person.roleType === roleType)
    .map(({ account }) => account)
    .join(" ");

function passwordLine({ seeded, chosenPassword }: BannerOptions): string {
  if (chosenPassword) return "DEMO_PASSWORD";
  return seeded.kind === "none" ? `${demoPassword}（如已修改，以修改后为准 unless changed）` : demoPassword;
}

export function banner(options: BannerOptions): string {
  const { url, seconds, seeded, demo } = options;
  const lines = [
    `联台已启动 Liantai is running (${seconds.toFixed(1)} s)`,
    `  工作台 Console      ${url}/login`,
    `  运营端 Operators    ${url}/admin/login`,
    ...(demo ? [`  客户页 Customers    ${url}/customer/call/${demoAccessNumber.number}`] : []),
    `  接口 Interfaces     ${url}/openapi`,
  ];
  if (seeded.kind === "operator") {
    lines.push(
      `运营账号 Operator: ${demoOperator.account}  初始密码 password (仅显示一次 shown once): ${seeded.password}`,
    );
  } else if (demo) {
    lines.push(
      "演示账号 Demonstration accounts",
      `  企业编号 Enterprise ${demoEnterprise.compId}  管理员 Administrator: ${accounts(1)}` +
        `  坐席 Agents: ${accounts(2)}  班长 Monitor: ${accounts(3)}`,
      `  运营 Operator: ${demoOperator.account}`,
      `  密码 Password: ${passwordLine(options)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}
