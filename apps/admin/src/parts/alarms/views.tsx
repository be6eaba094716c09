/** What goes on now, what the server watches of it, and what it told. */
import { Flex } from "@chakra-ui/react";
import { useView, Views } from "@liantai/ui/resource";
import type { ReactNode } from "react";
import { AlarmEvents } from "./events.tsx";
import { AlarmRules } from "./rules.tsx";
import type { AlarmWords } from "./words.ts";
import { useMayWatch } from "../watching.ts";

interface AlarmViewsProps {
  readonly label: string;
  /** What the first view shows. */
  readonly live: string;
  readonly words: AlarmWords;
  readonly children: ReactNode;
}

export function AlarmViews({ label, live, words, children }: AlarmViewsProps) {
  const views = { live, alarms: "告警规则", events: "告警记录" };
  const [view, setView] = useView(views);
  const may = useMayWatch(`/${words.screen}`)(`${words.screen}.alarm`);
  return (
    <>
      <Views label={label} views={views} value={view} onChange={setView} />
      {view === "live" && children}
      {view !== "live" && (
        // Both bring a margin of their own.
        <Flex direction="column" flex="1" minH="320px" mx="-3" mb="-3" mt="-2">
          {view === "alarms" ? <AlarmRules words={words} may={may} /> : <AlarmEvents words={words} />}
        </Flex>
      )}
    </>
  );
}
