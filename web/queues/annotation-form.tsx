// The questions of the evaluators, answered by keys or by the mouse, and a note.
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { useShortcuts } from '../app/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import {
  afterChoice,
  answersOf,
  choiceOfDigit,
  judgedBy,
  questionsOf,
  type Answers,
  type Question,
  type StepForm,
} from './form-model.ts'
import type { Said } from './use-queue.ts'
import styles from './queue-page.module.css'

function Choices({
  question,
  value,
  isCurrent,
  onValue,
}: {
  question: Question
  value: string
  isCurrent: boolean
  onValue: (value: string) => void
}) {
  return (
    <div role="group" aria-label={question.field.label} className={styles['choices']}>
      {question.choices.map((choice, i) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onValue(choice.value === value ? '' : choice.value)}
        >
          {isCurrent && i < 9 && choice.name !== String(i + 1) && <kbd aria-hidden="true">{i + 1}</kbd>}
          {choice.name}
        </button>
      ))}
    </div>
  )
}

function Typed({
  question: { field },
  id,
  value,
  fault,
  onValue,
}: {
  question: Question
  id: string
  value: string
  fault: string | undefined
  onValue: (value: string) => void
}) {
  const common = { id, value, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-help` }
  if (field.kind === 'number' || field.kind === 'integer') {
    return (
      <input
        {...common}
        type="number"
        step={field.kind === 'integer' ? 1 : 'any'}
        min={field.minimum}
        max={field.maximum}
        onChange={(event) => onValue(event.target.value)}
      />
    )
  }
  return <textarea {...common} rows={2} onChange={(event) => onValue(event.target.value)} />
}

/** Escape leaves a field, so that single keys count again. */
const left = (event: KeyboardEvent<HTMLElement>): void => {
  if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
}

export function JudgeForm({
  forms,
  said,
  isJudged,
  busy,
  onJudged,
  onSkipped,
  onUndone,
}: {
  forms: readonly StepForm[]
  said: Said
  /** By the same person, before. */
  isJudged: boolean
  busy: boolean
  onJudged: (said: Said) => void
  onSkipped: () => void
  onUndone: () => void
}) {
  const questions = questionsOf(forms)
  const [answers, setAnswers] = useState<Answers>(() => answersOf(forms, said.outputs))
  const [note, setNote] = useState(said.note)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [current, setCurrent] = useState(0)
  const id = useId()
  const place = useRef<HTMLFormElement>(null)
  const question = questions[current]

  const answered = (index: number, value: string): void => {
    const one = questions[index]
    if (one === undefined) return
    const next = { ...answers, [one.id]: value }
    setAnswers(next)
    setCurrent(afterChoice(questions, next, index))
  }
  const digit = (key: number): void => {
    const choice = question && choiceOfDigit(question, key)
    if (choice !== undefined) answered(current, choice.value)
  }
  const moved = (step: number): void => {
    const next = Math.min(questions.length - 1, Math.max(0, current + step))
    setCurrent(next)
    const one = questions[next]
    // A question that is answered by typing is typed into at once.
    if (one !== undefined && one.choices.length === 0) document.getElementById(`${id}-${next}`)?.focus()
  }
  const saved = (): void => {
    if (busy) return
    const read = judgedBy(forms, answers)
    if ('outputs' in read) return onJudged({ outputs: read.outputs, note: note.trim() })
    setFaults(read.faults)
    setCurrent(
      Math.max(
        0,
        questions.findIndex((one) => Object.hasOwn(read.faults, one.id)),
      ),
    )
  }
  useShortcuts([
    ...Array.from({ length: 9 }, (_, i) => ({
      id: `answer ${i + 1}`,
      keys: String(i + 1),
      does: `Answer with the ${i + 1}. choice`,
      run: () => digit(i + 1),
    })),
    { id: 'question below', keys: 'arrowdown', does: 'Next question', run: () => moved(1) },
    { id: 'question above', keys: 'arrowup', does: 'Question before', run: () => moved(-1) },
    { id: 'save judgement', keys: 'mod+enter', does: 'Save and go on', run: saved },
    { id: 'undo judgement', keys: 'u', does: 'Take back the last judgement', run: onUndone },
    { id: 'skip item', keys: 's', does: 'Skip: leave it to others', run: () => !busy && onSkipped() },
    {
      id: 'note',
      keys: 'n',
      does: 'Write a note',
      run: () => document.getElementById(`${id}-note`)?.focus(),
    },
  ])
  useEffect(() => {
    place.current?.querySelector('[data-current=true]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another question scrolls
  }, [current])
  const entered = (index: number) => (event: FocusEvent) => {
    if (event.target.matches('input, textarea')) setCurrent(index)
  }
  return (
    // The keys that leave a field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={place}
      className={styles['form']}
      aria-label="Judgement"
      onKeyDown={left}
      onSubmit={(event) => {
        event.preventDefault()
        saved()
      }}
      noValidate
    >
      <div className={styles['questions']}>
        {questions.map((one, index) => {
          const fault = Object.hasOwn(faults, one.id) ? faults[one.id] : undefined
          const begins = one.stepKey !== questions[index - 1]?.stepKey
          const label = `${one.field.label}${one.field.required ? ' *' : ''}`
          return (
            <div key={one.id}>
              {begins && forms.length > 1 && (
                <h3>{forms.find(({ stepKey }) => stepKey === one.stepKey)?.name}</h3>
              )}
              <div className={styles['question']} data-current={index === current} onFocus={entered(index)}>
                {one.choices.length > 0 ? (
                  <>
                    <span>{label}</span>
                    <Choices
                      question={one}
                      value={answers[one.id] ?? ''}
                      isCurrent={index === current}
                      onValue={(value) => answered(index, value)}
                    />
                  </>
                ) : (
                  <>
                    <label htmlFor={`${id}-${index}`}>{label}</label>
                    <Typed
                      question={one}
                      id={`${id}-${index}`}
                      value={answers[one.id] ?? ''}
                      fault={fault}
                      onValue={(value) => setAnswers({ ...answers, [one.id]: value })}
                    />
                  </>
                )}
                <small id={`${id}-${index}-help`} data-fault={fault !== undefined}>
                  {fault ?? one.field.help}
                </small>
              </div>
            </div>
          )
        })}
        <div className={styles['question']}>
          <label htmlFor={`${id}-note`}>Note</label>
          <textarea
            id={`${id}-note`}
            rows={2}
            value={note}
            placeholder="For whoever reads this judgement"
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      </div>
      <div className={styles['actions']}>
        <Button icon="undo" look="quiet" disabled={busy} onClick={onUndone} title="u">
          Undo
        </Button>
        <Button look="quiet" disabled={busy} onClick={onSkipped} title="s">
          Skip
        </Button>
        <Button type="submit" look="main" disabled={busy} title="Ctrl+Enter">
          {isJudged ? 'Save again' : 'Save and go on'}
        </Button>
      </div>
    </form>
  )
}
