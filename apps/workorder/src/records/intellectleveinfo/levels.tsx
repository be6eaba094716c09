/** 意向等级设置: all levels of the enterprise at once. */
import { Box, Button, HStack, Input, Stack, Text } from "@chakra-ui/react";
import { typedDigits } from "@liantai/api/contract/base";
import { defaultLevels, intentionLimits } from "@liantai/api/contract/workorder";
import { FailureState, LoadingState } from "@liantai/ui";
import { GuardedDrawer } from "@liantai/ui/resource";
import { Plus, X } from "lucide-react";
import { useWholeList } from "../../parts/whole-list.tsx";
import { intentions, type Level } from "./queries.ts";

/** As it is typed: '' where there is no score. */
interface Line {
  readonly id?: string;
  readonly name: string;
  readonly min: string;
  readonly max: string;
  readonly remark: string;
}
const textOf = (score: number | null): string => (score === null ? "" : String(score));
const scoreOf = (text: string): number | null => (text === "" ? null : Number(text));
const lineOf = ({ minScore, maxScore, name, remark, ...of }: Omit<Level, "id"> & { readonly id?: string }): Line => ({
  ...of,
  ...{ name, remark, min: textOf(minScore), max: textOf(maxScore) },
});

const columns = [
  ["name", "等级名称", "110px", 20],
  ["min", "最低分", "80px", 3],
  ["max", "最高分", "80px", 3],
  ["remark", "说明", "1", 60],
] as const;

interface LineProps {
  readonly line: Line;
  readonly at: number;
  readonly onChange: (line: Line) => void;
  readonly onRemove: () => void;
}

function LevelLine({ line, at, onChange, onRemove }: LineProps) {
  return (
    <HStack gap="2">
      {columns.map(([key, title, width, most]) => (
        <Input
          key={key}
          size="xs"
          aria-label={`第${at + 1}级${title}`}
          value={line[key]}
          maxLength={most}
          {...(width === "1" ? { flex: "1" } : { w: width })}
          onChange={({ target }) => {
            const score = key === "min" || key === "max";
            onChange({ ...line, [key]: score ? typedDigits(target.value) : target.value });
          }}
        />
      ))}
      <Button size="2xs" variant="ghost" aria-label={`移除第${at + 1}级`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </HStack>
  );
}

function Lines({ levels, onClose }: { readonly levels: readonly Level[]; readonly onClose: () => void }) {
  const [save, { isLoading: busy }] = intentions.save.useMutation();
  const {
    list: lines,
    set,
    end,
  } = useWholeList<Line>({
    first: () => levels.map(lineOf),
    what: "意向等级",
    send: (list) =>
      save({
        body: {
          levels: list.map(({ min, max, ...line }) => ({ ...line, minScore: scoreOf(min), maxScore: scoreOf(max) })),
        },
      }).unwrap(),
    ...{ busy, onClose },
  });
  return (
    <Stack gap="3">
      <Text color="fg.muted">
        得分落在分数范围内的通话自动得到该等级；最低分和最高分都不填的等级由流程按名称给出或由坐席选择。
      </Text>
      <HStack gap="2" color="fg.muted" textStyle="xs" pr="8">
        {columns.map(([key, title, width]) => (
          <Box key={key} {...(width === "1" ? { flex: "1" } : { w: width })}>
            {title}
          </Box>
        ))}
      </HStack>
      <Stack gap="2" role="list" aria-label="意向等级">
        {lines.map((line, at) => (
          <Box key={at} role="listitem">
            <LevelLine
              line={line}
              at={at}
              onChange={(next) => set(lines.with(at, next))}
              onRemove={() => set(lines.toSpliced(at, 1))}
            />
          </Box>
        ))}
      </Stack>
      <HStack gap="2">
        <Button
          size="xs"
          variant="outline"
          disabled={lines.length >= intentionLimits.levels}
          onClick={() => set([...lines, { name: "", min: "", max: "", remark: "" }])}
        >
          <Plus aria-hidden />
          添加等级
        </Button>
        {lines.length === 0 && (
          <Button size="xs" variant="outline" onClick={() => set(defaultLevels.map(lineOf))}>
            填入默认等级
          </Button>
        )}
      </HStack>
      {end}
    </Stack>
  );
}

export function LevelsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { currentData, error, refetch } = intentions.list.useQuery({ body: {} }, { refetchOnMountOrArgChange: true });
  return (
    <GuardedDrawer open title="意向等级设置" width="640px" onClose={onClose}>
      {currentData ? (
        <Lines levels={currentData} onClose={onClose} />
      ) : error ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
    </GuardedDrawer>
  );
}
