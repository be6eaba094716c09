import type { Agent, AgentGroup, SeatStatus } from '../call-centre/seats/queries.ts';

export const agent = (over: Partial<Agent> = {}): Agent => ({
  agentId: '1001', name: '李晓雯', roleType: 2, roleId: 'r2', roleName: '坐席', groupId: 'g1', groupName: '客服部', terminalType: 2, extension: '1001', isPopup: 1, isAutoAnswer: 0, callStyle: 0, isHiddenNum: 0, isTabs: 1,
  enable: 1, maxSession: null, skillGroups: [{ id: 's1', name: '售后' }], status: 1, customStatusName: null, statusSince: '2026-11-20 09:00:00', mustChange: 0, createdAt: '2026-11-01 09:00:00', ...over,
});

export const group = (over: Partial<AgentGroup> = {}): AgentGroup => ({ id: 'g1', parentId: null, name: '客服部', remark: '', sort: 0, members: 2, monitors: [{ agentId: '1005', name: '周敏' }], ...over });

export const seatStatus = (over: Partial<SeatStatus> = {}): SeatStatus => ({ id: 's1', statusName: '休息', enable: 1, sort: 0, remark: '', everyone: 1, groups: [], seats: [], maxAtOnce: 0, maxAtOnceGroup: 0, maxMinutes: 15, maxPerDay: 4, overEntry: 'refuse', overTime: 'warn', inUse: 1, ...over });
