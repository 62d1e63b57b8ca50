// Trials of an evaluator: the data to evaluate, and the verdicts, newest first.
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useHasRole, useSession } from '../../app/session.tsx'
import { useShortcuts } from '../../app/shortcuts.ts'
import { callProgram } from '../../app/trials/call.ts'
import type { Outcome } from '../../app/trials/program.ts'
import { spanInputsQuery, testcasesQuery } from '../../app/trials/trial-inputs.ts'
import { RowPicker } from '../../app/trials/row-picker.tsx'
import { TracePicker } from '../../app/trials/trace-picker.tsx'
import { typedObject, typedText, typedValue } from '../../app/trials/typed-json.ts'
import type { JsonObject, Revision } from '../../app/versions/client.ts'
import { Button } from '../../ui/button.tsx'
import { RunRowPicker } from './run-row-picker.tsx'
import { VerdictView } from './verdict-view.tsx'
import type { TrialSource } from '../url-state.ts'
import styles from './trials.module.css'

const trialsMax = 20

interface EditedTexts {
  readonly outputs?: string
  readonly testcase?: string
  readonly inputs?: string
}

/** The data that the URL names, as editable texts. */
function useTrialInputs({ trace, span, testcase }: TrialSource) {
  const { api } = useSession()
  const { data: spanInputs } = useQuery(spanInputsQuery(api, trace ?? '', span))
  const { data: rows } = useQuery(testcasesQuery(api, testcase === undefined ? [] : [testcase]))
  const row = rows?.[0]
  return {
    texts: {
      outputs: typedText(spanInputs?.outputs),
      testcase: row === undefined ? '' : typedText(row.data),
      inputs: typedText(spanInputs === undefined || spanInputs === null ? row?.data : spanInputs.inputs),
    },
    trace: spanInputs === undefined || spanInputs === null ? undefined : spanInputs.span,
    row,
    isMissing: spanInputs === null,
  }
}

function Field({
  label,
  help,
  value,
  isMono = false,
  error,
  onValue,
}: {
  label: string
  help: string
  value: string
  isMono?: boolean
  error?: string | undefined
  onValue: (text: string) => void
}) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        value={value}
        data-mono={isMono ? '' : undefined}
        spellCheck={!isMono}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onValue(event.target.value)}
      />
      <small id={`${id}-help`} data-bad={error === undefined ? undefined : ''}>
        {error ?? help}
      </small>
    </div>
  )
}

function TrialFields({
  texts,
  onTexts,
}: {
  texts: Required<EditedTexts>
  onTexts: (change: EditedTexts) => void
}) {
  const errorOf = (text: string): string | undefined =>
    typedObject(text) === undefined ? 'Enter a JSON object.' : undefined
  return (
    <>
      <Field
        label="Output"
        help="The output of the program, as JSON or text."
        value={texts.outputs}
        onValue={(outputs) => onTexts({ outputs })}
      />
      <Field
        label="Testcase"
        isMono
        help='An object with expected values, such as {"correct_answer": "Paris"}.'
        error={errorOf(texts.testcase)}
        value={texts.testcase}
        onValue={(testcase) => onTexts({ testcase })}
      />
      <Field
        label="Inputs"
        isMono
        help="An object with the inputs of the program. Optional."
        error={errorOf(texts.inputs)}
        value={texts.inputs}
        onValue={(inputs) => onTexts({ inputs })}
      />
    </>
  )
}

interface Trial {
  readonly number: number
  readonly outcome: Outcome
}

/** The finished trials, newest first, and the running one. */
function useTrials() {
  const { api } = useSession()
  const [trials, setTrials] = useState<readonly Trial[]>([])
  const [abortController, setAbortController] = useState<AbortController>()
  const count = useRef(0)
  const run = async (call: Parameters<typeof callProgram>[1]): Promise<void> => {
    const controller = new AbortController()
    setAbortController(controller)
    try {
      const outcome = await callProgram(api, call, { signal: controller.signal })
      count.current += 1
      const number = count.current
      setTrials((previous) => [{ number, outcome }, ...previous].slice(0, trialsMax))
    } catch (error) {
      if (!controller.signal.aborted) throw error
    } finally {
      setAbortController(undefined)
    }
  }
  return { trials, run, stop: abortController === undefined ? undefined : () => abortController.abort() }
}

export function Trials({
  revision,
  data,
  isDraft,
  source: view,
  onSource: onView,
}: {
  revision: Revision
  data: JsonObject
  isDraft: boolean
  source: TrialSource
  onSource: (source: TrialSource) => void
}) {
  const canRun = useHasRole('editor')
  const source = useTrialInputs(view)
  const [editedTexts, setEditedTexts] = useState<EditedTexts>({})
  const [openPicker, setOpenPicker] = useState<'row' | 'trace' | 'run'>()
  const { trials, run, stop } = useTrials()
  const texts = { ...source.texts, ...editedTexts }
  const testcase = typedObject(texts.testcase)
  const inputs = typedObject(texts.inputs)
  const isReady = canRun && stop === undefined && testcase !== undefined && inputs !== undefined
  const onSource = (next: TrialSource): void => {
    setEditedTexts({})
    onView(next)
  }
  const runTrial = (): void => {
    if (!isReady) return
    const { artifact_id, artifact_slug, variant_id, variant_slug, id, slug, version } = revision
    void run({
      data,
      inputs,
      ...(texts.outputs === '' ? {} : { outputs: typedValue(texts.outputs) }),
      ...(Object.keys(testcase).length === 0
        ? {}
        : { testcase: { ...(source.row === undefined ? {} : { id: source.row.id }), data: testcase } }),
      ...(source.trace === undefined ? {} : { trace: { ...source.trace } }),
      references: {
        evaluator: { id: artifact_id, slug: artifact_slug },
        evaluator_variant: { id: variant_id, slug: variant_slug },
        ...(isDraft ? {} : { evaluator_revision: { id, slug, version } }),
      },
      meta: { tried: true },
    })
  }
  useShortcuts([{ id: 'try', keys: 'mod+enter', label: 'Try it', run: runTrial }])
  return (
    <div className={styles['trials']}>
      <section aria-label="Evaluated data">
        <h2>Evaluated data</h2>
        <div className={styles['source']}>
          <div className={styles['tools']}>
            <Button onClick={() => setOpenPicker('row')}>From a testset…</Button>
            <Button onClick={() => setOpenPicker('trace')}>From a trace…</Button>
            <Button onClick={() => setOpenPicker('run')}>From a run…</Button>
          </div>
          {source.isMissing && <p className={styles['note']}>Trace not found.</p>}
          <TrialFields texts={texts} onTexts={(next) => setEditedTexts({ ...editedTexts, ...next })} />
          {canRun ? (
            <div className={styles['tools']}>
              <Button look="main" disabled={!isReady} onClick={runTrial}>
                {stop === undefined ? 'Try it' : 'Running…'}
              </Button>
              {stop !== undefined && <Button onClick={stop}>Cancel</Button>}
            </div>
          ) : (
            <p className={styles['note']}>Your key can view evaluators, but not run them.</p>
          )}
        </div>
      </section>
      <section className={styles['verdicts']} aria-label="Verdicts" aria-live="polite">
        {trials.map(({ number, outcome }) => (
          <VerdictView key={number} outcome={outcome} />
        ))}
      </section>
      <RowPicker
        open={openPicker === 'row'}
        isSingle
        onClose={() => setOpenPicker(undefined)}
        onRows={([row]) => row !== undefined && onSource({ testcase: row.id })}
      />
      <TracePicker
        open={openPicker === 'trace'}
        onClose={() => setOpenPicker(undefined)}
        onTrace={(trace) => onSource({ trace })}
      />
      <RunRowPicker
        open={openPicker === 'run'}
        onClose={() => setOpenPicker(undefined)}
        onSource={onSource}
      />
    </div>
  )
}
