import type { Panes } from '@liantai/ui';

export const trunksPanes: Panes = {};
