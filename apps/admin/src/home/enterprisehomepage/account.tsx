/** Balance and storage of the enterprise. */
import { Text } from "@chakra-ui/react";
import { Figures, Section } from "@liantai/ui";
import { memo } from "react";
import { Loaded } from "../parts/parts.tsx";
import { formatBytes, useAccount } from "./model.ts";

export const Account = memo(function Account() {
  const account = useAccount();
  const arrears = account.data?.arrears === 1;
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
      <Loaded part={account}>
        {({ balance, storageBytes }) => (
          <Figures
            figures={[
              {
                name: "余额（元）",
                value: (
                  <Text as="span" {...(arrears ? { color: "fg.error" } : {})}>
                    {balance ?? "—"}
                  </Text>
                ),
              },
              { name: "存储用量", value: formatBytes(storageBytes), hint: "上传的文件、导出的文件、语音和录音" },
            ]}
          />
        )}
      </Loaded>
    </Section>
  );
});
