import { Stack, Text } from "@chakra-ui/react";
import { seatImportHint } from "@liantai/api/contract/admin";
import { Check } from "@liantai/ui";
import { ImportDialog } from "@liantai/ui/resource";
import { useState } from "react";
import { useImports } from "@liantai/bus/react";
import { agentImports } from "./queries.ts";
import { passwordHint, Secret } from "./secret-once.tsx";

/** Seats from a sheet, with the extensions that it names. */
export function ImportSeats({ onClose }: { readonly onClose: () => void }) {
  const [makeExtensions, setMakeExtensions] = useState(true);
  return (
    <ImportDialog
      open
      title="导入坐席"
      kind="agent"
      useEvents={useImports}
      template={agentImports.importTemplate}
      templateName="坐席导入模板.xlsx"
      endpoint={agentImports.importData}
      fields={{ makeExtensions: makeExtensions ? 1 : 0 }}
      failed={agentImports.failed}
      note={(result) =>
        result.password && (
          <Stack gap="1">
            <Secret label="新坐席的初始密码" value={result.password} />
            <Text color="fg.muted">{passwordHint}</Text>
          </Stack>
        )
      }
      onClose={onClose}
      onDone={() => void 0}
    >
      <Text color="fg.muted">{seatImportHint}</Text>
      <label>
        <Check type="checkbox" checked={makeExtensions} onChange={(event) => setMakeExtensions(event.target.checked)} />{" "}
        自动创建表格中不存在的分机
      </label>
    </ImportDialog>
  );
}
