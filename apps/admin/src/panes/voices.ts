import type { Panes } from '@liantai/ui';

export const voicesPanes: Panes = {};
