/** A reservation's seat is reminded of it at its time. */
import { formatTime } from "@liantai/api/contract";
import { maskNumbers } from "../../../http/privacy.ts";
import type { Trx } from "../../../ports/database.ts";
import type { Reminders } from "../reminders.ts";
import type { NewReservation } from "./repository.ts";

export const subjectOfReservation = (id: string): string => `reservation/${id}`;

export const remind = (
  make: Reminders["make"],
  trx: Trx,
  compId: string,
  id: string,
  row: NewReservation & { readonly subTime: Date },
): Promise<void> =>
  make(trx, {
    compId,
    to: { agentIds: [row.agentId] },
    key: `${subjectOfReservation(id)}/${row.subTime.getTime()}`,
    subject: subjectOfReservation(id),
    dueAt: row.subTime,
    message: {
      type: "SUBSCRIBESREMIND",
      content: {
        des: maskNumbers(row.des),
        remarks: maskNumbers(row.remarks ?? ""),
        subNumber: "",
        id,
        floatDuration: row.floatDuration ?? 0,
        subTime: formatTime(row.subTime),
      },
    },
  });
