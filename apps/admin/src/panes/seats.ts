import type { Panes } from '@liantai/ui';

export const seatsPanes: Panes = {};
