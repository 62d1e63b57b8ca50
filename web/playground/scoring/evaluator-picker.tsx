// Selects the evaluators that score the outputs of the playground.
import { useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { useEvaluators } from './evaluators.ts'
import styles from '../playground.module.css'

interface PickerProps {
  /** The slugs of the selected evaluators. */
  readonly selectedSlugs: readonly string[]
  readonly onSelection: (slugs: readonly string[]) => void
}

function Choices({ selectedSlugs, onSelection }: PickerProps) {
  const evaluators = useEvaluators(true)
  const [slugs, setSlugs] = useState(selectedSlugs)
  if (evaluators.isError) return <Failure error={evaluators.error} retry={() => void evaluators.refetch()} />
  if (evaluators.data === undefined) return <Skeleton rows={4} />
  if (evaluators.data.length === 0) {
    return <p className={styles['note']}>This project has no evaluators yet. Create one from the catalog.</p>
  }
  return (
    <>
      <ul className={styles['choices']} aria-label="Evaluators">
        {evaluators.data.map(({ slug, name }) => (
          <li key={slug}>
            <label>
              <input
                type="checkbox"
                checked={slugs.includes(slug)}
                onChange={({ target: { checked } }) =>
                  setSlugs(checked ? [...slugs, slug] : slugs.filter((one) => one !== slug))
                }
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
      <Button look="main" onClick={() => onSelection(slugs)}>
        {slugs.length === 0
          ? 'Use no evaluators'
          : `Use ${slugs.length === 1 ? '1 evaluator' : `${slugs.length} evaluators`}`}
      </Button>
    </>
  )
}

export function EvaluatorPicker({
  open,
  onClose,
  selectedSlugs,
  onSelection,
}: PickerProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Select evaluators"
      description="The newest version of each evaluator scores every output. The values of a row are the expected values."
    >
      <Choices
        selectedSlugs={selectedSlugs}
        onSelection={(slugs) => {
          onSelection(slugs)
          onClose()
        }}
      />
    </Dialog>
  )
}
