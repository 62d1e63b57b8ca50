// Selects the members of span records in a response. Lists without content request fewer members and are read faster.
import { invalid } from '../../kernel/errors.ts'
import type { QueryScope, SelectedSpan } from '../../storage/contract/contract.ts'
import { pathProblem } from '../filter/path.ts'

const narrowMembers = [
  'trace_id',
  'span_id',
  'parent_id',
  'trace_type',
  'span_type',
  'span_kind',
  'span_name',
  'start_time',
  'end_time',
  'status_code',
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'created_at',
  'created_by_id',
  'updated_at',
  'updated_by_id',
] as const

const largeMembers = ['attributes', 'references', 'links', 'hashes', 'events', 'adapters'] as const

/** Only included on request: totals of the subtree, previews of inputs and outputs, and on heads the trace. */
const onRequestMembers = ['totals', 'preview', 'trace'] as const

const onRequestColumns = {
  totals: ['duration_ms', 'errors', 'tokens', 'cost'],
  preview: ['inputs_start', 'outputs_start'],
  trace: ['is_head', 'trace_totals', 'duration_ms', 'errors', 'tokens', 'cost'],
} as const satisfies Readonly<Record<(typeof onRequestMembers)[number], readonly (keyof SelectedSpan)[]>>

const isOnRequest = (name: SpanMember): name is (typeof onRequestMembers)[number] =>
  onRequestMembers.some((member) => member === name)

export const spanMembers = [...narrowMembers, ...largeMembers, ...onRequestMembers] as const
/** A single attribute by its dot path. */
export type AttributeMember = `attributes.${string}`
export type SpanMember = (typeof spanMembers)[number]

/** Undefined: full records. */
export type SelectedMembers = ReadonlySet<SpanMember | AttributeMember> | undefined

export const attributePrefix = 'attributes.'

const isMember = (name: string): name is SpanMember => spanMembers.some((candidate) => candidate === name)

export const isAttributeMember = (name: string): name is AttributeMember =>
  name.startsWith(attributePrefix) && name.length > attributePrefix.length && pathProblem(name) === undefined

const memberWords = spanMembers.map((member) => `'${member}'`).join(', ')

function checkedNames<Name extends string>(
  names: readonly string[],
  loc: readonly (string | number)[],
  {
    isAllowed,
    allowedNames,
  }: { readonly isAllowed: (name: string) => name is Name; readonly allowedNames: string },
): readonly Name[] {
  return names.map((name, i) => {
    if (isAllowed(name)) return name
    throw invalid([
      { type: 'enum', loc: [...loc, i], msg: `Input should be one of ${allowedNames}.`, input: name },
    ])
  })
}

const selectable = {
  isAllowed: (name: string): name is SpanMember | AttributeMember =>
    isMember(name) || isAttributeMember(name),
  allowedNames: `${memberWords}, or the path of an attribute such as 'attributes.ag.tags.team'`,
} as const
const excludable = { isAllowed: isMember, allowedNames: memberWords } as const

/** Parses the selection of a request: `fields` includes members, `exclude` omits them. Ids are always included. */
export function selectedMembers(
  selection: {
    readonly fields?: readonly string[] | undefined
    readonly exclude?: readonly string[] | undefined
  },
  root: string,
): SelectedMembers {
  if (selection.fields === undefined && selection.exclude === undefined) return undefined
  const members = new Set<SpanMember | AttributeMember>(
    selection.fields === undefined
      ? [...narrowMembers, ...largeMembers]
      : ['trace_id', 'span_id', ...checkedNames(selection.fields, [root, 'fields'], selectable)],
  )
  for (const name of checkedNames(selection.exclude ?? [], [root, 'exclude'], excludable)) {
    if (name !== 'trace_id' && name !== 'span_id') members.delete(name)
  }
  return members
}

/** The columns that must be read for a selection. */
export function columnsFor(members: SelectedMembers): QueryScope['columns'] {
  if (members === undefined) return undefined
  return new Set(
    [...members].flatMap((name): readonly (keyof SelectedSpan)[] => {
      if (!isMember(name)) return ['attributes']
      return isOnRequest(name) ? onRequestColumns[name] : [name]
    }),
  )
}

/** The members in the outline of a trace. */
export const outlineMembers: ReadonlySet<SpanMember> = new Set([
  'trace_id',
  'span_id',
  'parent_id',
  'span_type',
  'span_name',
  'start_time',
  'end_time',
  'status_code',
  'status_message',
  'totals',
])
