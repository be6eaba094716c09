/** Which of those who have the number calls. */
import { Button, Stack } from "@chakra-ui/react";
import type { FormValues } from "@liantai/api/forms";
import { Panel } from "./panel.tsx";
import type { Match } from "./queries.ts";

/** To the others who have the number, or to nobody of them. */
export interface Back {
  readonly label: string;
  readonly go: () => void;
}

export const BackButton = ({ back }: { readonly back: Back | undefined }) =>
  back && (
    <Button size="xs" variant="outline" colorPalette="gray" onClick={back.go}>
      {back.label}
    </Button>
  );

/** Several customers have this number: which of them calls. */
export const Choosing = ({
  list,
  choose,
  may,
}: {
  readonly list: readonly Match[];
  readonly choose: (match: Match | null) => void;
  /** Add a customer. */
  readonly may: boolean;
}) => (
  <Panel
    title={`有 ${list.length} 位客户使用该号码，请选择`}
    action={
      may && (
        <Button size="xs" variant="outline" onClick={() => choose(null)}>
          都不是，新增客户
        </Button>
      )
    }
  >
    <Stack gap="2">
      {list.map((match) => (
        <Button
          key={match.id}
          variant="outline"
          colorPalette="gray"
          justifyContent="flex-start"
          onClick={() => choose(match)}
        >
          {match.fields
            .map(({ name }) => String((match.values as FormValues)[name] ?? ""))
            .filter(Boolean)
            .slice(0, 4)
            .join("　")}
        </Button>
      ))}
    </Stack>
  </Panel>
);
