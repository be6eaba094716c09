import type { Panes } from '@liantai/ui';

export const settingsPanes: Panes = {};
