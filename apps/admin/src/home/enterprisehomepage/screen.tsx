import { Flex, Grid } from "@chakra-ui/react";
import { useMaySee, useMenus } from "@liantai/api/client";
import { EmptyState, LoadingState, Section } from "@liantai/ui";
import { memo } from "react";
import { Chart } from "../chart/chart.tsx";
import { FigureTable } from "../chart/numbers.tsx";
import { MetricTiles } from "../parts/metric-sheet.tsx";
import { columns, Freshness, Loaded, stack, wide } from "../parts/parts.tsx";
import { RefreshOnChange } from "../parts/refresh.tsx";
import { StateBar } from "../parts/state-bar.tsx";
import { Orders } from "../parts/orders.tsx";
import { Announcements } from "../parts/waiting.tsx";
import { Account } from "./account.tsx";
import { changes, groupColumns, seatColumns, trendSummary, useEnterpriseHome, type Day } from "./model.ts";

type Home = ReturnType<typeof useEnterpriseHome>;

// One component a section: an answer draws the sections that show it.

const Today = memo(function Today({ day, tiles, offset, error, refetch }: Omit<Home, "hours" | "states" | "trend">) {
  const freshness = <Freshness error={day.data && error} asOf={day.data?.asOf} refetch={refetch} />;
  return (
    <Section title="企业今天" aside={freshness}>
      <Loaded part={day}>{(data) => tiles && <MetricTiles tiles={tiles} offset={offset} day={data} />}</Loaded>
    </Section>
  );
});

const Trend = memo(function Trend({ hours, trend }: Pick<Home, "hours" | "trend">) {
  return (
    <Section title="今日趋势">
      <Loaded part={hours}>
        {(data) => trend && <Chart label="今日趋势" summary={trendSummary(data)} categoryTitle="时段" data={trend} />}
      </Loaded>
    </Section>
  );
});

const Groups = memo(function Groups({ groups }: { readonly groups: Day["groups"] }) {
  return groups.length > 0 ? (
    <FigureTable label="技能组" columns={groupColumns} rows={groups} rowId={(g) => g.id} />
  ) : (
    <EmptyState title="还没有启用的技能组" hint="在技能组管理中添加后显示在这里。" />
  );
});

const Seats = memo(function Seats({ agents }: { readonly agents: Day["agents"] }) {
  return agents.length > 0 ? (
    <FigureTable label="通话最多的坐席" columns={seatColumns} rows={agents} rowId={(seat) => seat.agentId} />
  ) : (
    <EmptyState title="今天还没有坐席通话" />
  );
});

/** `day` is another one with every answer, by its time of day; its groups and seats are the same until they have become others. */
const Most = memo(function Most({ day }: Pick<Home, "day">) {
  return (
    <>
      <Section title="技能组">
        <Loaded part={day}>{({ groups }) => <Groups groups={groups} />}</Loaded>
      </Section>
      <Section title="通话最多的坐席" grow="fill">
        <Loaded part={day}>{({ agents }) => <Seats agents={agents} />}</Loaded>
      </Section>
    </>
  );
});

const States = memo(function States({ states }: Pick<Home, "states">) {
  return (
    <Section title="坐席状态">
      <Loaded part={states}>{({ agents }) => <StateBar agents={agents} />}</Loaded>
    </Section>
  );
});

function Figures() {
  const { day, hours, states, trend, tiles, offset, error, refetch } = useEnterpriseHome();
  const account = useMaySee("/enterprisehomepage");
  return (
    <Flex direction="column" gap="3" p="3">
      <RefreshOnChange events={changes} refetch={refetch} />
      <Today day={day} tiles={tiles} offset={offset} error={error} refetch={refetch} />
      <Grid templateColumns={columns} gap="3">
        <Flex gridColumn={wide} {...stack}>
          <Trend hours={hours} trend={trend} />
          <Most day={day} />
        </Flex>
        <Flex {...stack}>
          <States states={states} />
          {account && <Account />}
          <Orders />
          <Announcements />
        </Flex>
      </Grid>
    </Flex>
  );
}

/** Of a role that was granted other pages, or none at all. */
function NoFigures() {
  const { data } = useMenus();
  return data?.length ? (
    <EmptyState
      title="您的角色没有企业首页的权限"
      hint="请从左侧菜单打开其他页面；需要查看首页数据时，请联系系统管理员。"
    />
  ) : (
    <EmptyState title="您的角色还没有任何权限" hint="请联系系统管理员为您的角色分配菜单，分配后无需重新登录。" />
  );
}

/** 企业首页, the first tab of administrators: today of the enterprise at a glance. What the role may not see is not asked for. */
export default function EnterpriseHomePage() {
  const granted = useMaySee("/", "/enterprisehomepage");
  if (granted === undefined) return <LoadingState />;
  return granted ? <Figures /> : <NoFigures />;
}
