/** Tables of the area trunks; joined in ../schema.ts. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the area's tables join here
export interface TrunksTables {}
