import type { Panes } from '@liantai/ui';

export const groupsPanes: Panes = {};
