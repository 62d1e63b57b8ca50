// Restores an older version: its payload becomes a new version of the same variant. The history is never rewritten.
import { useState } from 'react'
import type { Revision } from '../app/versions/client.ts'
import { CommitDialog } from '../app/versions/commit-dialog.tsx'
import type { Draft, DraftSide } from '../app/versions/draft-value.ts'
import type { PageKind } from '../app/versions/kinds.ts'
import { Button } from '../ui/button.tsx'

export function RestoreVersion({
  kind,
  revision,
  head,
  variantName,
  onCommitted,
}: {
  kind: PageKind
  /** The restored revision with its payload. */
  revision: Revision
  /** The head of the variant. */
  head: DraftSide
  variantName: string
  onCommitted: () => void
}) {
  const [open, setOpen] = useState(false)
  /** The result of a merge, if another person committed first. */
  const [mergedDraft, setMergedDraft] = useState<Draft>()
  const title = `Restore version ${revision.version}`
  const start = { revisionId: revision.id, version: revision.version }
  return (
    <>
      <Button icon="undo" onClick={() => setOpen(true)}>
        Restore this version…
      </Button>
      <CommitDialog
        key={revision.id}
        open={open}
        title={title}
        defaultMessage={title}
        kind={kind}
        variantId={revision.variant_id}
        variantName={variantName}
        draft={mergedDraft ?? { start, base: head, data: revision.data ?? {} }}
        onDraft={setMergedDraft}
        onCommitted={onCommitted}
        onClose={() => {
          setOpen(false)
          setMergedDraft(undefined)
        }}
      />
    </>
  )
}
