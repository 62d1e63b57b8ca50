// Spans become testcases: into a testset that is there, or into a new one.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useSigned } from './session.tsx'
import { say, sayFailure } from './toasts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/notice.tsx'
import styles from './choice.module.css'
import form from '../ui/form.module.css'

/** Which spans. */
export type SpanLinks = readonly { readonly trace_id: string; readonly span_id: string }[]

function TestsetChoice({ links, onClose }: { links: SpanLinks; onClose: () => void }) {
  const { api, session } = useSigned()
  const [name, setName] = useState('')
  const testsets = useQuery({
    queryKey: [session.project.id, 'testsets', 'names'],
    queryFn: async ({ signal }) =>
      (await api.testsets.query({ windowing: { limit: 200 } }, { signal })).testsets,
  })
  const adding = useMutation({
    mutationFn: async (target: { readonly id: string; readonly name: string }) => {
      await api.testsets.addSpans({
        testset_id: target.id,
        spans: links,
        message: `${links.length} from traces`,
        include_testcases: false,
      })
      return target
    },
    onSuccess: (target) => {
      say(`${links.length} ${links.length === 1 ? 'row was' : 'rows were'} committed to ${target.name}.`)
      onClose()
    },
    onError: sayFailure,
  })
  const making = useMutation({
    mutationFn: async () => {
      const { testset } = await api.simpleTestsets.create({ testset: { name, data: { testcases: [] } } })
      return { id: String(testset?.id), name }
    },
    onSuccess: (target) => adding.mutate(target),
    onError: sayFailure,
  })
  const busy = adding.isPending || making.isPending
  const submitted = (event: FormEvent): void => {
    event.preventDefault()
    making.mutate()
  }
  return (
    <>
      {testsets.isPending ? (
        <Skeleton rows={3} />
      ) : (
        <ul className={styles['list']}>
          {(testsets.data ?? []).map((testset) => (
            <li key={testset.id}>
              <Button
                look="quiet"
                disabled={busy}
                onClick={() => adding.mutate({ id: testset.id, name: testset.name ?? testset.slug })}
              >
                {testset.name ?? testset.slug}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form className={form['inline']} onSubmit={submitted}>
        <input
          aria-label="Name of a new testset"
          placeholder="A new testset"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" look="main" disabled={busy || name.trim() === ''}>
          Make and add
        </Button>
      </form>
    </>
  )
}

export function AddToTestset({
  open,
  links,
  onClose,
}: {
  open: boolean
  links: SpanLinks
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Add to a testset"
      description={`Inputs and outputs of ${links.length === 1 ? 'this span' : `${links.length} spans`} become rows, as one revision.`}
    >
      <TestsetChoice links={links} onClose={onClose} />
    </Dialog>
  )
}
