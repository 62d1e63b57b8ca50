// Merges another variant into this one: a three-way merge of their newest versions, committed as a new version.
import { useQueries } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { useSession } from '../app/session.tsx'
import type { JsonObject } from '../app/versions/client.ts'
import { CommitDialog } from '../app/versions/commit-dialog.tsx'
import { isEqual } from '../app/versions/delta.ts'
import { mergeBase } from '../app/versions/diff/merge-base.ts'
import { MergeView } from '../app/versions/diff/merge-view.tsx'
import { mergePayloads } from '../app/versions/diff/merge.ts'
import type { Draft } from '../app/versions/draft-value.ts'
import type { GraphRevision, GraphVariant } from '../app/versions/history/graph-layout.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import { revisionQuery } from '../app/versions/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/notice.tsx'
import form from '../ui/form.module.css'

interface Graph {
  readonly variants: readonly GraphVariant[]
  /** The revisions, newest first. */
  readonly revisions: readonly GraphRevision[]
}

const emptyObject: JsonObject = {}
const nameOf = ({ name, slug }: GraphVariant): string => name ?? slug

/** The variants that can be merged into another one. */
export const mergeSources = ({ variants, revisions }: Graph, into: GraphVariant): readonly GraphVariant[] =>
  variants.filter(
    ({ id, deleted_at }) =>
      id !== into.id && deleted_at === undefined && revisions.some(({ variant_id }) => variant_id === id),
  )

interface MergeSides {
  readonly kind: PageKind
  readonly base: GraphRevision | undefined
  readonly ours: GraphRevision
  readonly theirs: GraphRevision
  readonly names: { readonly ours: string; readonly theirs: string }
}

function MergeForm({
  sides: { kind, base, ours, theirs, names },
  onMerged,
  onClose,
}: {
  sides: MergeSides
  onMerged: (data: JsonObject) => void
  onClose: () => void
}) {
  const { api } = useSession()
  const ids = [ours.id, theirs.id, ...(base === undefined ? [] : [base.id])]
  const queries = useQueries({ queries: ids.map((id) => revisionQuery(api, kind, { revision: { id } })) })
  const failedQuery = queries.find((query) => query.isError && query.data === undefined)
  if (failedQuery !== undefined)
    return <Failure error={failedQuery.error} retry={() => void failedQuery.refetch()} />
  if (queries.some(({ data }) => data === undefined)) return <Skeleton rows={4} />
  const [ourData = emptyObject, theirData = emptyObject, baseData = emptyObject] = queries.map(
    ({ data }) => data?.data ?? emptyObject,
  )
  const cancel = <Button onClick={onClose}>Cancel</Button>
  const { data, conflicts } = mergePayloads({ base: baseData, ours: ourData, theirs: theirData })
  if (conflicts.length === 0 && isEqual(data, ourData)) {
    return (
      <>
        <p>
          {names.ours} has all changes of {names.theirs}.
        </p>
        <div className={form['actions']}>
          {cancel}
          <Button look="main" onClick={() => onMerged(ourData)}>
            Mark as merged
          </Button>
        </div>
      </>
    )
  }
  return (
    <MergeView
      key={theirs.id}
      base={baseData}
      ours={ourData}
      theirs={theirData}
      names={names}
      cancel={cancel}
      onMerged={onMerged}
    />
  )
}

interface MergeProps {
  readonly open: boolean
  readonly kind: PageKind
  readonly graph: Graph
  /** The variant that receives the changes. */
  readonly variant: GraphVariant
  readonly onCommitted: () => void
  readonly onClose: () => void
}

/** The newest versions of both variants, and their newest common version. */
function sidesOf({ kind, graph, variant }: MergeProps, source: GraphVariant | undefined) {
  const headOf = (variantId: string | undefined) =>
    graph.revisions.find(({ variant_id }) => variant_id === variantId)
  const [ours, theirs] = [headOf(variant.id), headOf(source?.id)]
  if (source === undefined || ours === undefined || theirs === undefined) return undefined
  return {
    kind,
    ours,
    theirs,
    base: mergeBase(graph.revisions, { ours: variant.id, theirs: source.id }),
    names: { ours: `${nameOf(variant)}@${ours.version}`, theirs: `${nameOf(source)}@${theirs.version}` },
  }
}

function SourceSelect({
  sources,
  source,
  onSource,
}: {
  sources: readonly GraphVariant[]
  source: GraphVariant | undefined
  onSource: (id: string) => void
}) {
  const id = useId()
  return (
    <div className={form['field']}>
      <label htmlFor={id}>Variant to merge</label>
      <select id={id} value={source?.id} onChange={({ target }) => onSource(target.value)}>
        {sources.map((one) => (
          <option key={one.id} value={one.id}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </div>
  )
}

export function MergeVariant(props: MergeProps) {
  const { open, kind, graph, variant, onCommitted, onClose } = props
  const sources = mergeSources(graph, variant)
  const [sourceId, setSourceId] = useState<string>()
  const [mergedDraft, setMergedDraft] = useState<Draft>()
  const source = sources.find((one) => one.id === sourceId) ?? sources[0]
  const sides = sidesOf(props, source)
  if (sides === undefined) return undefined
  const { ours, theirs, names } = sides
  const close = (): void => {
    setMergedDraft(undefined)
    onClose()
  }
  if (mergedDraft !== undefined) {
    return (
      <CommitDialog
        open={open}
        title={`Merge ${names.theirs} into ${nameOf(variant)}`}
        defaultMessage={`Merge ${names.theirs}`}
        kind={kind}
        variantId={variant.id}
        variantName={nameOf(variant)}
        draft={mergedDraft}
        mergedRevisionId={theirs.id}
        onDraft={setMergedDraft}
        onCommitted={onCommitted}
        onClose={close}
      />
    )
  }
  const side = { revisionId: ours.id, version: ours.version }
  return (
    <Dialog open={open} onClose={close} title={`Merge into ${nameOf(variant)}`} isWide>
      <div className={form['form']}>
        <SourceSelect sources={sources} source={source} onSource={setSourceId} />
        <MergeForm
          sides={sides}
          onMerged={(data) => setMergedDraft({ start: side, base: side, data })}
          onClose={close}
        />
      </div>
    </Dialog>
  )
}
