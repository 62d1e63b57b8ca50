// The dependencies of repositories and of pushes.
import type { JsonObject, JsonPath } from '../../kernel/json/value.ts'
import type { Artifact, Family, Variant } from '../../storage/contract/contract.ts'
import type { TestsetSettings } from '../../testsets/stored/stored-list.ts'
import type { Engine, KindScope } from '../../versioning/engine.ts'
import type { History } from './history.ts'

export interface RepositorySettings {
  readonly engine: Engine
  readonly testsets: TestsetSettings
  /** Checks `data` by the schema of its family; throws a 422 whose locations start with `loc`. */
  readonly checkData: (
    family: Family,
    input: { readonly data: JsonObject; readonly loc: JsonPath },
  ) => Promise<JsonObject>
}

export interface PushContext extends KindScope, RepositorySettings {
  readonly artifact: Artifact
  readonly history: History
  /** The variants before the push, archived ones included. */
  readonly variants: readonly Variant[]
}
