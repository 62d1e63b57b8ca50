// The migrations of a store that a program would apply, and their work.

/**
 * A program whose schema is older works on a store whose newer migrations are all additive: they add tables,
 * indexes, or columns with a default, and change the meaning of no column (docs/adr/076-additive-migrations.md).
 */
export interface Additive {
  readonly isAdditive?: boolean
}

/** The work of a migration on stored rows. */
export interface MigrationWork {
  /** `background`: the server works on it after its start, while it answers requests. */
  readonly kind: 'rewrite' | 'index' | 'background'
  readonly table: string
  readonly rows: number
}

export interface PendingMigration {
  readonly name: string
  readonly isAdditive: boolean
  /** Empty: it touches no stored row. */
  readonly work: readonly MigrationWork[]
}

/** The difference between the schema of a store and the schema of this program. */
export interface MigrationPlan {
  readonly backend: string
  /** The number of applied migrations. */
  readonly applied: number
  /** The number of migrations of this program. */
  readonly versionMax: number
  readonly pending: readonly PendingMigration[]
}

/** The refusal of a store that a newer program has migrated. */
export const newerSchemaMessage = (
  store: 'database' | 'trace store',
  { applied, versionMax }: Pick<MigrationPlan, 'applied' | 'versionMax'>,
): string =>
  `The ${store} has schema ${applied}, this program knows up to ${versionMax}. ` +
  'It was written by a newer Assay: start that one, or restore a backup made before the upgrade.'
