// Combines the statements of all migrations for a store without tables. The engine takes 5 to 50 ms of processor time
// to alter the wide table of spans, whatever the change is. Migrations alter it some twenty times; here two or three
// statements are enough.

const alteration = /^ALTER TABLE (\S+)\s+(.*)$/s
const setting = /^MODIFY SETTING (.*)$/s
const addedColumns = /\bADD COLUMN IF NOT EXISTS (\w+)/g
const modifiedColumns = /\bMODIFY COLUMN (\w+)/g

const names = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

/** The changes of one table. Settings are last: a comma after them would start another setting. */
class TableChanges {
  readonly #table: string
  #statements: string[] = []
  #changes: string[] = []
  #settings: string[] = []

  constructor(table: string) {
    this.#table = table
  }

  add(change: string): void {
    const [, settings] = setting.exec(change) ?? []
    if (settings !== undefined) {
      this.#settings.push(settings)
      return
    }
    // A column that a statement adds and modifies would lose its default.
    const newColumns = new Set(this.#changes.flatMap((each) => names(each, addedColumns)))
    if (names(change, modifiedColumns).some((column) => newColumns.has(column))) this.#finish()
    this.#changes.push(change)
  }

  statements(): readonly string[] {
    if (this.#settings.length > 0) this.#changes.push(`MODIFY SETTING ${this.#settings.join(', ')}`)
    if (this.#changes.length > 0) this.#finish()
    return this.#statements
  }

  #finish(): void {
    this.#statements.push(`ALTER TABLE ${this.#table} ${this.#changes.join(', ')}`)
    this.#changes = []
  }
}

/** First the tables, then their changes, then their views: the result is the same schema as statement by statement. */
export function freshStatements(statements: readonly string[]): readonly string[] {
  const tables: string[] = []
  const views: string[] = []
  const changes = new Map<string, TableChanges>()
  for (const statement of statements.map((text) => text.trim())) {
    const [, table, change] = alteration.exec(statement) ?? []
    if (table === undefined || change === undefined) {
      const target = statement.startsWith('CREATE MATERIALIZED VIEW') ? views : tables
      target.push(statement)
      continue
    }
    const tableChanges = changes.get(table) ?? new TableChanges(table)
    changes.set(table, tableChanges)
    tableChanges.add(change)
  }
  return [...tables, ...[...changes.values()].flatMap((each) => each.statements()), ...views]
}
