/** Phone masking (console.md section 5): decided here for replies, exports and logs alike. */
import type { Caller } from './routes.ts';

/** The enterprise hides numbers from all but its administrators, or the user may see none. */
export const hidesNumbers = (caller: Pick<Caller, 'roleType' | 'isHiddenNum' | 'hiddenGlobalPhone'>): boolean => caller.isHiddenNum || (caller.hiddenGlobalPhone && caller.roleType !== 0 && caller.roleType !== 1 && caller.roleType !== 4);
