// Saves all rows as a testset in one step, with a column for each value, and starts a run with exactly these columns and rows.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { showFailure, showToast } from '../../app/toasts.tsx'
import type { Values } from '../../app/trials/program.ts'
import { preview } from '../../app/spans/preview.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Cell, Column, InputRow } from '../matrix.ts'
import type { Evaluator } from '../scoring/evaluators.ts'
import {
  expectedColumn,
  inputNames,
  runningProblem,
  runProblem,
  savingProblem,
  suggestedAnswer,
  testsetRow,
  type Mapping,
} from './testset-rows.ts'
import form from '../../ui/form.module.css'
import styles from '../playground.module.css'

interface SavedMatrix {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly InputRow[]
  readonly cells: ReadonlyMap<string, Cell>
  readonly repeats: number
  readonly evaluators: readonly Evaluator[]
}

async function createTestset(api: Api, { name, rows }: { name: string; rows: readonly Values[] }) {
  const testcases = rows.map((data) => ({ data: { ...data } }))
  const { testset } = await api.simpleTestsets.create({ testset: { name, data: { testcases } } })
  if (testset === undefined) throw new Error('The server did not return the testset.')
  return testset
}

interface RunPlan extends Pick<SavedMatrix, 'columns' | 'repeats' | 'evaluators'> {
  readonly name: string
  readonly testsetRevisionId: string
}

async function startRun(api: Api, { name, columns, repeats, evaluators, testsetRevisionId }: RunPlan) {
  const steps = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, 'auto' as const]))
  const { evaluation } = await api.simpleEvaluations.create({
    evaluation: {
      name,
      data: {
        testset_steps: [testsetRevisionId],
        application_steps: steps(columns.map(({ revision }) => revision.id)),
        ...(evaluators.length === 0
          ? {}
          : { evaluator_steps: steps(evaluators.map((one) => one.revisionId)) }),
        repeats,
      },
    },
  })
  if (evaluation === undefined) throw new Error('The server did not return the run.')
  return evaluation.id
}

/** Saves the rows; with `isRun` starts a run, too, and opens it. */
function useSaveRows({ columns, repeats, evaluators }: SavedMatrix, onClose: () => void) {
  const { api, session } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const project = session.project.slug
  return useMutation({
    mutationFn: async ({ name, rows, isRun }: { name: string; rows: readonly Values[]; isRun: boolean }) => {
      const { slug, revision_id: testsetRevisionId } = await createTestset(api, { name, rows })
      await client.invalidateQueries({ queryKey: [api.projectId, 'testsets'] })
      if (!isRun || testsetRevisionId === undefined) return { slug, runId: undefined }
      return { slug, runId: await startRun(api, { name, columns, repeats, evaluators, testsetRevisionId }) }
    },
    onSuccess: ({ slug, runId }, { name, rows }) => {
      onClose()
      if (runId !== undefined) {
        return void navigate({ to: '/p/$project/runs/$run', params: { project, run: runId } })
      }
      showToast(`Saved ${rows.length === 1 ? '1 row' : `${rows.length} rows`} as ${name}.`, {
        label: 'Open',
        run: () => void navigate({ to: '/p/$project/testsets/$testset', params: { project, testset: slug } }),
      })
    },
    onError: showFailure,
  })
}

function MappingFields({ mapping, onMapping }: { mapping: Mapping; onMapping: (mapping: Mapping) => void }) {
  return (
    <fieldset className={styles['mapping']}>
      <legend>Columns of the testset</legend>
      {Object.entries(mapping.inputs).map(([name, column]) => (
        <label key={name}>
          <code>{name}</code>
          <input
            value={column}
            placeholder="Not saved"
            onChange={({ target }) =>
              onMapping({ ...mapping, inputs: { ...mapping.inputs, [name]: target.value } })
            }
          />
        </label>
      ))}
      <label>
        Expected answer
        <input
          value={mapping.expected}
          placeholder="Not saved"
          onChange={({ target }) => onMapping({ ...mapping, expected: target.value })}
        />
      </label>
    </fieldset>
  )
}

/** The expected answers: the outputs of a column, which can be edited. */
function Answers({
  matrix: { columns, rows },
  column,
  onColumn,
  answerOf,
  onAnswer,
}: {
  matrix: SavedMatrix
  column: string
  onColumn: (key: string) => void
  answerOf: (row: InputRow) => string
  onAnswer: (row: InputRow, text: string) => void
}) {
  return (
    <>
      <label className={form['field']}>
        Expected answers from
        <select value={column} onChange={({ target }) => onColumn(target.value)}>
          {columns.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {rows.map((row, at) => (
        <label key={row.key} className={form['field']}>
          <span>
            Expected answer of row {at + 1}: {preview(row.inputs, 80)}
          </span>
          <textarea value={answerOf(row)} onChange={({ target }) => onAnswer(row, target.value)} />
        </label>
      ))}
    </>
  )
}

function SaveForm({ matrix, onClose }: { matrix: SavedMatrix; onClose: () => void }) {
  const { columns, rows, cells } = matrix
  const [name, setName] = useState(matrix.name)
  const [column, setColumn] = useState(columns[0]?.key ?? '')
  const [editedTexts, setEditedTexts] = useState<Readonly<Record<string, string>>>({})
  const [mapping, setMapping] = useState<Mapping>({
    inputs: Object.fromEntries(inputNames(rows).map((input) => [input, input])),
    expected: expectedColumn,
  })
  const saveMutation = useSaveRows(matrix, onClose)
  const answerOf = (row: InputRow): string => editedTexts[row.key] ?? suggestedAnswer(row, { column, cells })
  const problem =
    name.trim() === '' ? 'Enter a name.' : (savingProblem(mapping) ?? runningProblem(rows, { column, cells }))
  const runError = runProblem(columns, mapping)
  const cannotSave = problem !== undefined || saveMutation.isPending
  const save = (isRun: boolean): void => {
    const testsetRows = rows.map((row) => testsetRow(row, { answer: answerOf(row), mapping }))
    saveMutation.mutate({ name: name.trim(), rows: testsetRows, isRun })
  }
  return (
    <div className={form['form']}>
      <label className={form['field']}>
        Name
        <input value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <MappingFields mapping={mapping} onMapping={setMapping} />
      <Answers
        matrix={matrix}
        column={column}
        onColumn={setColumn}
        answerOf={answerOf}
        onAnswer={(row, text) => setEditedTexts({ ...editedTexts, [row.key]: text })}
      />
      <output className={styles['note']}>{problem ?? runError}</output>
      <div className={form['actions']}>
        <Button disabled={cannotSave || runError !== undefined} onClick={() => save(true)}>
          Run as evaluation
        </Button>
        <Button look="main" disabled={cannotSave} onClick={() => save(false)}>
          Save testset
        </Button>
      </div>
    </div>
  )
}

export function SaveRows({
  open,
  onClose,
  matrix,
}: {
  open: boolean
  onClose: () => void
  matrix: SavedMatrix
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isWide
      title="Save rows as a testset"
      description="Each row becomes a testcase. A run uses the saved rows, the compared versions and the selected evaluators."
    >
      <SaveForm matrix={matrix} onClose={onClose} />
    </Dialog>
  )
}
