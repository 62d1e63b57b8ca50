// Statements of hot paths, compiled once per dialect. Building and compiling a Kysely query dominated the
// profile of a retrieve; with a stored text, a call only binds its values.
import { createHash } from 'node:crypto'
import type { Compilable, CompiledQuery, DialectAdapter, Kysely, Selectable } from 'kysely'
import type { Tables } from './schema.ts'

/** A placeholder for a value while the statement is compiled. */
class Placeholder {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

const nameOfText = new Map<string, string>()

/**
 * Equal texts have equal names in every process, and different texts different ones. A transaction pooler
 * shares a server connection between processes, and the server looks statements up by name alone: with names
 * from a counter per process, one process ran the statements of another.
 */
const nameFor = (text: string): string =>
  `assay_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`

/** The name under which a server may store this statement; undefined: the statement is not hot. */
export const statementName = (text: string): string | undefined => nameOfText.get(text)

interface CompiledStatement<Row> {
  readonly query: CompiledQuery<Row>
  readonly parameters: readonly unknown[]
}

/** `build` must create the same statement for all values: they may only be bound, never inspected. */
export const prepareStatement = <Row, Values extends readonly unknown[]>(
  build: (db: Kysely<Tables>, ...values: Values) => Compilable<Row>,
) => compileOnce(build, { isNamed: true })

/**
 * Like `prepareStatement`, for statements over lists of values. They have no name, so the server plans every call. It
 * would make a stored plan while the table is small: with one, reading 1,000 of 20,000 testcases took 1.5 to 2 s
 * instead of 30 ms.
 */
export const prepareListStatement = <Row, Values extends readonly unknown[]>(
  build: (db: Kysely<Tables>, ...values: Values) => Compilable<Row>,
) => compileOnce(build, { isNamed: false })

function compileOnce<Row, Values extends readonly unknown[]>(
  build: (db: Kysely<Tables>, ...values: Values) => Compilable<Row>,
  { isNamed }: { readonly isNamed: boolean },
) {
  const statements = new WeakMap<DialectAdapter, CompiledStatement<Row>>()
  return (db: Kysely<Tables>, ...values: Values) => {
    const { adapter } = db.getExecutor()
    let statement = statements.get(adapter)
    if (statement === undefined) {
      const placeholders = values.map((_, index) => new Placeholder(index)) as unknown as Values
      const query = build(db, ...placeholders).compile()
      if (isNamed && !nameOfText.has(query.sql)) nameOfText.set(query.sql, nameFor(query.sql))
      statement = { query, parameters: query.parameters }
      statements.set(adapter, statement)
    }
    const parameters = statement.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.index] : parameter,
    )
    const { query, queryId, sql } = statement.query
    return db.executeQuery<Row>({ query, queryId, sql, parameters })
  }
}

/** An insert of one row that does nothing on a conflict; the first row determines the columns. */
export function prepareInsert<T extends keyof Tables>(table: T) {
  let columns: readonly string[] | undefined
  const statement = prepareStatement((db, ...values: readonly unknown[]) =>
    db
      .insertInto(table)
      .values(Object.fromEntries((columns ?? []).map((column, i) => [column, values[i]])) as never)
      .onConflict((conflict) => conflict.doNothing()),
  )
  return (db: Kysely<Tables>, row: Selectable<Tables[T]>) => {
    columns ??= Object.keys(row)
    return statement(db, ...columns.map((column) => row[column as keyof typeof row]))
  }
}
