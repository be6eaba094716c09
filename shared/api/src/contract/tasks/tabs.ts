/** Rows of the seats' screens of dialling (screens.md); they stand under 外呼 with the tasks themselves. */
import { rowsOf } from "../tab-row.ts";

const row = rowsOf("admin", "dialling");

export const tasksTabs = [row("/seatpreviewtask", "坐席预览任务", "S"), row("/seattask", "坐席任务", "S")];
