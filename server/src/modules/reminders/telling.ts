/** A reminder's row as the message that a page gets: a reservation's number is sealed for its seat when it is told. */
import { maskPhone, type OutgoingMessage } from "@liantai/api/contract";
import type { Trx } from "../../ports/database.ts";
import type { DialRefs } from "../dial-refs/index.ts";
import type { ReminderRow } from "./repository.ts";
import { findReservations, type ReservationRow } from "./reservations/repository.ts";

const reservationId = ({ subject }: Pick<ReminderRow, "subject">): string | undefined =>
  subject.startsWith("reservation/") ? subject.slice("reservation/".length) : undefined;

/** The number by which a seat dials a reservation. */
export const referTo = (refs: DialRefs, { compId, agentId, id, phone, customerName }: ReservationRow): string =>
  refs.seal({ compId, agentId }, { number: phone, object: "reservation", id, name: customerName });

/** Who it is about, masked for everybody: it may stand on a desktop. */
export const aboutReservation = ({ customerName, phone }: Pick<ReservationRow, "customerName" | "phone">): string =>
  `${customerName} ${maskPhone(phone)}`;

/** With the reservations of the rows; undefined: the reservation is gone. */
export async function messagesOf(
  trx: Trx,
  refs: DialRefs,
  rows: readonly ReminderRow[],
): Promise<readonly (OutgoingMessage | undefined)[]> {
  const ids = rows.flatMap((row) => reservationId(row) ?? []);
  const reservations = new Map((await findReservations(trx, ids)).map((row) => [`${row.compId}/${row.id}`, row]));
  return rows.map((row): OutgoingMessage | undefined => {
    const { message, key: reminder } = row;
    if (message.type !== "SUBSCRIBESREMIND") return { ...message, reminder };
    const reservation = reservations.get(`${row.compId}/${reservationId(row)}`);
    return (
      reservation && {
        ...message,
        content: { ...message.content, subNumber: referTo(refs, reservation) },
        reminder,
      }
    );
  });
}
