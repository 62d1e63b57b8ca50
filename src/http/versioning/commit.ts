// Routes that commit revisions.
import { z } from 'zod'
import { invalid } from '../../kernel/errors.ts'
import { commit, createInitialRevision, type CommitInput } from '../../versioning/commit.ts'
import { recordKey, type Kind } from '../../versioning/kinds.ts'
import { parsedBy, json, optional, fieldIssue, uuid } from '../../kernel/validation.ts'
import { pascal } from '../record-fields.ts'
import { commitStatus, singleRecord, singleRecordWith, wireRevision } from '../records.ts'
import { exampleIds, examplePayloads } from '../record-examples.ts'
import { projectRoute, type Route, untypedAnswer } from '../route.ts'
import { answerWithProgress } from '../server/streams/progress-stream.ts'
import { exactlyOneOf, notTogether, someOf, stated } from '../stated-rules.ts'
import { ifChanged, message, newHeader } from '../field-schemas.ts'
import { single, operationName, payloadContext, type VersioningContext } from './context.ts'
import { artifactIdNames, idFields, idUnder, revisionIdNames, variantIdNames } from './parents.ts'
import { rowView } from './records.ts'
import { ownMember } from '../../kernel/own.ts'
import { commitCodes } from '../codes.ts'

/** In a family without deltas, `delta` is an unknown key. */
const noDelta = optional(
  json.superRefine((value, ctx) => {
    if (value !== null && value !== undefined) {
      ctx.addIssue(fieldIssue('extra_forbidden', "Unknown key 'delta'.", { input: value }))
    }
  }),
)
  .transform((): undefined => undefined)
  .meta({ 'x-undocumented': true })

const wrapperOf = (context: VersioningContext, kind: Kind) => {
  const { data, delta } = context.payloads[kind.family]
  return z
    .object({
      ...newHeader,
      ...idFields(artifactIdNames(kind)),
      ...idFields(variantIdNames(kind)),
      ...idFields(revisionIdNames(kind)),
      base_revision_id: optional(uuid),
      merged_revision_id: optional(uuid).meta({
        description: 'The revision whose changes the payload contains: the commit is a merge of it.',
      }),
      message: optional(message),
      if_changed: ifChanged,
      data: optional(data),
      delta: delta === undefined ? noDelta : optional(delta),
    })
    .meta({
      id: `${pascal(kind.name)}Commit`,
      ...stated(
        someOf([...artifactIdNames(kind), ...variantIdNames(kind), ...revisionIdNames(kind)]),
        notTogether(['data', 'delta']),
      ),
    })
}
const exampleParents = ({ name }: Kind) => ({
  [`${name}_id`]: exampleIds.artifact,
  [`${name}_variant_id`]: exampleIds.variant,
})

const commitExample = (kind: Kind) => ({
  ...exampleParents(kind),
  data: examplePayloads[kind.family],
  message: 'Shorter answers',
})

type WrapperSchema = ReturnType<typeof wrapperOf>
type Wrapper = z.output<WrapperSchema>

function commitInput(
  kind: Kind,
  {
    key,
    fields,
    queryVariantId,
  }: { readonly key: string; readonly fields: Wrapper; readonly queryVariantId?: string | undefined },
): CommitInput {
  const { slug, name, description, flags, tags, meta } = fields
  return {
    artifactId: idUnder(fields, artifactIdNames(kind)),
    variantId: idUnder({ ...fields, '?': queryVariantId }, [...variantIdNames(kind), '?']),
    revisionId: idUnder(fields, revisionIdNames(kind)),
    baseRevisionId: fields.base_revision_id,
    ifChanged: fields.if_changed,
    mergedRevisionId: fields.merged_revision_id,
    header: { slug, name, description, flags, tags, meta },
    message: fields.message,
    data: fields.data,
    delta: fields.delta,
    loc: ['body', key],
  }
}

/** Finds the wrapper in a body. It may have one of two keys, but not both. */
function wrapperIn(
  body: { readonly [key: string]: unknown },
  { kind, wrapper }: { readonly kind: Kind; readonly wrapper: WrapperSchema },
): { readonly key: string; readonly fields: Wrapper } {
  const key = recordKey(kind, 'revision')
  const longKey = `${key}_commit`
  if (ownMember(body, key) !== undefined && ownMember(body, longKey) !== undefined) {
    throw invalid([
      { type: 'value_error', loc: ['body', longKey], msg: `Send ${key} or ${longKey}, not both.` },
    ])
  }
  const usedKey = ownMember(body, longKey) === undefined ? key : longKey
  const fields = ownMember(body, usedKey)
  if (fields === undefined) throw invalid([{ type: 'missing', loc: ['body', key], msg: 'Field required.' }])
  return { key: usedKey, fields: parsedBy(wrapper, fields) }
}

const progressDescription =
  'With `Accept: text/event-stream` the answer is a stream: `progress` events (rows done and in total), then `answer` or `failure`. A disconnect cancels the commit.'

function commitRoute(
  context: VersioningContext,
  { kind, wrapper }: { readonly kind: Kind; readonly wrapper: WrapperSchema },
): Route {
  const key = recordKey(kind, 'revision')
  const variantParameter = `${kind.name}_variant_id`
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/commit`,
    operationId: operationName('commit', { kind, level: 'revision' }),
    examples: { body: { [key]: commitExample(kind) } },
    sdkName: `${kind.plural}.commit`,
    errors: commitCodes(kind),
    summary: 'Commit a payload, or a delta, to a variant.',
    ...(kind.name === 'testset' ? { description: progressDescription } : {}),
    access: 'editor',
    writes: true,
    query: z.object({ [variantParameter]: optional(uuid) }),
    body: z
      .object({ [key]: optional(wrapper), [`${key}_commit`]: optional(wrapper), ...rowView })
      .meta(stated(exactlyOneOf([key, `${key}_commit`]))),
    answer: singleRecordWith(kind, { level: 'revision', extra: commitStatus }),
    handle: async (call, caller) => {
      const { body, query, publicUrl } = call
      const { key, fields } = wrapperIn(body, { kind, wrapper })
      const input = commitInput(kind, { key, fields, queryVariantId: ownMember(query, variantParameter) })
      const answer = await answerWithProgress(call, {
        caller,
        work: async (scope) => {
          const { revision, status, warnings } = await commit({ engine: context.engine, scope, kind }, input)
          const viewContext = payloadContext(context, { scope, publicUrl, rows: body })
          const { count, ...record } = single(kind, {
            level: 'revision',
            record: await wireRevision(viewContext, { kind, revision }),
          })
          return {
            count,
            status,
            ...record,
            ...(warnings.length === 0 ? {} : { warnings }),
          }
        },
      })
      return untypedAnswer(answer)
    },
  })
}

function initialRevisionRoute(
  context: VersioningContext,
  { kind, wrapper }: { readonly kind: Kind; readonly wrapper: WrapperSchema },
): Route {
  const key = recordKey(kind, 'revision')
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/`,
    operationId: operationName('create', { kind, level: 'revision' }),
    examples: { body: { [key]: { ...exampleParents(kind), message: 'Start' } } },
    sdkName: `${kind.plural}.createRevision`,
    errors: [...commitCodes(kind), 'initial_revision_exists'],
    summary: 'Write version 0 of a variant that has no revision.',
    access: 'editor',
    writes: true,
    body: z.object({ [key]: wrapper, ...rowView }),
    answer: singleRecord(kind, 'revision'),
    handle: async ({ body, publicUrl }, { scope }) => {
      const input = commitInput(kind, { key, fields: parsedBy(wrapper, ownMember<unknown>(body, key)) })
      const revision = await createInitialRevision({ engine: context.engine, scope, kind }, input)
      const viewContext = payloadContext(context, { scope, publicUrl, rows: body })
      return single(kind, { level: 'revision', record: await wireRevision(viewContext, { kind, revision }) })
    },
  })
}

export function commitRoutes(context: VersioningContext, kind: Kind): readonly Route[] {
  const wrapper = wrapperOf(context, kind)
  return [initialRevisionRoute(context, { kind, wrapper }), commitRoute(context, { kind, wrapper })]
}
