/** Tables of the area versions; joined in ../schema.ts. They belong to the installation. */
import type { ReleaseScope } from "@liantai/api/contract/admin";
import type { At, AtNull, Flag, Json, Text, Unset, Word } from "./types.ts";

export interface PublishKeyTable {
  id: string;
  name: string;
  /** SHA-256 of the secret, hex. */
  secretHash: string;
  /** Who made it: it publishes as that operator, and only while he may. */
  accountId: string;
  createdBy: string;
  createdAt: At;
  expiresAt: At;
  lastUsedAt: AtNull;
  uses: Flag;
  revokedAt: AtNull;
  revokedBy: Unset<string>;
}

export interface StoredFile {
  readonly name: string;
  /** Where it begins in the blob. */
  readonly at: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface StoredContents {
  readonly files: readonly StoredFile[];
  /** Shared packages and their versions that it was built against. */
  readonly shared: readonly { readonly name: string; readonly version: string }[];
}

export interface AppVersionTable {
  app: string;
  version: string;
  note: Text;
  bytes: number;
  contents: Json<StoredContents>;
  blobKey: string;
  publishedBy: string;
  keyName: string;
  publishedAt: At;
  failures: Flag;
  lastFailureAt: AtNull;
}

export interface AppReleaseTable {
  app: string;
  step: number;
  version: string;
  scope: Word<ReleaseScope>;
  compIds: string[];
  percent: number;
  over: string;
  releasedBy: string;
  releasedAt: At;
  withdrawnAt: AtNull;
}

export interface VersionsTables {
  publish_key: PublishKeyTable;
  app_version: AppVersionTable;
  app_release: AppReleaseTable;
}
