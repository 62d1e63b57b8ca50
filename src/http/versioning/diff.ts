// Compares two revisions of a kind.
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import { structuralDiff } from '../../kernel/json/diff.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import type { Kind } from '../../versioning/kinds.ts'
import { readStoredData } from '../../versioning/payload.ts'
import { revisionReference, type Target } from '../../versioning/references/references.ts'
import { resolveReference } from '../../versioning/references/resolve-reference.ts'
import { namedSchema } from '../record-fields.ts'
import { stated } from '../stated-rules.ts'
import { withGeneratedExample } from '../examples.ts'
import { exampleIds } from '../record-examples.ts'
import { projectRoute, type Route } from '../route.ts'
import { windowingAnswer } from '../field-schemas.ts'
import { operationName, type DiffFormat, type DiffSides, type VersioningContext } from './context.ts'
import {
  exampleTarget,
  hasTargetReference,
  targetFields,
  targetReader,
  targetRules,
  kindScopeOf,
} from './targets.ts'
import { pageCodes, targetCodes } from '../codes.ts'
import type { KindScope } from '../../versioning/engine.ts'

const diffSide = z
  .looseObject({ id: z.guid(), slug: z.string(), version: z.string(), content_hash: z.string().optional() })
  .meta({ id: 'DiffSide' })
const exampleSides = {
  base: { id: '01a1e27e-6698-743d-89d2-24d02e6d1412', slug: '8356035fb9ab', version: '0' },
  target: { id: exampleIds.revision, slug: '0786e7549f0c', version: '1' },
}

const diffAnswer = (format: DiffFormat) =>
  namedSchema(`${format.name}Response`, () =>
    z.object({
      count: z.int(),
      diff: withGeneratedExample(
        z.object({ base: diffSide.optional(), target: diffSide, ...format.answer }).meta({ id: format.name }),
        { ...exampleSides, ...format.example },
      ),
      windowing: windowingAnswer.optional(),
    }),
  )

const changes = z.array(
  z
    .looseObject({ path: z.string(), value: z.unknown().optional() })
    .meta({ id: 'StructuralChange', description: 'path: a JSON Pointer.' }),
)

/** Compares by member, with JSON Pointers. */
const structuralFormat: DiffFormat = {
  name: 'RevisionDiff',
  fields: {},
  answer: { equal: z.boolean(), added: changes, removed: changes, changed: changes },
  example: {
    equal: false,
    added: [],
    removed: [],
    changed: [{ path: '/parameters/tone', base: 'formal', target: 'calm' }],
  },
  compare: async (_, { base, target }) => {
    const diff = structuralDiff(
      (base && (await readStoredData(base))) ?? {},
      (await readStoredData(target)) ?? {},
    )
    const { added, removed, changed } = diff
    const count = added.length + removed.length + changed.length
    return { count, diff: { equal: count === 0, added, removed, changed } }
  },
}

const sideAnswer = (kind: Kind, revision: Revision): JsonObject => ({
  ...(revisionReference(revision) as JsonObject),
  [`${kind.name}_id`]: revision.artifact.id,
  [`${kind.name}_variant_id`]: revision.variant.id,
  ...(revision.contentHash === undefined ? {} : { content_hash: revision.contentHash }),
})

/** Both sides of a diff. The default base is the revision before the target. */
async function diffSides(
  { scope, kind }: KindScope,
  targets: { readonly base: Target; readonly target: Target },
): Promise<DiffSides> {
  const kindScope = kindScopeOf(scope, kind)
  const side = async (name: 'base' | 'target'): Promise<Revision> => {
    const resolution = await resolveReference(kindScope, { target: targets[name], verb: 'diff' })
    if (resolution === undefined)
      throw new AssayError('not_found', `${kind.label} revision not found: ${name}.`)
    return resolution.revision
  }
  const target = await side('target')
  if (hasTargetReference(targets.base)) return { base: await side('base'), target }
  const previousRevision =
    target.version === 0
      ? undefined
      : await scope.store.read.revisionByVersion(scope.projectId, target.variant.id, target.version - 1)
  return { base: previousRevision, target }
}

export function diffRoute(context: VersioningContext, kind: Kind): Route {
  const format = context.payloads[kind.family].diff ?? structuralFormat
  const targetIn = targetReader(kind)
  const baseIn = targetReader(kind, 'base_')
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/diff`,
    operationId: operationName('diff', { kind, level: 'revision', plural: true }),
    examples: { body: exampleTarget(kind) },
    sdkName: `${kind.plural}.diff`,
    errors: ['not_found', ...targetCodes(kind), ...pageCodes],
    summary: 'The differences between two revisions.',
    access: 'viewer',
    body: z
      .object({ ...targetFields(kind), ...targetFields(kind, 'base_'), ...format.fields })
      .meta(stated(...targetRules(kind), 'The base is optional; its references follow the same rule.')),
    answer: diffAnswer(format),
    handle: async ({ body }, { scope }) => {
      const sides = await diffSides({ scope, kind }, { base: baseIn(body), target: targetIn(body) })
      const { count, diff, windowing } = await format.compare(scope, sides, body)
      return {
        count,
        diff: {
          ...(sides.base === undefined ? {} : { base: sideAnswer(kind, sides.base) }),
          target: sideAnswer(kind, sides.target),
          ...diff,
        },
        ...(windowing === undefined ? {} : { windowing }),
      }
    },
  })
}
