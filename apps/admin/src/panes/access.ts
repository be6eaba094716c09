import type { Panes } from '@liantai/ui';

export const accessPanes: Panes = {};
