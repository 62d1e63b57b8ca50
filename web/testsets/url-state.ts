// The URL state of the testset pages.
import { isRecord } from '../ui/records.ts'
import type { Json } from './values.ts'

/** `capitals@3`: a testset and a version; without a version, the newest one. */
export interface TestsetAddress {
  readonly slug: string
  readonly version?: string
}

export function addressOf(param: string): TestsetAddress {
  const separatorIndex = param.lastIndexOf('@')
  if (separatorIndex <= 0) return { slug: param }
  const version = param.slice(separatorIndex + 1)
  return version === ''
    ? { slug: param.slice(0, separatorIndex) }
    : { slug: param.slice(0, separatorIndex), version }
}

export const addressText = ({ slug, version }: TestsetAddress): string =>
  version === undefined ? slug : `${slug}@${version}`

/** One side of a comparison: `3` on the default variant, `anna@3` on another, `anna` for its newest. */
export interface Side {
  readonly variant?: string
  readonly version?: string
}

export function sideOf(text: string): Side {
  if (/^\d+$/.test(text)) return { version: text }
  const { slug, version } = addressOf(text)
  return version === undefined ? { variant: slug } : { variant: slug, version }
}

/** The side in a URL; a version of the default variant needs no variant. */
export const sideText = (variant: { readonly slug: string } | undefined, version: string): string =>
  variant === undefined ? version : `${variant.slug}@${version}`

/** The side as references of a request. */
export const refsOf = (slug: string, { variant, version }: Side) => ({
  testset_ref: { slug },
  ...(variant === undefined ? {} : { testset_variant_ref: { slug: variant } }),
  ...(version === undefined ? {} : { testset_revision_ref: { version } }),
})

/** Both sides of `a..b`; undefined: the text is no range. */
export function rangeOf(param: string): readonly [Side, Side] | undefined {
  const separatorIndex = param.indexOf('..')
  const [baseText, targetText] = [param.slice(0, separatorIndex), param.slice(separatorIndex + 2)]
  return separatorIndex <= 0 || targetText === '' ? undefined : [sideOf(baseText), sideOf(targetText)]
}

export const columnOperators = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
  'not_exists',
  'not_converts_to',
] as const
export type ColumnOperator = (typeof columnOperators)[number]

export interface Condition {
  readonly column: string
  readonly operator: ColumnOperator
  readonly value?: Json
}

export interface TestsetsView {
  readonly archived?: true
  /** Whether the dialog for a new testset is open. */
  readonly new?: true
}

export const testsetsSearch = (raw: { readonly [K in keyof TestsetsView]?: unknown }): TestsetsView => ({
  ...(raw.archived === true ? { archived: true } : {}),
  ...(raw.new === true ? { new: true } : {}),
})

export interface GridView {
  readonly variant?: string
  readonly view?: 'history'
  /** The row under the cursor, counted from 1. */
  readonly row?: number
  readonly column?: string
  /** Whether the row pane is open. */
  readonly open?: true
  readonly find?: string
  readonly where?: readonly Condition[]
  /** Whether only matches are listed. */
  readonly only?: true
  /** Hidden columns, and columns that stay while others scroll. */
  readonly hidden?: readonly string[]
  readonly pinned?: readonly string[]
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

const texts = (value: unknown): readonly string[] | undefined => {
  const list = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  return list.length === 0 ? undefined : list
}

function conditions(value: unknown): readonly Condition[] | undefined {
  const list = (Array.isArray(value) ? value : []).flatMap((one: unknown): readonly Condition[] => {
    if (!isRecord(one)) return []
    const { column, operator: name, value } = one
    const operator = columnOperators.find((each) => each === name)
    if (typeof column !== 'string' || operator === undefined) return []
    return [{ column, operator, ...(value === undefined ? {} : { value: value as Json }) }]
  })
  return list.length === 0 ? undefined : list
}

/** Omits undefined members. */
const withoutUndefined = <T extends object>(members: { readonly [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T

export const gridSearch = (raw: { readonly [K in keyof GridView]?: unknown }): GridView =>
  withoutUndefined<GridView>({
    variant: text(raw.variant),
    view: raw.view === 'history' ? 'history' : undefined,
    row: typeof raw.row === 'number' && raw.row >= 1 ? Math.floor(raw.row) : undefined,
    column: text(raw.column),
    open: raw.open === true ? true : undefined,
    find: text(raw.find),
    where: conditions(raw.where),
    only: raw.only === true ? true : undefined,
    hidden: texts(raw.hidden),
    pinned: texts(raw.pinned),
  })

export const diffKinds = ['edited', 'added', 'removed', 'moved'] as const
export type DiffKind = (typeof diffKinds)[number]

export interface DiffView {
  readonly kind?: DiffKind
  /** The open change, counted from 1. */
  readonly at?: number
}

export const diffSearch = (raw: { readonly [K in keyof DiffView]?: unknown }): DiffView =>
  withoutUndefined<DiffView>({
    kind: diffKinds.find((kind) => kind === raw.kind),
    at: typeof raw.at === 'number' && raw.at >= 1 ? Math.floor(raw.at) : undefined,
  })

/** Merges into `into`: a variant, one revision (cherry-pick), or the reverse of a revision. */
export interface MergeView {
  readonly into?: string
  readonly from?: string
  readonly pick?: string
  readonly revert?: string
  /** Whether the variant was created for a draft. Then it is archived after the merge. */
  readonly draft?: true
}

export const mergeSearch = (raw: { readonly [K in keyof MergeView]?: unknown }): MergeView =>
  withoutUndefined<MergeView>({
    into: text(raw.into),
    from: text(raw.from),
    pick: text(raw.pick),
    revert: text(raw.revert),
    draft: raw.draft === true ? true : undefined,
  })
