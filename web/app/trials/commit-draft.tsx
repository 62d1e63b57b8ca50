// Commits the draft of a trial. If another person committed first, the changes are merged.
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
  onDiscard,
  onCommitted,
}: {
  kind: KindName
  /** The revision that was changed. */
  base: Revision
  /** The name of the variant in texts. */
  variantName?: string
  data: JsonObject
  disabled: boolean
  /** The draft was discarded. */
  onDiscard: () => void
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
          if (next === undefined) onDiscard()
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
