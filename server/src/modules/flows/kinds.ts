/** Of rows of uses: a version of a shared sub-process that a node calls, beside the sub-process itself. */
export const sharedVersionKind = "sharedVersion";
