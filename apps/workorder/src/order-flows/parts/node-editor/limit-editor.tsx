import { SimpleGrid, Text } from "@chakra-ui/react";
import { flowLimits, type FlowLimit } from "@liantai/api/contract/workorder";
import { PanelNumber } from "@liantai/ui/board";
import { limitText } from "../words.ts";

interface LimitEditorProps {
  readonly label: string;
  readonly limit: FlowLimit | undefined;
  readonly onChange: (limit: FlowLimit | undefined) => void;
}

/** Empty: no limit. */
export function LimitEditor({ label, limit, onChange }: LimitEditorProps) {
  return (
    <div>
      <SimpleGrid columns={2} gap="2" alignItems="start">
        <PanelNumber
          label={`${label}（分钟）`}
          value={limit?.minutes}
          min={1}
          max={flowLimits.minutes}
          standard={undefined}
          onChange={(minutes) => onChange(minutes === undefined ? undefined : { ...limit, minutes })}
        />
        {limit && (
          <PanelNumber
            label="提前提醒（分钟）"
            value={limit.warnMinutes}
            min={0}
            max={flowLimits.minutes}
            standard={0}
            onChange={(warnMinutes) =>
              onChange({ minutes: limit.minutes, ...(warnMinutes === undefined ? {} : { warnMinutes }) })
            }
          />
        )}
      </SimpleGrid>
      <Text color="fg.muted" textStyle="xs" mt="1">
        {limit ? `${limitText(limit)}，按流程的时间规则计` : "不填不限时"}
      </Text>
    </div>
  );
}
