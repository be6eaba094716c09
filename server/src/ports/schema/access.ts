/** Tables of the area access; joined in ../schema.ts. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the area's tables join here
export interface AccessTables {}
