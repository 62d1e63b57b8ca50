// What is to be judged, typed or taken from somewhere, and what came of every try, the newest first.
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { callProgram } from '../app/trials/call.ts'
import type { Outcome } from '../app/trials/program.ts'
import { spanInputsQuery, testcasesQuery } from '../app/trials/trial-inputs.ts'
import { RowPicker } from '../app/trials/row-picker.tsx'
import { TracePicker } from '../app/trials/trace-picker.tsx'
import { typedObject, typedText, typedValue } from '../app/trials/typed-json.ts'
import type { JsonObject, Revision } from '../app/versions/client.ts'
import { Button } from '../ui/button.tsx'
import { VerdictView } from './verdict-view.tsx'
import type { TryView } from './url-state.ts'
import styles from './evaluators.module.css'

const route = getRouteApi('/p/$project/evaluators/$artifact/try')

const triesMax = 20

interface Typed {
  readonly outputs?: string
  readonly testcase?: string
  readonly inputs?: string
}

/** What the address names, as texts that can be changed. */
function useGiven({ trace, span, testcase }: TryView) {
  const { api, session } = useSession()
  const { data: spanGiven } = useQuery(spanInputsQuery(api, session.project.id, trace ?? '', span))
  const { data: rows } = useQuery(
    testcasesQuery(api, session.project.id, testcase === undefined ? [] : [testcase]),
  )
  const row = rows?.[0]
  return {
    texts: {
      outputs: typedText(spanGiven?.outputs),
      testcase: row === undefined ? '' : typedText(row.data),
      inputs: typedText(spanGiven === undefined || spanGiven === null ? row?.data : spanGiven.inputs),
    },
    trace: spanGiven === undefined || spanGiven === null ? undefined : spanGiven.span,
    row,
    unknown: spanGiven === null,
  }
}

function Field({
  label,
  help,
  value,
  mono = false,
  fault,
  onValue,
}: {
  label: string
  help: string
  value: string
  mono?: boolean
  fault?: string | undefined
  onValue: (text: string) => void
}) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        value={value}
        data-mono={mono ? '' : undefined}
        spellCheck={!mono}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onValue(event.target.value)}
      />
      <small id={`${id}-help`} data-bad={fault === undefined ? undefined : ''}>
        {fault ?? help}
      </small>
    </div>
  )
}

interface Try {
  readonly no: number
  readonly outcome: Outcome
}

/** Tries, the newest first, and the one that is under way. */
function useTries() {
  const { api } = useSession()
  const [tries, setTries] = useState<readonly Try[]>([])
  const [running, setRunning] = useState<AbortController>()
  const made = useRef(0)
  const run = async (call: Parameters<typeof callProgram>[1]): Promise<void> => {
    const stop = new AbortController()
    setRunning(stop)
    try {
      const outcome = await callProgram(api, call, stop.signal)
      made.current += 1
      const no = made.current
      setTries((before) => [{ no, outcome }, ...before].slice(0, triesMax))
    } catch (error) {
      if (!stop.signal.aborted) throw error
    } finally {
      setRunning(undefined)
    }
  }
  return { tries, run, stop: running === undefined ? undefined : () => running.abort() }
}

export function Trials({
  revision,
  data,
  isDraft,
}: {
  revision: Revision
  data: JsonObject
  isDraft: boolean
}) {
  const view = route.useSearch()
  const { artifact } = route.useParams()
  const { session } = useSession()
  const navigate = useNavigate()
  const mayRun = useHasRole('editor')
  const given = useGiven(view)
  const [typed, setTyped] = useState<Typed>({})
  const [picking, setPicking] = useState<'row' | 'trace'>()
  const { tries, run, stop } = useTries()
  const texts = { ...given.texts, ...typed }
  const testcase = typedObject(texts.testcase)
  const inputs = typedObject(texts.inputs)
  const isReady = mayRun && stop === undefined && testcase !== undefined && inputs !== undefined
  const taken = (next: TryView): void => {
    setTyped({})
    const variant = view.variant === undefined ? {} : { variant: view.variant }
    const params = { project: session.project.slug, artifact }
    void navigate({ to: '/p/$project/evaluators/$artifact/try', params, search: { ...variant, ...next } })
  }
  const tried = (): void => {
    if (!isReady) return
    const { artifact_id, artifact_slug, variant_id, variant_slug, id, slug, version } = revision
    void run({
      data,
      inputs,
      ...(texts.outputs === '' ? {} : { outputs: typedValue(texts.outputs) }),
      ...(Object.keys(testcase).length === 0
        ? {}
        : { testcase: { ...(given.row === undefined ? {} : { id: given.row.id }), data: testcase } }),
      ...(given.trace === undefined ? {} : { trace: { ...given.trace } }),
      references: {
        evaluator: { id: artifact_id, slug: artifact_slug },
        evaluator_variant: { id: variant_id, slug: variant_slug },
        ...(isDraft ? {} : { evaluator_revision: { id, slug, version } }),
      },
      meta: { tried: true },
    })
  }
  useShortcuts([{ id: 'try', keys: 'mod+enter', does: 'Try it', run: tried }])
  return (
    <div className={styles['half']}>
      <section aria-label="What is judged">
        <h2>What is judged</h2>
        <div className={styles['given']}>
          <div className={styles['tools']}>
            <Button onClick={() => setPicking('row')}>From a testset…</Button>
            <Button onClick={() => setPicking('trace')}>From a trace…</Button>
          </div>
          {given.unknown && <p className={styles['note']}>There is no such trace.</p>}
          <Field
            label="Output"
            help="What the program answered; JSON where it is JSON, else text."
            value={texts.outputs}
            onValue={(outputs) => setTyped({ ...typed, outputs })}
          />
          <Field
            label="Testcase"
            mono
            help='An object with what is expected, such as {"correct_answer": "Paris"}.'
            fault={testcase === undefined ? 'A JSON object is needed.' : undefined}
            value={texts.testcase}
            onValue={(text) => setTyped({ ...typed, testcase: text })}
          />
          <Field
            label="Inputs"
            mono
            help="An object with what the program was given; may be empty."
            fault={inputs === undefined ? 'A JSON object is needed.' : undefined}
            value={texts.inputs}
            onValue={(text) => setTyped({ ...typed, inputs: text })}
          />
          {mayRun ? (
            <div className={styles['tools']}>
              <Button look="main" disabled={!isReady} onClick={tried}>
                {stop === undefined ? 'Try it' : 'Trying…'}
              </Button>
              {stop !== undefined && <Button onClick={stop}>Cancel</Button>}
            </div>
          ) : (
            <p className={styles['note']}>Your key may look at evaluators, not run them.</p>
          )}
        </div>
      </section>
      <section className={styles['verdicts']} aria-label="Verdicts" aria-live="polite">
        {tries.map(({ no, outcome }) => (
          <VerdictView key={no} outcome={outcome} />
        ))}
      </section>
      <RowPicker
        open={picking === 'row'}
        single
        onClose={() => setPicking(undefined)}
        onRows={([row]) => row !== undefined && taken({ testcase: row.id })}
      />
      <TracePicker
        open={picking === 'trace'}
        onClose={() => setPicking(undefined)}
        onTrace={(trace) => taken({ trace })}
      />
    </div>
  )
}
