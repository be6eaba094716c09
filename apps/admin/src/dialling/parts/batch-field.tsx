import { HStack } from "@chakra-ui/react";
import { SelectField } from "@liantai/ui";
import { useController } from "react-hook-form";
import { FindOlder, listed, useFinding, withFound } from "./finding.tsx";
import { phones, type Batch } from "./queries.ts";

interface BatchFieldProps {
  readonly taskId: string;
  /** The choice of none. */
  readonly none?: string;
  readonly width?: string;
}

const numberOf = ({ batchNumber }: Batch) => batchNumber;

/** A batch of the task: the newest are listed, older ones looked for. */
export function BatchField({ taskId, none, width }: BatchFieldProps) {
  const newest = { taskId, pageNo: 1, pageSize: listed };
  const { data } = phones.batches.useQuery({ body: newest });
  const [ask] = phones.batches.useLazyQuery();
  const { field } = useController({ name: "batchNumber" });
  const { found, told, find } = useFinding<Batch>({
    noun: "批次",
    ask: (batchNumber) => ask({ body: { ...newest, batchNumber } }).unwrap(),
    choose: ({ batchNumber }) => field.onChange(batchNumber),
  });
  const list = data?.list ?? [];
  const options = withFound(list, found, numberOf).map(({ batchNumber }) => ({
    value: batchNumber,
    label: batchNumber,
  }));
  const select = (
    <SelectField
      name="batchNumber"
      label="批次"
      options={options}
      {...(none !== undefined && { none })}
      {...(width !== undefined && { width })}
    />
  );
  if (!data || data.total <= list.length) return select;
  return (
    <HStack gap="2" align="end">
      {select}
      <FindOlder label="查找批次" placeholder="更早的批次，回车查找" width="150px" told={told} find={find} />
    </HStack>
  );
}
