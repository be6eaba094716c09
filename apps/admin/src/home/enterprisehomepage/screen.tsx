import { Box, Flex, Grid, Text } from "@chakra-ui/react";
import { EmptyState, Figures, Section } from "@liantai/ui";
import { Chart } from "../chart/chart.tsx";
import { FigureTable } from "../chart/numbers.tsx";
import { cell, columns, Freshness, Loaded, wide } from "../parts/parts.tsx";
import { StateBar } from "../parts/state-bar.tsx";
import {
  figuresOf,
  formatBytes,
  groupColumns,
  seatColumns,
  trendSummary,
  useEnterpriseHome,
  type Day,
} from "./model.ts";

function Account({ day: { balance, arrears, storageBytes } }: { readonly day: Day }) {
  return (
    <Section
      title="账户"
      grow="fill"
      aside={
        arrears ? (
          <Text role="alert" color="fg.error" fontWeight="600">
            企业已欠费！
          </Text>
        ) : null
      }
    >
      <Figures
        figures={[
          {
            name: "余额（元）",
            value: arrears ? (
              <Text as="span" color="fg.error">
                {balance ?? "—"}
              </Text>
            ) : (
              (balance ?? "—")
            ),
          },
          { name: "存储用量", value: formatBytes(storageBytes), hint: "上传的文件、导出的文件和语音，不含录音" },
        ]}
      />
    </Section>
  );
}

/** 企业首页, the first tab of administrators: today of the enterprise at a glance. */
export default function EnterpriseHomePage() {
  const { day, hours, states, trend, error } = useEnterpriseHome();
  return (
    <Flex direction="column" gap="3" p="3">
      <Section title="企业今天" aside={<Freshness error={day.data && error} />}>
        <Loaded part={day}>
          {(data) => <Figures figures={figuresOf(data)} columns={{ base: 3, md: 4, lg: 6 }} />}
        </Loaded>
      </Section>
      <Grid templateColumns={columns} gap="3">
        <Box gridColumn={wide} {...cell}>
          <Section title="今日趋势" grow="fill">
            <Loaded part={hours}>
              {(data) =>
                trend && <Chart label="今日趋势" summary={trendSummary(data)} categoryTitle="时段" data={trend} />
              }
            </Loaded>
          </Section>
        </Box>
        <Flex direction="column" gap="3" minW="0">
          <Section title="坐席状态">
            <Loaded part={states}>{({ agents }) => <StateBar agents={agents} />}</Loaded>
          </Section>
          {day.data && <Account day={day.data} />}
        </Flex>
        <Box gridColumn={wide} {...cell}>
          <Section title="技能组" grow="fill">
            <Loaded part={day}>
              {({ groups }) =>
                groups.length > 0 ? (
                  <FigureTable label="技能组" columns={groupColumns} rows={groups} rowId={(g) => g.id} />
                ) : (
                  <EmptyState title="还没有启用的技能组" hint="在技能组管理中添加后显示在这里。" />
                )
              }
            </Loaded>
          </Section>
        </Box>
        <Box {...cell}>
          <Section title="通话最多的坐席" grow="fill">
            <Loaded part={day}>
              {({ agents }) =>
                agents.length > 0 ? (
                  <FigureTable
                    label="通话最多的坐席"
                    columns={seatColumns}
                    rows={agents}
                    rowId={(seat) => seat.agentId}
                  />
                ) : (
                  <EmptyState title="今天还没有坐席通话" />
                )
              }
            </Loaded>
          </Section>
        </Box>
      </Grid>
    </Flex>
  );
}
