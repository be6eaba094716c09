/** An operator inside an enterprise: says so, and the way back. */
import { useState } from "react";
import { Box, Button } from "@chakra-ui/react";
import { Undo2 } from "lucide-react";
import { StatusBadge } from "@liantai/ui";
import { leaveEnterprise, selectSession, useSelector, type RootState } from "@liantai/api/client";

export function EnteredBadge() {
  const entered = useSelector((state: RootState) => selectSession(state).enterEnterprise);
  const [leaving, setLeaving] = useState(false);
  if (!entered) return null;
  const leave = () => {
    setLeaving(true);
    void leaveEnterprise().finally(() => setLeaving(false));
  };
  return (
    <>
      <Box flexShrink={0}>
        <StatusBadge tone="busy">运营已进入企业</StatusBadge>
      </Box>
      <Button size="sm" variant="outline" flexShrink={0} disabled={leaving} aria-busy={leaving} onClick={leave}>
        <Undo2 aria-hidden />
        {leaving ? "正在返回…" : "返回运营"}
      </Button>
    </>
  );
}
