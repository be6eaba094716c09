import { Box, chakra, Flex, HStack, Stack, Text } from "@chakra-ui/react";
import { mayOperate, selectUser, useSelector } from "@liantai/api/client";
import { FailureState, LoadingState, StatusBadge } from "@liantai/ui";
import { ActionBar, type Action } from "@liantai/ui/resource";
import { newestOf, scopeText, shareText, shortVersion, versions, type App } from "./words.ts";

const Choice = chakra("button", {
  base: {
    w: "full",
    textAlign: "start",
    px: "2",
    py: "1.5",
    borderRadius: "md",
    cursor: "pointer",
    _hover: { bg: "bg.subtle" },
    "&[aria-pressed=true]": { bg: "bg.muted" },
  },
});

function Line({ version, note }: { readonly version: string; readonly note: string }) {
  return (
    <HStack justify="space-between" gap="2" textStyle="xs">
      <Text fontFamily="mono">{version}</Text>
      <Text color="fg.muted">{note}</Text>
    </HStack>
  );
}

/** What is served of one app, and to whom. */
function Served({ app }: { readonly app: App }) {
  const having = app.trials.reduce((sum, { enterprises }) => sum + enterprises, app.current?.enterprises ?? 0);
  return (
    <>
      {app.trials.map((trial) => (
        <Line
          key={trial.version}
          version={shortVersion(trial.version)}
          note={`试用 ${shareText(trial.enterprises, app.total)}`}
        />
      ))}
      {app.current ? (
        <Line version={shortVersion(app.current.version)} note={shareText(app.current.enterprises, app.total)} />
      ) : (
        <Line
          version={app.builtIn ? shortVersion(app.builtIn) : "—"}
          note={`内置 ${shareText(Math.max(0, app.total - having), app.total)}`}
        />
      )}
    </>
  );
}

function useBack(): readonly Action<App>[] {
  const may = mayOperate(useSelector(selectUser), "version.release");
  const [back] = versions.back.useMutation();
  return [
    {
      label: "回退",
      may,
      danger: true,
      shown: (app) => newestOf(app) !== undefined,
      confirm: (app) => {
        const newest = newestOf(app)!;
        return {
          title: `回退「${app.title}」`,
          text:
            `撤回版本 ${shortVersion(newest.version)}（${scopeText(newest)}，${newest.enterprises} 家企业正在使用），` +
            "这些企业立即恢复之前的版本。已打开的页面会提示刷新，通话不受影响。",
        };
      },
      run: (app) => back({ body: { app: app.app, version: newestOf(app)!.version } }),
      done: (app) => [`「${app.title}」`, "回退"],
    },
  ];
}

interface AppListProps {
  readonly chosen: string;
  readonly onChoose: (app: string) => void;
}

/** Apps with what each of them serves; one that is pressed is the list's. */
export function AppList({ chosen, onChoose }: AppListProps) {
  const { data, isError, error, refetch } = versions.apps.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  const actions = useBack();
  if (isError) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  return (
    <Stack as="ul" gap="1" p="2" listStyleType="none" aria-label="应用">
      {data.map((app) => (
        <Flex as="li" key={app.app} align="start" gap="1">
          <Box flex="1" minW="0">
            <Choice
              type="button"
              aria-pressed={chosen === app.app}
              onClick={() => onChoose(chosen === app.app ? "" : app.app)}
            >
              <HStack justify="space-between">
                <Text fontWeight="medium">{app.title}</Text>
                {app.trials.length > 0 && <StatusBadge tone="ringing">试用中</StatusBadge>}
              </HStack>
              <Served app={app} />
            </Choice>
          </Box>
          <Box pt="1">
            <ActionBar look="row" actions={actions} row={app} />
          </Box>
        </Flex>
      ))}
    </Stack>
  );
}
