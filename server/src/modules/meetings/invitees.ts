/** Whom a member is, as the engine rings him. */
import { dialledTelephone, type MeetingMemberKind } from "@liantai/api/contract/admin";
import { fieldRefusal } from "../../http/refusals.ts";
import type { Invitee } from "../../ports/engine.ts";
import type { Trx } from "../../ports/database.ts";
import { findContact, findExtension, findSeat } from "./repository.ts";

export interface Whom {
  readonly kind: MeetingMemberKind;
  readonly value: string;
  readonly name?: string | undefined;
}

const wrong = (message: string) => fieldRefusal("value", "成员", message);

async function reach(trx: Trx, compId: string, { kind, value }: Whom): Promise<Invitee> {
  switch (kind) {
    case "seat": {
      const seat = await findSeat(trx, compId, value);
      if (!seat) throw wrong("坐席不存在");
      return { agentId: value, name: seat.name };
    }
    case "extension":
      if (!(await findExtension(trx, compId, value))) throw wrong("分机不存在");
      return { number: value };
    case "contact": {
      const contact = await findContact(trx, compId, value);
      if (!contact) throw wrong("联系人不存在");
      return { number: contact.phone, name: contact.name };
    }
    case "number": {
      const number = dialledTelephone(value);
      if (!/^\+?\d{3,20}$/.test(number)) throw wrong("请输入正确的电话号码");
      return { number };
    }
  }
}

/** Throws AppError at the field `value`. */
export async function whomOf(trx: Trx, compId: string, whom: Whom): Promise<Invitee> {
  const found = await reach(trx, compId, whom);
  return whom.name ? { ...found, name: whom.name } : found;
}
