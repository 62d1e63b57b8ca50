// The references of a cell's trace.
import type { Reference, References } from '../../programs/references.ts'
import type { Source } from './plan.ts'
import type { Step } from './steps.ts'
import { ownMember } from '../../kernel/own.ts'

/** The references of the artifact, variant and revision under one name. */
const referencesOfLevels = (references: References, name: string): References =>
  Object.fromEntries(
    [name, `${name}_variant`, `${name}_revision`].flatMap((key): readonly [string, Reference][] => {
      const reference = ownMember(references, key)
      return reference === undefined ? [] : [[key, reference]]
    }),
  )

const sourceReferences = (input: Step, source: Source): References => ({
  ...referencesOfLevels(input.references, 'testset'),
  ...referencesOfLevels(input.references, 'query'),
  ...(source.testcaseId === undefined ? {} : { testcase: { id: source.testcaseId } }),
})

/** The references of a cell's trace: the program, then its input. */
export function cellReferences(
  step: Step,
  { input, source }: { readonly input: Step; readonly source: Source },
): References {
  const names = step.type === 'annotation' ? ['evaluator'] : ['application', 'workflow']
  const program = names.map((name) => referencesOfLevels(step.references, name))
  return Object.assign({}, ...program, sourceReferences(input, source)) as References
}
