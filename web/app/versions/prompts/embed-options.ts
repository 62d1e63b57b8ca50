// The texts of other programs that a prompt can embed.
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api.ts'
import { isRecord } from '../../../ui/records.ts'
import type { EmbedOption } from '../../../ui/prompt-editor/template-completion.ts'
import type { Artifact } from '../client.ts'

const pathsMax = 6
/** Texts of a prompt that are not its content. */
const skippedMembers: ReadonlySet<string> = new Set(['role', 'llm_config', 'template_format', 'input_keys'])
const depthMax = 5

/** The paths of the texts in a value, outermost first. */
function textPaths(value: unknown, path: readonly (string | number)[] = []): readonly string[] {
  if (typeof value === 'string') return path.length === 0 ? [] : [path.join('.')]
  if (path.length === depthMax) return []
  const members = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : []
  return members
    .filter(([name]) => !skippedMembers.has(String(name)))
    .flatMap(([name, member]) => textPaths(member, [...path, name]))
}

const optionsOf = ({ slug, data }: Artifact): readonly EmbedOption[] =>
  textPaths(data?.['parameters'])
    .slice(0, pathsMax)
    .map((path) => ({ label: `${slug} · ${path}`, source: `@{{workflow.slug=${slug}, path=${path}}}` }))

/** Workflows include applications. Evaluators are left out: their texts are settings. */
export const embedOptionsQuery = (api: Api) =>
  queryOptions({
    queryKey: [api.projectId, 'versions', 'workflow', 'embeds'],
    queryFn: async ({ signal }) =>
      (await api.versions('workflow').list({}, { signal })).artifacts
        .filter(({ flags }) => flags?.['is_evaluator'] !== true)
        .flatMap(optionsOf),
    staleTime: 60_000,
  })
