/** Rows of this area's screen tests. */
import type { Company, CompanyAccount, LedgerEntry } from './model.ts';

export const company = (over: Partial<Company> = {}): Company => ({
  compId: '100001', name: '演示企业', contact: '', phone: '', unitId: null, unitName: '', dbServer: 'main', maxSeats: 0, maxConcurrentCalls: 0, maxRobots: 0, storageMb: 0, seats: 5, expiresOn: '', creditLimit: '0.0000', balance: '12.5000', isWhite: 0,
  enabled: 1, forbidden: 1, forcePasswordChange: 0, reminderCycle: 90, hiddenGlobalPhone: 1, phoneEncipher: 0, isShowForm: 0, moduleIm: 1, moduleKnowledge: 1, moduleHelp: 1, remark: '', createdAt: '2026-11-20 09:00:00', sms: null, ...over,
});

export const account = (over: Partial<CompanyAccount> = {}): CompanyAccount => ({
  id: 'a1', compId: '100001', compName: '演示企业', account: 'zhangsan', nickName: '张三', roleType: 2, roleId: 'r2', roleName: '坐席', agentId: null, agentName: '', ofSeat: 0, enabled: 1, isSys: 0, isHiddenNum: 0, isTabs: 1, remark: '', online: false, locked: false, createdAt: '2026-11-20 09:00:00', ...over,
});

export const entry = (over: Partial<LedgerEntry> = {}): LedgerEntry => ({ id: 'l1', seq: 1, compId: '100001', compName: '演示企业', kind: 'recharge', amount: '100.0000', balanceAfter: '100.0000', operatorName: '系统运营', remark: '', at: '2026-11-20 09:00:00', ...over });
