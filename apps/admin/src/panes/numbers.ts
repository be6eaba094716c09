import type { Panes } from '@liantai/ui';

export const numbersPanes: Panes = {};
