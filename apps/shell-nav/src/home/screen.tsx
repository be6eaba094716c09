/** 工作台 of an operator: what runs, and who is signed in. The others' first tab is a screen of the administration. */
import { Flex } from "@chakra-ui/react";
import { FailureState, Figures, LoadingState, Section, usePolling } from "@liantai/ui";
import { authQueries } from "@liantai/api/client";
import { SessionList } from "../workspace/session-list.tsx";

/** What the adapters of docs/architecture.md are called; one that is not here by its own name. */
const engines: Readonly<Record<string, string>> = {
  pglite: "内置 PGlite",
  postgres: "PostgreSQL",
  postgresql: "PostgreSQL",
  process: "进程内",
  redis: "Redis",
  embedded: "内置交换机",
  asterisk: "Asterisk",
};
const engine = (name: string) => engines[name] ?? name;

function uptime(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  return days > 0 ? `${days}天${hours}小时` : hours > 0 ? `${hours}小时${minutes}分` : `${minutes}分钟`;
}

function Platform() {
  const { data, error, refetch } = authQueries.useOperatorHomeQuery({});
  usePolling(() => void refetch());
  if (!data) return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  return (
    <>
      <Section title="平台概况">
        <Figures
          figures={[
            { name: "企业", value: data.enterprises },
            { name: "登录会话", value: data.sessions },
            { name: "已注册话机", value: data.registered },
            { name: "通话腿", value: data.legs },
            { name: "运行时间", value: uptime(data.uptimeS) },
          ]}
        />
      </Section>
      <Section title="运行组件">
        <Figures
          figures={[
            { name: "版本", value: data.version },
            { name: "数据库", value: engine(data.database) },
            { name: "消息通道", value: engine(data.broker) },
            { name: "交换机", value: engine(data.switch) },
          ]}
        />
      </Section>
    </>
  );
}

export default function OperatorHome() {
  return (
    <Flex direction="column" gap="3" p="3" minH="full">
      <Platform />
      <Section title="登录会话" grow="list">
        <SessionList mine={false} />
      </Section>
    </Flex>
  );
}
