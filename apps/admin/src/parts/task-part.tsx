import { taskPartOf, taskParts } from "@liantai/api/contract/admin";
import { StatusBadge, type Column } from "@liantai/ui";

const tones = { joined: "ready", away: "held", out: "offline" } as const;

/** Of a seat and a task: the same words for the seat and for who looks after the task. */
export const partColumn = <Row extends Parameters<typeof taskPartOf>[0]>(width: number): Column<Row> => ({
  id: "part",
  title: "参与状态",
  width,
  value: (row) => taskParts[taskPartOf(row)],
  cell: (row) => <StatusBadge tone={tones[taskPartOf(row)]}>{taskParts[taskPartOf(row)]}</StatusBadge>,
});
