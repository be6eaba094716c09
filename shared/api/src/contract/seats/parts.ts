/** What the endpoints of /pbx/api/v1/agent have in common. */
import { array } from "yup";
import { seatIdDigits, seatIdField } from "../fields.ts";
import { roles } from "../resource.ts";
import { RoleTypes } from "../roles.ts";

export const prefix = "/pbx/api/v1/agent";
export const tags = ["Seat"];
export const who = (button: string) => roles(RoleTypes.administrators, { button });

/** Digits that a seat id may have; each enterprise has one exact number (getMaxSession), 4 by default. */
export const agentIdField = () => seatIdField(seatIdDigits);
export const agentIds = () => array().label("坐席").of(agentIdField()).min(1, "请选择坐席").max(10_000).required();
