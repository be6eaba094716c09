/** How a record is saved. */
import type { BodyOf } from "@liantai/api/contract";
import type { customerFormDataApi } from "@liantai/api/contract/workorder";
import { records, taskForms, type OpenRecord } from "./queries.ts";

/** A robot task's number has a way of its own; duplicates are looked for either way. */
export function useUpdate({ robotNumber = false }: OpenRecord) {
  const [update] = records.update.useMutation();
  const [updateRobots] = taskForms.robot.useMutation();
  return (body: BodyOf<typeof customerFormDataApi.update>) =>
    robotNumber ? updateRobots({ body: { acceptDuplicates: 0, ...body } }).unwrap() : update({ body }).unwrap();
}
