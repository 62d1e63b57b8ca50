// What was tried becomes a revision: on top of the one it started from, or, where somebody was quicker, merged with theirs.
import { useState } from 'react'
import type { JsonObject, Revision } from '../versions/client.ts'
import { CommitDialog } from '../versions/commit-dialog.tsx'
import type { Draft } from '../versions/draft.ts'
import type { KindName } from '../versions/kind-name.ts'
import { Button } from '../../ui/button.tsx'

export function CommitDraft({
  kind,
  base,
  variantName = base.variant_slug,
  data,
  disabled,
  onPutBack,
  onCommitted,
}: {
  kind: KindName
  /** What was changed. */
  base: Revision
  /** How sentences call the variant. */
  variantName?: string
  data: JsonObject
  disabled: boolean
  /** The change is no longer wanted, or no longer one. */
  onPutBack: () => void
  onCommitted: (revision: Revision) => void
}) {
  const [open, setOpen] = useState(false)
  const [merged, setMerged] = useState<Draft>()
  const side = { revisionId: base.id, version: base.version }
  return (
    <>
      <Button icon="check" disabled={disabled} onClick={() => setOpen(true)}>
        Commit…
      </Button>
      <CommitDialog
        open={open}
        kind={kind}
        variantId={base.variant_id}
        variantName={variantName}
        draft={merged ?? { start: side, base: side, data }}
        onDraft={(next) => {
          setMerged(next)
          if (next === undefined) onPutBack()
        }}
        onCommitted={onCommitted}
        onClose={() => {
          setOpen(false)
          setMerged(undefined)
        }}
      />
    </>
  )
}
