/** Last days of service: a date stands for its last second in the enterprise's zone. */

import { parseTime } from "@liantai/api/contract";
export const endOfDay = (date: string): Date | undefined => parseTime(`${date} 23:59:59`);
