// The programs that Assay ships: prompts, custom programs and evaluators. One file per family of built-ins, all of
// them listed in table.ts. Only data lives here (names, schemas, defaults); the runners live elsewhere and read it.
// May import kernel/json only. Start with table.ts.
import type { Json, JsonObject } from '../../kernel/json/value.ts'

type BuiltinKind = 'builtin' | 'custom'

/** A ready-made choice of parameters for a template. */
export interface Preset {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

export interface Builtin {
  readonly key: string
  readonly kind: BuiltinKind
  readonly name: string
  readonly description: string
  readonly categories: readonly string[]
  readonly isApplication: boolean
  readonly isEvaluator: boolean
  readonly isRecommended: boolean
  readonly needsModel: boolean
  /** JSON Schema of `parameters`; absent: it has none. */
  readonly parameters?: JsonObject
  /** JSON Schema of the inputs; absent: nothing is said about them. */
  readonly inputs?: JsonObject
  /** JSON Schema of the outputs under these parameters; undefined: the revision's own, or nothing said. */
  readonly outputs: (parameters: JsonObject) => JsonObject | undefined
  /** What a new revision of this template starts with. */
  readonly defaults: JsonObject
  /** True when `parameters` are settings: checked against their schema on commit. */
  readonly hasSettings: boolean
  /** The key of `data` that may stand in for the setting that is otherwise required. */
  readonly standIn?: { readonly dataKey: 'url' | 'script'; readonly setting: string }
  readonly presets: readonly Preset[]
}

/** What every built-in says of itself; the rest has a usual value. */
type Described = Pick<Builtin, 'key' | 'name' | 'description' | 'categories'> &
  Partial<Omit<Builtin, 'outputs'>> & {
    readonly outputs?: Builtin['outputs'] | JsonObject
  }

/** The defaults that the properties of a schema declare. */
function defaultsOf(schema: JsonObject | undefined): JsonObject {
  const properties = (schema?.['properties'] ?? {}) as JsonObject
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, property]): readonly [string, Json][] => {
      const value = (property as JsonObject)['default']
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** A built-in with the usual values filled in: kind `builtin`, no role, nothing recommended, no presets. */
export function builtin({ outputs, ...described }: Described): Builtin {
  return {
    kind: 'builtin',
    isApplication: false,
    isEvaluator: false,
    isRecommended: false,
    needsModel: false,
    hasSettings: false,
    presets: [],
    defaults: defaultsOf(described.parameters),
    ...described,
    outputs: typeof outputs === 'function' ? outputs : () => outputs,
  }
}

/** An evaluator whose parameters are settings. */
export const evaluator = (described: Described): Builtin =>
  builtin({ isEvaluator: true, hasSettings: described.parameters !== undefined, ...described })
