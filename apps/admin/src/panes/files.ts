import type { Panes } from '@liantai/ui';

export const filesPanes: Panes = {};
