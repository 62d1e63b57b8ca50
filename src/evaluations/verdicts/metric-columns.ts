// Values of very many rows, by metric: the positions of rows and what stands there, in two lists. A map for each row would be most of the work of
// reading a run.
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { outputsPath } from '../statistics/metrics.ts'

/** Verdicts that can be counted; texts are those of categories. */
export type Value = number | boolean | string

/** Of one metric; a row with several values, which are its repeats, is there several times. */
export interface MetricColumn {
  /** Of rows in their run. */
  readonly positions: readonly number[]
  readonly values: readonly Value[]
}

/** By path, in the order met. */
export type StepColumns = ReadonlyMap<string, MetricColumn>

/** Longer texts are no categories. */
const categoryCharactersMax = 200

const isValue = (value: Json): value is Value =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= categoryCharactersMax)

interface Filling extends MetricColumn {
  readonly positions: number[]
  readonly values: Value[]
}

/** A path that was met, and the ones below it. Its text is made once, not with each value. */
class Place {
  readonly path: string
  readonly below = new Map<string, Place>()
  column: Filling | undefined

  constructor(path: string) {
    this.path = path
  }
}

/** Fills the columns of one step. */
export class ColumnFiller {
  readonly #columns = new Map<string, Filling>()
  readonly #outputs = new Place(outputsPath)
  readonly #totals = new Map<string, Place>()

  get columns(): StepColumns {
    return this.#columns
  }

  /** Two places may have one path: names may hold dots. */
  #put(place: Place, position: number, value: Value): void {
    let { column } = place
    if (column === undefined) {
      column = this.#columns.get(place.path) ?? { positions: [], values: [] }
      place.column = column
      this.#columns.set(place.path, column)
    }
    column.positions.push(position)
    column.values.push(value)
  }

  /** Numbers, booleans and short texts. */
  addOutputs(position: number, outputs: Json, place = this.#outputs): void {
    if (isValue(outputs)) this.#put(place, position, outputs)
    else if (isJsonObject(outputs)) {
      for (const [name, value] of Object.entries(outputs)) {
        let below = place.below.get(name)
        if (below === undefined) place.below.set(name, (below = new Place(`${place.path}.${name}`)))
        this.addOutputs(position, value, below)
      }
    }
  }

  addTotal(position: number, path: string, value: number): void {
    let place = this.#totals.get(path)
    if (place === undefined) this.#totals.set(path, (place = new Place(path)))
    this.#put(place, position, value)
  }
}

/** What of outputs can be a value, so that the rest of large ones need not be held. */
export function countedParts(outputs: Json): Json {
  if (isValue(outputs)) return outputs
  if (!isJsonObject(outputs)) return null
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([name, below]) =>
      isValue(below) || isJsonObject(below) ? [[name, countedParts(below)] as const] : [],
    ),
  )
}

/** Numbers, booleans and short texts of outputs by their full path. */
export function valuesIn(outputs: Json): ReadonlyMap<string, Value> {
  const filler = new ColumnFiller()
  filler.addOutputs(0, outputs)
  return new Map(
    [...filler.columns].flatMap(([path, { values }]) => values.slice(-1).map((value) => [path, value])),
  )
}
