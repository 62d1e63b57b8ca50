// The values of many rows as columns: for each metric, a list of row positions and a list of values. One map per row
// would dominate the time to read a run.
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { outputsPath } from '../statistics/metrics.ts'

/** Countable values; texts are categories. */
export type Value = number | boolean | string

/** One metric. A row with several values (its repeats) appears several times. */
export interface MetricColumn {
  /** Row positions in the run. */
  readonly positions: readonly number[]
  readonly values: readonly Value[]
}

/** Columns by path, in order of appearance. */
export type StepColumns = ReadonlyMap<string, MetricColumn>

/** Longer texts are not categories. */
const categoryCharactersMax = 200

const isValue = (value: Json): value is Value =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= categoryCharactersMax)

interface MutableColumn extends MetricColumn {
  readonly positions: number[]
  readonly values: Value[]
}

/** A node in the tree of paths. Its text is built once, not per value. */
class PathNode {
  readonly path: string
  readonly children = new Map<string, PathNode>()
  column: MutableColumn | undefined

  constructor(path: string) {
    this.path = path
  }
}

/** Fills the columns of one step. */
export class ColumnBuilder {
  readonly #columns = new Map<string, MutableColumn>()
  readonly #outputs = new PathNode(outputsPath)
  readonly #totals = new Map<string, PathNode>()

  get columns(): StepColumns {
    return this.#columns
  }

  /** Two nodes may share a path, since names may contain dots. */
  #append(node: PathNode, { position, value }: { readonly position: number; readonly value: Value }): void {
    let { column } = node
    if (column === undefined) {
      column = this.#columns.get(node.path) ?? { positions: [], values: [] }
      node.column = column
      this.#columns.set(node.path, column)
    }
    column.positions.push(position)
    column.values.push(value)
  }

  /** Adds numbers, booleans and short texts. */
  addOutputs(
    position: number,
    { outputs, node = this.#outputs }: { readonly outputs: Json; readonly node?: PathNode | undefined },
  ): void {
    if (isValue(outputs)) this.#append(node, { position, value: outputs })
    else if (isJsonObject(outputs)) {
      for (const [name, value] of Object.entries(outputs)) {
        let child = node.children.get(name)
        if (child === undefined) node.children.set(name, (child = new PathNode(`${node.path}.${name}`)))
        this.addOutputs(position, { outputs: value, node: child })
      }
    }
  }

  addTotal(position: number, { path, value }: { readonly path: string; readonly value: number }): void {
    let node = this.#totals.get(path)
    if (node === undefined) this.#totals.set(path, (node = new PathNode(path)))
    this.#append(node, { position, value })
  }
}

/** Reduces outputs to their countable values, so that the rest of large outputs does not stay in memory. */
export function countableParts(outputs: Json): Json {
  if (isValue(outputs)) return outputs
  if (!isJsonObject(outputs)) return null
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([name, property]) =>
      isValue(property) || isJsonObject(property) ? [[name, countableParts(property)] as const] : [],
    ),
  )
}

/** Numbers, booleans and short texts of outputs, by full path. */
export function valuesIn(outputs: Json): ReadonlyMap<string, Value> {
  const builder = new ColumnBuilder()
  builder.addOutputs(0, { outputs })
  return new Map(
    [...builder.columns].flatMap(([path, { values }]) => values.slice(-1).map((value) => [path, value])),
  )
}
