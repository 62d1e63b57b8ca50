// Commits the draft of a trial. If another person committed first, the changes are merged.
import { useState } from 'react'
import type { Revision } from '../versions/client.ts'
import { CommitDialog } from '../versions/commit-dialog.tsx'
import type { Draft } from '../versions/draft-value.ts'
import type { KindName } from '../versions/kind-name.ts'
import { Button } from '../../ui/button.tsx'

export function CommitDraft({
  draft,
  onDiscard,
  ...props
}: {
  kind: KindName
  variantId: string
  /** The name of the variant in texts. */
  variantName: string
  /** The draft to commit; undefined: there are no changes. */
  draft: Draft | undefined
  /** Called when the draft was committed or discarded. */
  onDiscard: () => void
  onCommitted: (revision: Revision) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [mergedDraft, setMergedDraft] = useState<Draft>()
  return (
    <>
      <Button icon="check" disabled={draft === undefined} onClick={() => setIsOpen(true)}>
        Commit…
      </Button>
      {draft !== undefined && (
        <CommitDialog
          {...props}
          open={isOpen}
          draft={mergedDraft ?? draft}
          onDraft={(next) => {
            setMergedDraft(next)
            if (next === undefined) onDiscard()
          }}
          onClose={() => {
            setIsOpen(false)
            setMergedDraft(undefined)
          }}
        />
      )}
    </>
  )
}
