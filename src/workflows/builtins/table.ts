// All built-ins, in the order in which the catalog lists them.
import type { Builtin } from './builtin.ts'
import { jsonTests } from './json-tests.ts'
import { matches } from './match.ts'
import { numberTests } from './number-tests.ts'
import { programEvaluators, programs } from './programs.ts'
import { prompts } from './prompts.ts'
import { similarityTests } from './similarity-tests.ts'
import { textTests } from './text-tests.ts'

export const builtins: readonly Builtin[] = [
  ...prompts,
  ...programs,
  ...matches,
  ...textTests,
  ...jsonTests,
  ...numberTests,
  ...similarityTests,
  ...programEvaluators,
]

const byKey: ReadonlyMap<string, Builtin> = new Map(builtins.map((entry) => [entry.key, entry]))

/** The built-in with this key, of any kind. */
export const builtinByKey = (key: string): Builtin | undefined => byKey.get(key)
