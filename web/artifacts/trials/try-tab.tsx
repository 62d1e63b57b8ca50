// web/artifacts/trials: the tab of an evaluator that tries it on a testset row, a trace, a row of a run or typed values.
// run-rows.ts is pure. Imports web/artifacts, web/app and web/ui. Start here.
//
// The settings of an evaluator, stored or edited, beside its trials.
import { isEqual } from '../../app/versions/delta.ts'
import { PayloadEditor } from '../../app/versions/payload-editor.tsx'
import { DraftControls, useRevisionDraft } from '../revision-draft.tsx'
import type { PanelProps } from '../tabs.ts'
import { Trials } from './trials.tsx'
import styles from './trials.module.css'

export function TryTab({ view, onView, ...props }: PanelProps) {
  const edit = useRevisionDraft(props)
  const { revision } = props
  const { trace: _, span: __, testcase: ___, ...otherView } = view
  return (
    <div className={styles['tab']}>
      <DraftControls props={props} edit={edit} />
      <div className={styles['columns']}>
        <section aria-label="Settings">
          <PayloadEditor textKey={edit.editorKey} data={edit.payload} onData={edit.onData} />
        </section>
        <Trials
          revision={revision}
          data={edit.payload}
          isDraft={!isEqual(edit.payload, revision.data ?? {})}
          source={view}
          onSource={(source) => onView({ ...otherView, ...source })}
        />
      </div>
    </div>
  )
}
