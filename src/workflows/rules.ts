// Payload rules of the workflow family.
import { applyDelta } from '../kernel/json/patch.ts'
import { isJsonObject, type JsonObject } from '../kernel/json/value.ts'
import {
  prepareUnchanged,
  readStoredData,
  type CommitContext,
  type DataLimits,
  type PayloadRules,
  type PreparedPayload,
} from '../versioning/payload.ts'
import { completeWorkflowData, derivedFlags, storedWorkflowData } from './completion.ts'
import { checkWorkflowData } from './payload.ts'
import { mayHaveEmbeds } from './embed-syntax.ts'
import { embedUses } from './uses.ts'

interface WorkflowLimits extends DataLimits {
  /** The most embeds of a revision that can be resolved. */
  readonly embedsMax: number
}

async function preparePayload(
  context: CommitContext,
  data: JsonObject,
  rest: { readonly warnings?: PreparedPayload['warnings']; readonly limits: WorkflowLimits },
): Promise<PreparedPayload> {
  const storedData = storedWorkflowData(data)
  const payload = await prepareUnchanged(context, storedData, { flags: derivedFlags(storedData), ...rest })
  if (!mayHaveEmbeds(payload.dataText ?? '')) return payload
  const { reads, scope } = context
  const { embedsMax } = rest.limits
  const uses = await embedUses({ reads, projectId: scope.projectId, embedsMax }, storedData)
  return { ...payload, uses }
}

/** Applies the delta to the stored data of the start revision; the result is validated like any data. */
async function prepareDelta(
  context: CommitContext,
  { delta, limits }: { readonly delta: JsonObject; readonly limits: WorkflowLimits },
): Promise<PreparedPayload> {
  const start = (context.start && (await readStoredData(context.start))) ?? {}
  const { set, remove } = delta
  const result = applyDelta(start, {
    ...(isJsonObject(set) ? { set } : {}),
    ...(Array.isArray(remove) ? { remove: remove as readonly string[] } : {}),
  })
  const removals = Array.isArray(remove) ? remove : []
  const warnings = result.missingPaths.map((path) => ({
    code: 'nothing_removed' as const,
    message: `There is no value at '${path}' to remove.`,
    target: [...context.loc, 'remove', removals.indexOf(path)],
  }))
  return preparePayload(context, checkWorkflowData(result.data, context.loc), { warnings, limits })
}

export const workflowRules = (limits: WorkflowLimits): PayloadRules => ({
  isRequired: false,
  emptyData: undefined,
  preparesEarly: false,
  prepare: async (context, data) => preparePayload(context, checkWorkflowData(data, context.loc), { limits }),
  prepareDelta: async (context, delta) => prepareDelta(context, { delta, limits }),
  flags: (_, data) => derivedFlags(data),
  view: async (revision, view) => {
    const storedData = await readStoredData(revision)
    return { data: storedData && completeWorkflowData(storedData, view.publicUrl) }
  },
})
